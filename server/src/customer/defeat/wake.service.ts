import { resume as resumeCall } from '@showroom/contract/customer/action.api'
import type { Resume } from '@showroom/contract/customer/action.schema'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import type { Acting, Context } from '../../platform/http/handler.ts'
import { offerUndo } from '../../platform/undo/undo.ts'
import type { Inverse } from '../../platform/undo/undo.ts'
import type { NewVersion } from '../handover/assign.repository.ts'
import { lockCustomer } from '../lock.ts'
import type { LockedCustomer } from '../lock.ts'
import { lockThese } from '../bulk/many.ts'
import type { Attempt } from '../bulk/many.ts'
import { unchangedOf } from '../profile/unchanged.ts'
import { sleepOn, wakeAll } from './wake.repository.ts'
import type { Dormancy } from './wake.repository.ts'

/** Ends a dormancy by hand, and undoes that. */

/** A woken customer with the ended dormancy. */
export type Woken = Dormancy & NewVersion

export interface UndoWake {
  readonly customers: readonly Woken[]
}

/** Wakes a dormant customer: plans a call today, or a return visit if the car is delivered. */
export async function resume(context: Context, form: Resume) {
  const customer = await lockCustomer(context, form.customerId, { action: 'resume', dealId: form.dealId })
  const customers = await wake(context, [customer])
  return { rowVersion: customer.rowVersion + 1, undoId: await offerUndo(context, 'wake', { customers }) }
}

/** Wakes those of the customers that are dormant. */
export async function wakeMany(context: Acting, customerIds: readonly number[]): Promise<Attempt<Woken>> {
  const { found, left } = await lockThese(context, customerIds, ({ state }) => {
    if (state.level === 'F') return '已战败'
    if (state.waitingFailReview) return '战败待审核'
    return mayAct('resume', state, context.session.flags) ? undefined : '未休眠'
  })
  return { done: await wake(context, found), left }
}

/** Wakes dormant customers; the caller has locked them. */
export async function wake(context: Acting, customers: readonly LockedCustomer[]): Promise<Woken[]> {
  if (customers.length === 0) return []
  const { db, session, now } = context
  const { memberId, memberName, dealerId } = session
  return wakeAll(
    db,
    dealerId,
    customers.map(({ customerId }) => customerId),
    {
      memberId,
      memberName,
      now,
      subject: '唤醒',
      content: `由${memberName}唤醒`,
      delivered: '继续跟进',
      deliveredContent: `由${memberName}继续跟进`,
    },
  )
}

/** Makes the customers dormant again until the original day. */
export const undoWake: Inverse<UndoWake> = {
  of: resumeCall,
  async run(context, { customers }) {
    const { db, session, now } = context
    const back = await unchangedOf(context, customers)
    if (back.length > 0) await sleepOn(db, session.scope, back, { memberName: session.memberName, now })
    return { undoneTotal: back.length, keptTotal: customers.length - back.length }
  },
}

import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { Merge, MergeInfo } from '@showroom/contract/customer/merge.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { lookUpMobile } from '../platform/number-search.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertGroupMobile } from './add.repository.ts'
import { lockCustomerRow } from './customer.repository.ts'
import {
  dropGroupMobile,
  findFate,
  findHolder,
  joinPersons,
  listMergeInfo,
  moveRecords,
} from './merge.repository.ts'
import { joinNumbers } from './numbers.ts'
import { refuseState, refuseViewer, withState } from './lock.ts'
import type { LockedCustomer } from './lock.ts'
import { recordTimeline } from './timeline.ts'

/** Two files of one customer become one (document 2, sections 3.7 and 4.4). */

/** Who else has the number. Told only of customers that the member sees, both of them. */
export async function checkExist(context: Context, form: { phone: string; customerId: number }) {
  const { db, session } = context
  const infoOf = async (id: number): Promise<MergeInfo | undefined> =>
    (await listMergeInfo(db, session.scope, [id]))[0]
  const self = form.customerId ? await infoOf(form.customerId) : null
  if (self === undefined) throw new Refusal('NOT_FOUND')
  const look = () => findHolder(db, session.scope, form.phone, form.customerId)
  const holder = await lookUpMobile(context, form.phone, look, (found) => found === undefined)
  if (!holder) return { isExisted: false, isMerged: false, customer: null, self }
  if (holder.isMerged) return { isExisted: true, isMerged: true, customer: null, self }
  const customer = await infoOf(holder.customerId)
  if (!customer) throw await notSeen(context, holder.customerId)
  return { isExisted: true, isMerged: false, customer, self }
}

/** Moves the slave's file into the master's. Twice or crossed at once, one merge wins. */
export async function merge(context: Context, form: Merge) {
  const { db, session, now } = context
  const { scope } = session
  const [master, slave] = await lockBoth(context, form)
  const pair = { masterId: master.customerId, slaveId: slave.customerId }
  const ordered = await moveRecords(db, scope, pair, now)
  const { kept, ...numbers } = joinNumbers(master, slave)
  await joinPersons(db, scope, pair, numbers)
  await dropGroupMobile(db, scope, session.dealer.groupId, slave.mobile)
  if (master.mobile === '' && slave.mobile !== '')
    await insertGroupMobile(db, scope, session.dealer.groupId, slave.mobile)
  await audit(context, 'merge', `customer:${master.customerId}`, {
    slaveCustomerId: slave.customerId,
    slaveDealId: slave.dealId,
  })
  const keptNumbers = kept.map(maskMobile)
  await recordTimeline(context, master, {
    type: timelineType.merged,
    ...(ordered && { level: 'O' as const }),
    subject: '合并客户',
    content: [
      `合并客户：${slave.name} ${maskMobile(slave.mobile)}`,
      `原客户经理：${slave.ownerName}`,
      `原级别：${slave.level}`,
      ...(keptNumbers.length > 0 ? [`并入备用号码：${keptNumbers.join('、')}`] : []),
    ].join('；'),
  })
  return { keptNumbers }
}

/** Locks both, the smaller id first whichever is the master: two merges crossed at once wait instead of deadlocking. */
async function lockBoth(context: Context, form: Merge): Promise<[LockedCustomer, LockedCustomer]> {
  const { db, session } = context
  refuseViewer(context)
  const locked = new Map<number, LockedCustomer>()
  for (const id of [form.masterCustomerId, form.slaveCustomerId].toSorted((a, b) => a - b)) {
    const found = await lockCustomerRow(db, session.scope, id)
    if (!found) throw await notSeen(context, id)
    locked.set(id, await withState(context, found))
  }
  const master = locked.get(form.masterCustomerId) as LockedCustomer
  const slave = locked.get(form.slaveCustomerId) as LockedCustomer
  for (const one of [master, slave]) refuseState(context, one, 'merge')
  // Its orders come along: the master must be able to have them.
  const ordered = slave.state.openOrders > 0 || slave.level === 'O'
  if (ordered && (master.level === 'F' || master.state.isSuspend)) throw new Refusal('CUSTOMER_ORDER_OPEN')
  return [master, slave]
}

async function notSeen({ db, session }: Context, customerId: number): Promise<Refusal> {
  const fate = await findFate(db, session.scope, customerId)
  if (!fate) return new Refusal('NOT_FOUND')
  if (fate.merged) return new Refusal('STALE', { text: '该客户已被合并，请刷新后重试' })
  return new Refusal('MERGE_FORBIDDEN', {
    text: `${errors.MERGE_FORBIDDEN.text}，客户经理：${fate.ownerName}`,
  })
}

import type { AssignClue, BatchAssign } from '@showroom/contract/lead/handle.schema'
import { leadStatus, mayAssignLead } from '@showroom/contract/lead/lead.rules'
import type { z } from 'zod'
import { readBlocked, refuseBlocked } from '../../base/index.ts'
import { chooseOwner } from '../../customer/index.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { handOver } from './handover.service.ts'
import type { Handover, HandingOver } from './handover.service.ts'
import { lockLeadAndFile, lockUnassigned } from '../lock.ts'
import type { FilesByMobile } from '../lock.ts'
import type { LockedLead } from '../lock.repository.ts'

/** Assigns leads to their owners. */

/** Any member of the store may be chosen, because members who clean have no team below them. */
export const anyMember = true

/** Assigns one waiting lead. */
export async function assign(context: Context, { clueId, memberId, remark }: z.output<typeof AssignClue>) {
  refuseAssigner(context)
  const { lead, onFile } = await lockLeadAndFile(context, clueId, 'assign')
  const memberName = await chooseOwner(context, memberId, anyMember)
  await refuseBlocked(context.db, context.session.scope, { name: lead.name, ...numbersOf(lead) })
  return handTo(context, { lead, memberId, memberName, form: lead.form, reason: remark }, onFile)
}

/** Assigns many leads to one member. Leads that no longer wait and those on the blocklist stay as they are and are counted. */
export async function batchAssign(context: Context, request: z.output<typeof BatchAssign>) {
  const { db, session } = context
  const { clueIdArr, memberId, remark: reason } = request
  refuseAssigner(context)
  const memberName = await chooseOwner(context, memberId, anyMember)
  const { leads: locked, onFile } = await lockUnassigned(db, session.scope, clueIdArr)
  const blocked = await readBlocked(db, session.scope, locked.map(numbersOf))
  const free = locked.filter((lead) => !blocked(numbersOf(lead)))
  const handed = await handOver(
    db,
    givenBy(context),
    free.map((lead) => ({ lead, memberId, memberName, form: lead.form, reason })),
    onFile,
  )
  return {
    successTotal: handed.size,
    repeatTotal: [...handed.values()].filter((one) => one.isRepeat).length,
    skippedTotal: clueIdArr.length - handed.size,
  }
}

/** Hands over one locked lead and returns the result. */
export async function handTo(context: Context, handover: Handover, onFile: FilesByMobile) {
  const handed = (await handOver(context.db, givenBy(context), [handover], onFile)).get(handover.lead.leadId)
  if (!handed) throw new Refusal('LEAD_STATE')
  const { customerId, ownerName, isRepeat } = handed
  return { clueStatus: leadStatus.completed, customerId: customerId ?? 0, ownerName, isRepeat, undoId: 0 }
}

const givenBy = (context: Context): HandingOver => ({
  scope: context.session.scope,
  memberName: context.session.memberName,
  dealer: context.session.dealer,
  catalogue: context.catalogue,
  now: context.now,
  events: context.events,
})

function refuseAssigner({ session }: Context): void {
  if (!mayAssignLead(session)) throw new Refusal('FORBIDDEN')
}

const numbersOf = ({ mobile, form }: LockedLead) => ({ mobile, identifyNo: form?.addition?.idNo ?? '' })

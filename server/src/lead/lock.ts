import { erasedLeadText, leadCan, worksLeads } from '@showroom/contract/lead/lead.rules'
import type { LeadAction } from '@showroom/contract/lead/lead.rules'
import { lockFound, lockOnFile } from '../customer/index.ts'
import type { CustomerRow } from '../customer/index.ts'
import { Overtaken } from '../platform/db/client.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Acting, Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import type { Scope, Session } from '../platform/session/session.ts'
import { findRow, listUnassigned, lockRow, lockUnassignedRows } from './lock.repository.ts'
import type { LockedLead } from './lock.repository.ts'

/**
 * Leads are locked after the customers with their numbers (docs/decisions/0020-lock-order.md): a lead is read unlocked, the customer with
 * its number is locked, then the lead is locked and its status and number are checked again.
 */

/** The customer that a lead joins. */
export type FileOfLead = Pick<
  CustomerRow,
  'customerId' | 'dealId' | 'name' | 'level' | 'suspendedAt' | 'ownerId' | 'ownerName' | 'isOwnerAtWork'
>
/** Locked customers by mobile. */
export type FilesByMobile = ReadonlyMap<string, FileOfLead>

/**
 * Locks a lead for an action and refuses if its status does not allow it, so that of several concurrent actions one succeeds and the others
 * get the current status. Only for members who work all leads of the store.
 */
export async function lockLead(context: Context, leadId: number, action: LeadAction): Promise<LockedLead> {
  const lead = await lockRow(context.db, context.session.scope, leadId)
  return refuseStatus(context, lead, action)
}

/** Locks a lead in any status. */
export async function lockAnyLead({ db, session }: Acting, leadId: number): Promise<LockedLead> {
  const lead = await lockRow(db, session.scope, leadId)
  if (!lead || !worksLeads(session)) throw new Refusal('NOT_FOUND')
  return lead
}

/** A mobile typed for a lead. By default it replaces the lead's own one. */
interface TypedMobile {
  readonly typed?: string | undefined
  readonly onlyMissing?: boolean
}

/** Locks a lead that gets an owner, after the customer with its mobile. Returns the mobile, without which it refuses. */
export async function lockLeadAndFile(
  context: Context,
  leadId: number,
  action: LeadAction,
  { typed = '', onlyMissing = false }: TypedMobile = {},
): Promise<{ lead: LockedLead; mobile: string; onFile: FilesByMobile }> {
  const { db, session } = context
  const row = await findRow(db, session.scope, leadId, { typed, onlyMissing })
  const before = refuseStatus(context, row, action)
  const mobile = row?.nextMobile ?? ''
  const file = row?.fileId ? ([[mobile, row.fileId]] as const) : []
  const onFile = await lockFound(db, session.scope, new Map(file))
  const lead = await lockLead(context, leadId, action)
  if (lead.mobile !== before.mobile) throw new Overtaken()
  if (mobile === '') throw refuseField('INVALID', 'mobile', '请输入手机号')
  return { lead, mobile, onFile }
}

/** The person of the lead was erased: each lead begins with a number. */
export const isErased = ({ mobile, secondPhone }: LockedLead): boolean => mobile === '' && secondPhone === ''

/** Whether the lead's owner is the member or below. */
const sees = ({ scope }: Session, { ownerId }: LockedLead): boolean =>
  scope.sees === 'all' || (ownerId !== null && scope.sees.includes(ownerId))

function refuseStatus({ session }: Context, lead: LockedLead | undefined, action: LeadAction): LockedLead {
  if (!lead || !(worksLeads(session) || sees(session, lead))) throw new Refusal('NOT_FOUND')
  const { status, mobile } = lead
  const lacksMobile = mobile === '' && !isErased(lead)
  if (leadCan[action]({ status, lacksMobile, isErased: isErased(lead) }, session)) return lead
  throw new Refusal('LEAD_STATE', {
    ...(isErased(lead) && { text: erasedLeadText }),
    answer: { clueStatus: status },
  })
}

/** Locks the leads that wait for an owner, by id, after the customers with their numbers. Leaves out leads that changed during the wait. */
export async function lockUnassigned(
  db: Executor,
  scope: Scope,
  leadIds: readonly number[],
): Promise<{ leads: LockedLead[]; onFile: FilesByMobile }> {
  const before = await listUnassigned(db, scope, leadIds)
  const mobiles = before.map((lead) => lead.mobile)
  const onFile = await lockOnFile(db, scope, mobiles)
  const leads = await lockUnassignedRows(db, scope, leadIds)
  // Cleaned meanwhile, with another number.
  if (leads.some((lead) => !mobiles.includes(lead.mobile))) throw new Overtaken()
  return { leads, onFile }
}

import { leadCan, leadStatus, worksLeads } from '@showroom/contract/lead/lead.rules'
import type { LeadAction } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import { lockOnFile } from '../customer/index.ts'
import type { CustomerRow } from '../customer/index.ts'
import { Overtaken } from '../platform/db/client.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Acting, Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'

/**
 * Leads are locked after the customers of their numbers (docs/decisions/0020-one-order-of-locks.md): a lead is read unlocked, who is on
 * file with its number locked, then the lead, whose status and number are looked at again.
 */

const leadsOf = (db: Executor, scope: Scope) =>
  db
    .selectFrom('lead as l')
    .select([
      'l.id as leadId',
      'l.status',
      'l.name',
      'l.mobile',
      'l.source_id as sourceId',
      'l.series_id as seriesId',
      'l.owner_id as ownerId',
      'l.province',
      'l.city',
      'l.remark',
      'l.form',
    ])
    .where('l.dealer_id', '=', scope.dealerId)

const findLeadRow = (db: Executor, scope: Scope, leadId: number) =>
  leadsOf(db, scope).where('l.id', '=', leadId).executeTakeFirst()
export type LockedLead = NonNullable<Awaited<ReturnType<typeof findLeadRow>>>

/** The file that a lead joins. */
export type FileOfLead = Pick<
  CustomerRow,
  'customerId' | 'dealId' | 'name' | 'level' | 'suspendedAt' | 'ownerId' | 'ownerName' | 'isOwnerAtWork'
>
/** Who is on file with the numbers in hand, locked. */
export type FilesByMobile = ReadonlyMap<string, FileOfLead>

/**
 * Locks a lead for an action and refuses what its status does not allow: compare-and-set, so that of many at once one wins and the
 * others are told what it is now. Only for who works all leads of the store.
 */
export async function lockLead(context: Context, leadId: number, action: LeadAction): Promise<LockedLead> {
  const { db, session } = context
  const lead = await leadsOf(db, session.scope).where('l.id', '=', leadId).forUpdate('l').executeTakeFirst()
  return refuseStatus(context, lead, action)
}

/** Locks a lead whatever its status. */
export async function lockAnyLead({ db, session }: Acting, leadId: number): Promise<LockedLead> {
  const lead = await leadsOf(db, session.scope).where('l.id', '=', leadId).forUpdate('l').executeTakeFirst()
  if (!lead || !worksLeads(session)) throw new Refusal('NOT_FOUND')
  return lead
}

/** Locks a lead that is to be somebody's, and before it who is on file with its number: the one given, else its own. */
export async function lockLeadAndFile(
  context: Context,
  leadId: number,
  action: LeadAction,
  mobile?: string,
): Promise<{ lead: LockedLead; onFile: FilesByMobile }> {
  const { db, session } = context
  const before = refuseStatus(context, await findLeadRow(db, session.scope, leadId), action)
  const onFile = await lockOnFile(db, session.scope, [mobile ?? before.mobile])
  const lead = await lockLead(context, leadId, action)
  if (lead.mobile !== before.mobile) throw new Overtaken()
  return { lead, onFile }
}

function refuseStatus({ session }: Context, lead: LockedLead | undefined, action: LeadAction): LockedLead {
  if (!lead) throw new Refusal('NOT_FOUND')
  if (!leadCan[action](lead.status, session))
    throw new Refusal('LEAD_STATE', { answer: { clueStatus: lead.status } })
  return lead
}

/**
 * Locks those of the leads that wait for an owner, in the order of their ids, and before them who is on file with their numbers. What
 * changed while they were waited for is left out.
 */
export async function lockUnassigned(
  db: Executor,
  scope: Scope,
  leadIds: readonly number[],
): Promise<{ leads: LockedLead[]; onFile: FilesByMobile }> {
  const unassigned = leadsOf(db, scope)
    .where('l.id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .where('l.status', '=', leadStatus.unassigned)
    .orderBy('l.id')
  const before = await unassigned.execute()
  const mobiles = before.map((lead) => lead.mobile)
  const onFile = await lockOnFile(db, scope, mobiles)
  const leads = await unassigned.forUpdate('l').execute()
  // Cleaned meanwhile, with another number.
  if (leads.some((lead) => !mobiles.includes(lead.mobile))) throw new Overtaken()
  return { leads, onFile }
}

import { leadCan } from '@showroom/contract/lead/lead.rules'
import type { LeadAction } from '@showroom/contract/lead/lead.rules'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { lockLeadRow } from './handle.repository.ts'
import type { LockedLead } from './handle.repository.ts'

/**
 * Locks a lead for an action and refuses what its status does not allow: compare-and-set, so that of many at once one wins and the
 * others are told what it is now.
 */
export async function lockLead(context: Context, leadId: number, action: LeadAction): Promise<LockedLead> {
  const { db, session } = context
  const lead = await lockLeadRow(db, session.scope, leadId)
  if (!lead) throw new Refusal('NOT_FOUND')
  if (!leadCan[action](lead.status, session))
    throw new Refusal('LEAD_STATE', { answer: { clueStatus: lead.status } })
  return lead
}

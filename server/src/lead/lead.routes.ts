import type { rooms } from '@showroom/contract'
import { worksLeads } from '@showroom/contract/lead/lead.rules'
import { countViews } from '../platform/live/counts.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import type { Live } from '../platform/live/live.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Context, HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { assign, batchAssign } from './handover/assign.service.ts'
import { clear, complete, noContact } from './handle/clear.service.ts'
import { exportableLeads, readerOf } from './list/export.service.ts'
import { findLead, listLeadEvents } from './lead.repository.ts'
import { countLeads, countLeadsEach } from './list/list.repository.ts'

async function getLead({ db, session }: Context, leadId: number): Promise<{ data: RawJson; hours: RawJson }> {
  const lead = await findLead(db, session.scope, worksLeads(session), leadId)
  if (!lead) throw new Refusal('NOT_FOUND')
  return { data: new RawJson(lead.lead), hours: new RawJson(lead.hours) }
}

export const leadRoutes = (deps: ExportDeps & { live: Live }): HandlersOf<typeof rooms.lead> => ({
  list: exportableLeads(deps),
  viewCounts: countViews(
    deps.live,
    'lead',
    (context, queries) =>
      countLeadsEach(
        context.db,
        context.session.scope,
        queries.map((query) => ({ query, reader: readerOf(context, query) })),
      ),
    // Overdue leads change with time, so their count is not cached.
    ({ isOverdue }) => isOverdue === 0,
  ),
  counts: ({ db, session, now }) =>
    countLeads(db, session.scope, {
      worksAll: worksLeads(session),
      assigns: session.flags.allowOnlineAssign,
      now,
    }),

  async detail(context, { clueId }) {
    const { data, hours } = await getLead(context, clueId)
    return { data, timeline: await listLeadEvents(context.db, context.session.scope, clueId), hours }
  },
  async getOnlineCustomer(context, { onlineCustomerId }) {
    const { data } = await getLead(context, onlineCustomerId)
    return { data }
  },

  clear,
  noContact,
  complete,
  assign,
  batchAssign,
})

import type { rooms } from '@showroom/contract'
import { RawJson } from '../platform/http/answer.ts'
import type { Context, HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { findLead, listLeadEvents } from './lead.repository.ts'

async function getLead({ db, session }: Context, leadId: number): Promise<RawJson> {
  const lead = await findLead(db, session.scope, leadId)
  if (lead === undefined) throw new Refusal('NOT_FOUND')
  return new RawJson(lead)
}

export const leadRoutes = (): HandlersOf<typeof rooms.lead> => ({
  async detail({ clueId }, context) {
    const data = await getLead(context, clueId)
    return { data, timeline: await listLeadEvents(context.db, context.session.scope, clueId) }
  },
  getOnlineCustomer: async ({ onlineCustomerId }, context) => ({
    data: await getLead(context, onlineCustomerId),
  }),
})

import { later } from '../clock.ts'
import type { Database } from '../db/client.ts'
import type { TicketKind } from './contacts.ts'
import type { Wecom } from './wecom.ts'

/** Tickets of WeCom, cached for all processes until shortly before they expire. */

type Application = Pick<Wecom, 'corpId' | 'agentId'>

/** Seconds before its expiry at which a ticket is no longer used. */
const spareSeconds = 300

export async function findTicket(
  db: Database,
  { corpId, agentId }: Application,
  kind: TicketKind,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('wecom_ticket')
    .select('ticket')
    .where('corp_id', '=', corpId)
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.ticket
}

export async function saveTicket(
  db: Database,
  { corpId, agentId }: Application,
  kind: TicketKind,
  { sealed, now, seconds }: { readonly sealed: Buffer; readonly now: Date; readonly seconds: number },
): Promise<void> {
  const row = { ticket: sealed, expires_at: later(now, Math.max(0, seconds - spareSeconds)) }
  await db
    .insertInto('wecom_ticket')
    .values({ corp_id: corpId, agent_id: agentId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['corp_id', 'agent_id', 'kind']).doUpdateSet(row))
    .execute()
}

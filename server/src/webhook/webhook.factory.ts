import { webhookEventNames } from '@showroom/contract/webhook/webhook.rules'
import { serial } from '../../test/serial.ts'
import type { Database } from '../platform/db/client.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import { seal } from '../platform/config/seal.ts'

/** The example secret of Standard Webhooks. */
export const builtSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

interface Built {
  readonly dealerId: number
  readonly groupId?: number
  readonly url?: string
  readonly events?: readonly string[]
  readonly state?: number
  readonly serverSecret?: string
}

export async function buildEndpoint(db: Database, now: Date, built: Built): Promise<number> {
  const { id } = await db
    .insertInto('webhook_endpoint')
    .values({
      dealer_id: built.dealerId,
      group_id: built.groupId ?? null,
      url: built.url ?? `https://hooks.example.com/${serial()}`,
      events: [...(built.events ?? webhookEventNames)],
      state: built.state ?? 1,
      sealed_secret: seal(built.serverSecret ?? 'a secret of the tests, 32 characters', builtSecret),
      creator_name: '总经理',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface BuiltMessage {
  readonly dealerId: number
  readonly endpointId: number
  readonly type?: string
  readonly record?: string
  readonly state?: number
}

/** Inserts a due message. */
export async function buildMessage(db: Database, now: Date, built: BuiltMessage): Promise<number> {
  const { id } = await db
    .insertInto('webhook_message')
    .values({
      dealer_id: built.dealerId,
      endpoint_id: built.endpointId,
      from_dealer_id: built.dealerId,
      type: built.type ?? 'customer.created',
      record: built.record ?? 'customer:1',
      body: JSON.stringify({ type: built.type ?? 'customer.created' }),
      state: built.state ?? 0,
      created_at: now,
      due_at: now,
      give_up_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceWork(db, 'webhooks', [built.dealerId], now)
  return id
}

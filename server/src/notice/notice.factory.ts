import { serial } from '../../test/serial.ts'
import type { Database } from '../platform/db/client.ts'
import { hashToken } from '../platform/session/gate.ts'

interface Built {
  readonly accountId: number
  readonly dealerId: number
  readonly token: string
}

/** A device of a member that has proved its test, for tests. */
export async function buildDevice(
  db: Database,
  now: Date,
  { accountId, dealerId, token }: Built,
  given: { readonly endpoint?: string; readonly proof?: string } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('push_device')
    .values({
      account_id: accountId,
      at_dealer_id: dealerId,
      token_hash: hashToken(token),
      endpoint: `https://fcm.googleapis.com/fcm/send/${serial()}`,
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
      name: 'Edge · Windows',
      created_at: now,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

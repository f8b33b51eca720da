import { randomBytes } from 'node:crypto'
import { hashToken } from '../server/src/platform/session/gate.ts'
import { ask } from './database.ts'
import type { Reader } from './scenarios.ts'

interface Row extends Omit<Reader, 'token' | 'city'> {
  readonly memberId: number
  readonly accountId: number
  readonly province: string
  readonly city: string
  readonly area: string
}

/** Signs in the general manager of every store of the large network, at no cost of a password; `signOut` ends that. */
export async function signInReaders(
  url: string,
): Promise<{ readers: Reader[]; signOut: () => Promise<void> }> {
  const rows = await ask<Row>(
    url,
    `select d.id as "dealerId", m.id as "memberId", m.account_id as "accountId", d.province, d.city, d.area,
            c.first::int as first, c.last::int as last
     from dealer d
     join member m on m.dealer_id = d.id and m.role = 1
     cross join lateral (select min(id) as first, max(id) as last from customer c where c.dealer_id = d.id and mobile not like '19%') as c
     where d.code like 'L0%' order by d.id`,
  )
  const now = new Date()
  const readers: Reader[] = []
  for (const { dealerId, memberId, accountId, first, last, ...city } of rows) {
    const token = randomBytes(32).toString('base64url')
    await ask(
      url,
      `insert into session (token_hash, dealer_id, member_id, account_id, device, created_at, last_seen_at)
       values ($1, $2, $3, $4, 'bench', $5, $5)`,
      [hashToken(token), dealerId, memberId, accountId, now],
    )
    readers.push({ dealerId, token, city, first, last })
  }
  return {
    readers,
    signOut: async () => void (await ask(url, `delete from session where device = 'bench'`)),
  }
}

import { randomBytes } from 'node:crypto'
import { role as roles } from '@showroom/contract/access/access.rules'
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

export interface SignedIn extends AsyncDisposable {
  /** The general manager of every store of the large network. */
  readonly readers: readonly Reader[]
  /** A consultant of every store. */
  readonly consultants: readonly Reader[]
  /** The investor's head of every store; all are one person. */
  readonly bosses: readonly Reader[]
}

/** Opens sessions without checking a password, until they are disposed of. */
export async function signInReaders(url: string): Promise<SignedIn> {
  await joinStores(url, roles.boss)
  return {
    readers: await signInAs(url, roles.generalManager),
    consultants: await signInAs(url, roles.consultant),
    bosses: await signInAs(url, roles.boss),
    [Symbol.asyncDispose]: async () => void (await ask(url, `delete from session where device = 'bench'`)),
  }
}

/** Makes one person the boss of all stores, as a new member of those without one. */
async function joinStores(url: string, role: number): Promise<void> {
  const mobile = '16800000000'
  await ask(
    url,
    `insert into account (mobile, name, password_hash) values ($1, '投资方', '') on conflict do nothing`,
    [mobile],
  )
  const ofBench = `dealer_id in (select id from dealer where code like 'L0%')`
  await ask(
    url,
    `insert into member (dealer_id, account_id, name, role, modules, activated_at)
     select d.id, a.id, a.name, $2, '{}', now() from dealer d, account a
     where a.mobile = $1 and d.code like 'L0%' and not exists (select from member m where m.dealer_id = d.id and m.role = $2)`,
    [mobile, role],
  )
  await ask(
    url,
    `update member set account_id = (select id from account where mobile = $1) where role = $2 and ${ofBench}`,
    [mobile, role],
  )
}

/** Signs in one member of that role per store; they end with the others. */
export async function signInAs(url: string, role: number): Promise<Reader[]> {
  const rows = await ask<Row>(
    url,
    `select d.id as "dealerId", d.online_policy as policy, m.id as "memberId", m.account_id as "accountId", d.province, d.city, d.area,
            (select count(*)::int from member where dealer_id = d.id and left_at is null) as members,
            c.first::int as first, c.last::int as last, l.first::int as "firstLead", l.last::int as "lastLead",
            o.first::int as "firstOrder", o.last::int as "lastOrder"
     from dealer d
     cross join lateral (select id, account_id from member where dealer_id = d.id and role = $1 order by id limit 1) as m
     cross join lateral (select min(id) as first, max(id) as last from customer c where c.dealer_id = d.id and mobile not like '19%') as c
     cross join lateral (select min(id) as first, max(id) as last from lead where dealer_id = d.id and external_id like 'L%') as l
     cross join lateral (select min(id) as first, max(id) as last from vehicle_order where dealer_id = d.id and contract_no like 'HT-%') as o
     where d.code like 'L0%' order by d.id`,
    [role],
  )
  const now = new Date()
  const readers: Reader[] = []
  for (const { memberId, accountId, province, city, area, ...store } of rows) {
    const token = randomBytes(32).toString('base64url')
    await ask(
      url,
      `insert into session (token_hash, dealer_id, member_id, account_id, device, created_at, last_seen_at)
       values ($1, $2, $3, $4, 'bench', $5, $5)`,
      [hashToken(token), store.dealerId, memberId, accountId, now],
    )
    readers.push({ ...store, token, city: { province, city, area } })
  }
  return readers
}

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { Mobile } from '@showroom/contract/kernel/mobile'
import { identityProblem } from '@showroom/contract/customer/customer.rules'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { demoNow as now } from '../../test/templates/demo.ts'
import type { TestDatabase } from '../../test/database/database.ts'
import { wrongCopies } from '../../test/rows/copies.ts'
import type { DemoAccounts } from '../access/index.ts'
import { memoryEnvironment } from '../memory.ts'
import { passwordMatches, sha256Hex } from '../access/password/password.ts'
import { ensureDemo } from './demo.ts'
import { largeMemberMobile, seedLarge } from './large.ts'
import { narrateDemo } from './narrate.ts'
import { narrateVisits } from './visits.ts'

let database: TestDatabase
let client: pg.Client
let demo: DemoAccounts | undefined

beforeAll(async () => {
  database = await createTestDatabase({ of: 'demo' })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The network exists already; the second call only returns the accounts.
  demo = await ensureDemo(database.url, now)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Number of rows of the query. */
const countIn = async (of: pg.Client, query: string, ...values: unknown[]): Promise<number> => {
  const { rows } = await of.query<{ count: string | number }>(
    `select count(*) from (${query}) as found`,
    values,
  )
  return Number(rows[0]?.count)
}
const count = (query: string, ...values: unknown[]): Promise<number> => countIn(client, query, ...values)

const hashOf = (tale: unknown): string => createHash('sha256').update(JSON.stringify(tale)).digest('hex')

describe('the generated stories', () => {
  it('work at any hour of any day and are the same for the same instant', () => {
    const hashes = new Set([hashOf(narrateDemo(now.getTime() / 1000))])
    for (const at of [
      '2026-01-01T00:00:30+08:00',
      '2028-02-29T23:59:59+08:00',
      '2026-06-15T08:59:00+08:00',
    ]) {
      const seconds = new Date(at).getTime() / 1000
      const tale = narrateDemo(seconds)
      const { ledger } = tale
      const latest = Math.max(...ledger.timeline.map((row) => row.created_at.getTime() / 1000))
      expect(latest).toBeLessThanOrEqual(seconds)
      expect(ledger.customers).toHaveLength(5000)
      hashes.add(hashOf(tale))
      const { visits } = narrateVisits(tale, seconds)
      expect(new Set(visits.map(({ customer_id, day }) => `${customer_id} ${day}`)).size).toBe(visits.length)
      const instants = visits.flatMap(({ came_at, received_at, left_at }) => [came_at, received_at, left_at])
      expect(Math.max(...instants.map((one) => (one?.getTime() ?? 0) / 1000))).toBeLessThanOrEqual(seconds)
    }
    expect(hashes.size).toBe(4)
    hashes.add(hashOf(narrateDemo(now.getTime() / 1000)))
    expect(hashes.size).toBe(4)
  }, 180_000)
})

it.each(Object.entries(wrongCopies))('the network has no %s', async (_what, rows) => {
  expect(await count(`select from ${rows}`)).toBe(0)
})

describe('the network', () => {
  it('has the documented size', async () => {
    expect(await count('select from dealer_group')).toBe(2)
    expect(await count('select from dealer')).toBe(6)
    expect(await count('select distinct city from dealer')).toBe(3)
    expect(await count('select from customer')).toBe(5000)
    expect(await count('select from member')).toBeGreaterThanOrEqual(60)
    expect(await count('select distinct role from member')).toBe(13)
    expect(
      await count(`select from dictionary d where kind = 'dealerMemberRoles'
      and not exists (select from member where role::text = d.value)`),
    ).toBe(0)
  })

  it('has three months of signs of due members, none today or later', async () => {
    expect(await count('select from attendance_day')).toBe(6 * 91)
    expect(
      await count(`select distinct s.member_id from attendance_sign s join attendance_day a using (dealer_id, day)
      where s.member_id = any (a.due_ids)`),
    ).toBeGreaterThanOrEqual(50)
    expect(
      await count(`select from attendance_sign s join attendance_day a using (dealer_id, day)
      where not s.member_id = any (a.due_ids) or (s.signed_at at time zone 'Asia/Shanghai')::date <> s.day`),
    ).toBe(0)
    expect(await count('select from attendance_sign where signed_at > $1', now)).toBe(0)
  })

  it('has three months of daily reports, none today, and none of absent members', async () => {
    expect(await count('select distinct dealer_id from daily_report')).toBe(6)
    expect(await count('select distinct day from daily_report')).toBe(91)
    expect(await count('select distinct state from daily_report')).toBe(2)
    expect(await count('select from daily_comment')).toBeGreaterThan(50)
    expect(
      await count(`select from daily_report r join attendance_day a using (dealer_id, day)
        where r.member_id = any(a.due_ids) and not exists (
        select from attendance_sign s where s.dealer_id = r.dealer_id and s.member_id = r.member_id and s.day = r.day)`),
    ).toBe(0)
    expect(await count('select from daily_report where handed_at > $1', now)).toBe(0)
  })

  it('has accounts that can sign in', async () => {
    expect(demo?.accounts).toHaveLength(10)
    expect(demo?.accounts[0]).toEqual({
      mobile: '13800000001',
      name: '周启明',
      role: '总经理',
      dealer: '杭州城西澜岳店',
    })
    for (const { mobile } of demo?.accounts ?? []) {
      const { rows } = await client.query<{ password_hash: string }>(
        'select password_hash from account where mobile = $1',
        [mobile],
      )
      expect(await passwordMatches(rows[0]?.password_hash, sha256Hex(demo?.password ?? ''))).toBe(true)
    }
  })

  it('has superiors within the same store, up to one head', async () => {
    expect(
      await count(`select from member m where manager_id is not null
        and not exists (select from member b where b.dealer_id = m.dealer_id and b.id = m.manager_id and b.left_at is null)`),
    ).toBe(0)
    expect(await count('select from member where role = 4 and manager_id is null')).toBe(0)
  })

  it('continues ids after its own', async () => {
    const { rows } = await client.query<{ next: string }>(
      `select nextval(pg_get_serial_sequence('customer', 'id')) as next`,
    )
    expect(Number(rows[0]?.next)).toBe(5001)
  })
})

describe('customers', () => {
  it('have valid mobiles, each once per store', async () => {
    const { rows } = await client.query<{ mobile: string; identify_type: number; identify_no: string }>(
      'select mobile, identify_type, identify_no from customer',
    )
    expect(rows.filter(({ mobile }) => !Mobile('').safeParse(mobile).success)).toEqual([])
    expect(rows.filter((row) => identityProblem(row.identify_type, row.identify_no))).toEqual([])
    expect(await count('select from customer group by dealer_id, mobile having count(*) > 1')).toBe(0)
    expect(await count('select from customer c join blocklist b on b.mobile = c.mobile')).toBe(0)
  })

  it('are registered in their group, some of them twice', async () => {
    expect(
      await count(`select from customer c join dealer d on d.id = c.dealer_id and d.group_id > 0 where not exists (
        select from group_mobile g where g.group_id = d.group_id and g.mobile = c.mobile and g.dealer_id = d.id)`),
    ).toBe(0)
    expect(
      await count('select from group_mobile group by group_id, mobile having count(*) > 1'),
    ).toBeGreaterThan(30)
  })

  it('have one current deal, the one their file refers to, with a member of the store', async () => {
    expect(
      await count(`select from customer c where not exists (
        select from deal d where d.dealer_id = c.dealer_id and d.id = c.current_deal_id and d.customer_id = c.id and d.is_current)`),
    ).toBe(0)
    expect(
      await count(`select from deal d where not exists (
        select from member m where m.dealer_id = d.dealer_id and m.id = d.owner_id and (m.left_at is null or not d.is_current))`),
    ).toBe(0)
  })

  it('have a next contact exactly if their state requires one', async () => {
    const mustNot = `level = 'F' or waiting_fail_review or suspended_at is not null or not is_current`
    expect(await count(`select from deal where next_follow_at is not null and (${mustNot})`)).toBe(0)
    expect(
      await count(`select from deal where next_follow_at is null and level <> 'D' and not (${mustNot})`),
    ).toBe(0)
    expect(
      await count(`select from deal d full join (
          select * from activity where completed_at is null and cancelled_at is null) a
          on a.dealer_id = d.dealer_id and a.deal_id = d.id
        where d.is_current is not false and (a.due_at, a.type::int, a.owner_id) is distinct from (d.next_follow_at, nullif(d.next_activity_type, 0)::int,
          case when d.next_follow_at is not null then d.owner_id end)`),
    ).toBe(0)
    // Only the return visit of a past deal stays, for the owner of the next one.
    const past = `from activity a
      join deal d on d.dealer_id = a.dealer_id and d.id = a.deal_id and not d.is_current
      join deal n on n.dealer_id = d.dealer_id and n.customer_id = d.customer_id and n.is_current
      where a.completed_at is null and a.cancelled_at is null`
    expect(await count(`select ${past} and (a.type <> 8 or a.owner_id <> n.owner_id)`)).toBe(0)
    expect(await count(`select ${past}`)).toBeGreaterThan(0)
  })

  it('hang visits, follow-ups and drives on the deal that was current then', async () => {
    const wrong = (
      table: string,
      at: string,
    ) => `select from ${table} x join deal d on d.dealer_id = x.dealer_id and d.id = x.deal_id
      where x.${at} is not null and (x.${at} < d.created_at or exists (
        select from deal n where n.dealer_id = d.dealer_id and n.customer_id = d.customer_id and n.created_at <= x.${at} and n.created_at > d.created_at))`
    expect(await count(wrong('visit', 'registered_at'))).toBe(0)
    // A return visit belongs to the delivered car, also after the next purchase.
    expect(await count(`${wrong('activity', 'completed_at')} and x.completed_type <> 8`)).toBe(0)
    expect(await count(wrong('suspension', 'began_at'))).toBe(0)
    expect(await count(wrong('defeat_request', 'reviewed_at'))).toBe(0)
  })

  it('keep the series of everything that happened', async () => {
    const facts = {
      activity: 'completed_type is not null or kept is not null',
      visit: 'true',
      suspension: 'true',
      defeat_request: 'state = 1',
      test_drive: 'back_at is not null',
    }
    for (const [table, happened] of Object.entries(facts))
      expect(await count(`select from ${table} where (${happened}) and main_series_id is null`), table).toBe(
        0,
      )
  })

  it('have counters that match their timelines', async () => {
    expect(
      await count(`select from deal d left join (
          select deal_id, count(*) as done from activity where completed_at is not null group by deal_id) a on a.deal_id = d.id
        where d.follow_count <> coalesce(a.done, 0)`),
    ).toBe(0)
    expect(await count(`select from deal where suspended_at is not null and resume_at <= $1`, now)).toBe(0)
    expect(await count(`select from deal where level = 'F' and (failed_at is null or fail_reason = 0)`)).toBe(
      0,
    )
    expect(
      await count(`select from deal where waiting_fail_review <> exists (
      select from defeat_request r where r.deal_id = deal.id and r.state = 0)`),
    ).toBe(0)
    expect(await count('select from deal where test_driven_at is not null and arrived_at is null')).toBe(0)
  })
})

describe('the timeline', () => {
  it('begins with the file and is in order of time', async () => {
    expect(
      await count(`select from (select distinct on (t.customer_id) t.type, t.created_at, c.created_at as opened_at
        from timeline t join customer c on c.id = t.customer_id order by t.customer_id, t.id) first
        where type <> 7 or created_at <> opened_at`),
    ).toBe(0)
    expect(
      await count(`select from (select created_at, lag(created_at) over (partition by customer_id order by id) as before
        from timeline) t where created_at < before`),
    ).toBe(0)
  })

  it('is written in working hours, except by the system at night', async () => {
    expect(
      await count(`select from timeline where member_id <> 0
        and (created_at at time zone 'Asia/Shanghai')::time not between '08:59' and '20:00'`),
    ).toBe(0)
  })

  it('ends at the level of the deal', async () => {
    expect(
      await count(`select from deal d join (
          select distinct on (deal_id) deal_id, level from timeline order by deal_id, id desc) t on t.deal_id = d.id
        where d.is_current and t.level <> d.level`),
    ).toBe(0)
  })
})

describe('orders and leads', () => {
  it('have consistent sums and states', async () => {
    expect(
      await count(`select from vehicle_order o join lateral (
          select sum((quantity - cancelled_quantity) * price_fen) as total, sum(quantity - cancelled_quantity) as quantity,
                 bool_or(status = o.status) as is_there, bool_and(status = o.status or o.status = 17 and status in (4, 8)) as are_near
          from vehicle_order_line l where l.dealer_id = o.dealer_id and l.order_id = o.id) l on true
        where not l.is_there or not l.are_near
          or o.status <> 8 and (l.total <> o.total_amount_fen or l.quantity * o.payment_fen <> o.payment_amount_fen)`),
    ).toBe(0)
    expect(
      await count(`select from vehicle_order o join deal d on d.id = o.deal_id where case
        when o.status in (1, 2, 6) then d.level not in ('N', 'H', 'A', 'B', 'C')
        when o.status in (3, 15, 16, 17, 4) then d.level <> 'O' when o.status in (19, 14) then d.level <> 'D'
        else false end`),
    ).toBe(0)
    expect(
      await count(`select from deal d where level in ('O', 'D') and not exists (
        select from vehicle_order o where o.deal_id = d.id and o.status not in (1, 2, 6, 8))`),
    ).toBe(0)
    expect(
      await count(`select from vehicle_order where created_at > submitted_at or status <> 6 and status <> 2 and submitted_at > reviewed_at
        or reviewed_at > delivered_at or reviewed_at > cancelled_at`),
    ).toBe(0)
    expect(
      await count(`select from (values (1), (2), (3), (4), (6), (8), (14), (15), (16), (17)) as wanted (status), dealer d
        where not exists (select from vehicle_order o where o.dealer_id = d.id and o.status = wanted.status)`),
    ).toBe(0)
    expect(await count(`select from vehicle_order where status = 6 and reject_reason = ''`)).toBe(0)
    expect(
      await count(`select from dealer d where not exists (
        select from vehicle_order o where o.dealer_id = d.id and o.customer_type = 2 and o.line_count > 1)`),
    ).toBe(0)
    expect(
      await count(`select from vehicle_order o where row(line_count, series_ids, model_ids) is distinct from (
        select row(count(*)::int, array_agg(series_id order by id), array_agg(model_id order by id))
        from vehicle_order_line where dealer_id = o.dealer_id and order_id = o.id)`),
    ).toBe(0)
    // Some lines have cars, and one will not be built.
    expect(
      await count(`select from dealer d where not exists (
        select from vehicle_order_line l join vehicle_order_line m on m.dealer_id = l.dealer_id and m.order_id = l.order_id
        where l.dealer_id = d.id and l.status = 8 and m.status = 4 and m.vins <> '{}')`),
    ).toBe(0)
    // A submitted order can be withdrawn, and later versions are compared with it.
    expect(
      await count(`select from vehicle_order o where o.status in (2, 6) and not exists (
        select from order_submission s where s.dealer_id = o.dealer_id and s.order_id = o.id
          and s.outcome = case o.status when 2 then 0 else 2 end)`),
    ).toBe(0)
    // The order's page lists what was done to it.
    expect(
      await count(`select from vehicle_order o where o.status <> 1 and not exists (
        select from timeline t where t.dealer_id = o.dealer_id and t.order_id = o.id and t.order_status <> 1)`),
    ).toBe(0)
    // An order always belongs to the owner of its customer.
    expect(
      await count(`select from vehicle_order o join customer c on c.id = o.customer_id join deal d on d.id = c.current_deal_id
        where o.owner_id <> d.owner_id`),
    ).toBe(0)
  })

  it('has leads in every state, linked if they became customers', async () => {
    expect(await count('select distinct status from lead')).toBe(6)
    expect(await count('select from lead where (status = 2) <> (customer_id is not null)')).toBe(0)
    expect(await count('select from lead where created_at > cleared_at or cleared_at > assigned_at')).toBe(0)
    expect(
      await count('select from lead where greatest(created_at, cleared_at, assigned_at) > $1', now),
    ).toBe(0)
  })
})

describe('running again', () => {
  const sizes = `select (select count(*) from customer) as customers, (select max(id) from timeline) as timeline,
    (select count(*) from account) as accounts`

  it('changes nothing and returns the accounts again', async () => {
    const before = await client.query(sizes)
    expect(await ensureDemo(database.url, new Date())).toEqual(demo)
    expect((await client.query(sizes)).rows).toEqual(before.rows)
  })

  it('seeds once when two processes start together, and starts over after one that died', async () => {
    const other = await createTestDatabase()
    const second = new pg.Client({ connectionString: other.url })
    await second.connect()
    try {
      // A wrong table makes the seed fail half-way.
      await second.query('alter table lead rename to lead_elsewhere')
      await expect(ensureDemo(other.url, now)).rejects.toThrow('lead')
      expect((await second.query('select from dealer')).rowCount).toBe(0)
      await second.query('alter table lead_elsewhere rename to lead')
      await Promise.all([ensureDemo(other.url, now), ensureDemo(other.url, now)])
      expect((await second.query('select from customer')).rowCount).toBe(5000)
    } finally {
      await second.end()
      await other.drop()
    }
  }, 60_000)

  it('returns no accounts for a database of a real network', async () => {
    const other = await createTestDatabase()
    const second = new pg.Client({ connectionString: other.url })
    await second.connect()
    await second.query(
      `insert into dealer (code, name, province, city, area) values ('X', '某店', '浙江省', '杭州市', '西湖区')`,
    )
    expect(await ensureDemo(other.url, now)).toBeUndefined()
    expect((await second.query('select from customer')).rowCount).toBe(0)
    await second.end()
    await other.drop()
  })
})

describe('a large network', () => {
  it('exists beside the demo with every index and can be signed in to', async () => {
    const both = await createTestDatabase({ of: 'demo' })
    const reader = new pg.Client({ connectionString: both.url })
    await reader.connect()
    const countBoth = (query: string): Promise<number> => countIn(reader, query)
    const indexes = 'select from pg_indexes where schemaname = current_schema()'
    const constraints =
      'select from pg_constraint where connamespace = current_schema()::regnamespace and convalidated'
    const before = [await countBoth(indexes), await countBoth(constraints)]
    await seedLarge(both.url, { dealers: 3, customers: 700 }, now, () => undefined)
    expect([await countBoth(indexes), await countBoth(constraints)]).toEqual(before)
    expect(await countBoth('select from customer')).toBe(5700)
    expect(await countBoth(`select from timeline where customer_id > 5000`)).toBe(3500)
    const { rows } = await reader.query<{ dealer_id: number; role: number; password_hash: string }>(
      `select m.dealer_id, m.role, a.password_hash from account a join member m on m.account_id = a.id where a.mobile = $1`,
      [largeMemberMobile(2, 4)],
    )
    expect(rows[0]).toMatchObject({ dealer_id: 9, role: 4 })
    expect(await passwordMatches(rows[0]?.password_hash, sha256Hex(demo?.password ?? ''))).toBe(true)
    expect(
      await countBoth(`select from activity a join deal d on d.dealer_id = a.dealer_id and d.id = a.deal_id
        where a.completed_at is null and a.cancelled_at is null and d.dealer_id > 6
          and (a.due_at <> d.next_follow_at or d.level in ('F', 'D') or d.suspended_at is not null)`),
    ).toBe(0)
    // A tenth as many leads. A lead with an owner matches its customer, and under automatic assignment none waits.
    expect(await countBoth('select from lead where dealer_id > 6')).toBe(69)
    expect(
      await countBoth(`select from lead l join dealer d on d.id = l.dealer_id
        left join customer c on c.dealer_id = l.dealer_id and c.id = l.customer_id and c.mobile = l.mobile
        left join deal on deal.dealer_id = l.dealer_id and deal.customer_id = c.id and deal.owner_id = l.owner_id and deal.from_source = 98
        where d.id > 6 and ((l.status = 2) <> (deal.id is not null) or l.owner_id is null and d.online_policy = 3 and l.status not in (3, 4))`),
    ).toBe(0)
    for (const [what, wrong] of Object.entries(wrongCopies))
      expect(await countBoth(`select from ${wrong}`), what).toBe(0)
    await expect(seedLarge(both.url, { dealers: 1, customers: 1 }, now, () => undefined)).rejects.toThrow(
      'large network',
    )
    await reader.end()
    await both.drop()
  })

  it('is rejected beside a dealer no seed created, whatever its code, and leaves nothing behind', async () => {
    const other = await createTestDatabase()
    const real = new pg.Client({ connectionString: other.url })
    await real.connect()
    await real.query(
      `insert into dealer (code, name, province, city, area) values ('L00001', '真实门店', '浙江省', '杭州市', '西湖区')`,
    )
    await expect(seedLarge(other.url, { dealers: 1, customers: 1 }, now, () => undefined)).rejects.toThrow(
      '真实门店 (L00001) in this database is no dealer that a seed made',
    )
    expect((await real.query('select from account')).rowCount).toBe(0)
    await real.end()
    await other.drop()
  })

  it('is rejected in production', () => {
    const seed = spawnSync(
      process.execPath,
      [path.resolve(import.meta.dirname, 'main.ts'), '--dealers', '1', '--customers', '1'],
      {
        env: { ...memoryEnvironment, NODE_ENV: 'production', DATABASE_URL: database.url },
        encoding: 'utf8',
      },
    )
    expect(seed).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^NODE_ENV=production: a seed is for trials/),
    })
  })
})

import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { createNumberedGuard } from './numbered.guard.ts'
import { createOwnerGuard } from './owner.guard.ts'
import { createReadOnlyGuard } from './read-only.guard.ts'
import { usesOf } from './sql.ts'
import { watchStatements } from './statement.ts'
import type { Guard, SeenStatement } from './statement.ts'
import { clearNumbersOf, surplusOf } from './surplus.ts'
import { roomOf } from './tables.ts'
import { createShownGuard, findUnread } from './shown.guard.ts'
import { createTargetGuard } from './target.guard.ts'
import { createTenantGuard, exceptions } from './tenant.guard.ts'
import { notifying } from '../../src/platform/db/notify.ts'
import type { Table } from '../../src/platform/db/target.ts'
import { cachedChannel } from '../../src/platform/live/kept.ts'
import { createCompanionGuard, createWrittenGuard } from './written.guard.ts'

/** Plants one violation of each kind, and a legal twin: a guard that finds nothing would let everything pass. */

const statement = (text: string, file?: string, call?: Call): SeenStatement => ({
  text,
  values: [],
  uses: usesOf(text),
  call,
  file: () => file,
})
function problemsOf(guard: Guard, ...seen: Parameters<typeof statement>): readonly string[] {
  guard.see(statement(...seen))
  return guard.problems()
}

describe('the tenant guard', () => {
  const guard = () => createTenantGuard(new Set(['deal', 'customer']))
  const file = 'src/customer/list/list.repository.ts'

  it.each([
    ['a condition is missing', 'select dealer_id from deal where id = $1'],
    [
      'one table of a join names none',
      'select from deal d join customer c on c.id = d.customer_id where d.dealer_id = $1',
    ],
    [
      'a subquery names only that of the outer table',
      'select from deal d where d.dealer_id = $1 and exists (select from customer c where c.id = d.customer_id and d.dealer_id = 1)',
    ],
    [
      'the outer table is named in a subquery only',
      'select from deal d where d.id = $1 and exists (select from customer c where c.dealer_id = $1)',
    ],
    [
      'a table is compared with the column of another one',
      'select from deal d join customer c on c.dealer_id = d.dealer_id and c.id = d.customer_id where d.dealer_id = $1',
    ],
    [
      'rows are compared',
      'select from deal d join customer c on (c.dealer_id, c.id) = (d.dealer_id, d.customer_id) where d.dealer_id = $1',
    ],
    ['tables share a column', 'select from deal d join customer c using (dealer_id) where d.dealer_id = $1'],
    [
      'a subquery is compared with the outer table',
      'select from deal d where d.dealer_id = $1 and exists (select from customer c where c.dealer_id = d.dealer_id)',
    ],
    [
      'one query of a union names none',
      'select id from deal where dealer_id = $1 union all select id from customer where id = $2',
    ],
    [
      'one of three in a union names none',
      'select from (select 1 union select id from deal where id = $1 union select 2) as u',
    ],
    ['the value is one of several', 'select from deal where dealer_id = any($1)'],
    ['the value is optional', 'select from deal where dealer_id = $1 or id = $2'],
    ['the value is excluded', 'select from deal where dealer_id <> $1'],
    ['an insert has none', 'insert into deal (id) values ($1)'],
    ['an update has none', 'update deal set level = $1 where id = $2'],
    ['a deletion has none', 'delete from deal where id = $1'],
    [
      'a common table expression has none',
      'with one as (update deal set level = $1 where id = $2 returning id) select from one',
    ],
  ])('catches that %s', (_what, text) => {
    expect(problemsOf(guard(), text, file)).toMatchObject([
      expect.stringMatching(/^src.*names no dealer_id of/),
    ])
  })

  it.each([
    ['select from deal where dealer_id = $1'],
    [
      'select from deal d join customer c on c.dealer_id = $1 and c.id = d.customer_id where d.dealer_id = $1',
    ],
    [
      'select from deal d left join customer c on $1::int = c.dealer_id where (d.dealer_id = $1) and d.id = $2',
    ],
    ['insert into "deal" ("dealer_id", "id") values ($1, $2)'],
    ['with deal as (select 1) select from deal'],
    ['select from series where id = $1'],
  ])('lets pass: %s', (text) => {
    expect(problemsOf(guard(), text, file)).toEqual([])
  })

  it('checks the product only, with its exceptions', () => {
    const text = 'select from deal where id = $1'
    expect(problemsOf(guard(), text, 'src/customer/follow/follow.test.ts')).toEqual([])
    const allowed = { 'src/customer/defeat/wake.job.ts': { tables: ['deal'], why: 'of all stores' } }
    const lenient = createTenantGuard(new Set(['deal']), allowed)
    expect(problemsOf(lenient, text, 'src/customer/defeat/wake.job.ts')).toEqual([])
    expect(problemsOf(guard(), text)).toHaveLength(1)
    for (const { tables, why } of Object.values(exceptions))
      expect(tables.length * why.length).toBeGreaterThan(0)
  })
})

describe('the guard of numbered rows', () => {
  const guard = () => createNumberedGuard(new Set(['notice', 'visit', 'series']))
  const file = 'src/notice/notice.repository.ts'
  const unread = 'select n.member_id from notice n where n.dealer_id = $1'

  it.each([
    [`insert into notice (dealer_id, kind) select $1, $2 where not exists (${unread})`],
    [`insert into notice (dealer_id, member_id) select $1, m from unnest($2) m where m not in (${unread})`],
    [`insert into notice (dealer_id, member_id) select $1, (${unread}) from unnest($2) m`],
    [`insert into notice (dealer_id, kind) select $1, k from series where not exists (${unread})`],
    [
      `insert into notice (dealer_id, kind) select $1, 1 from (select from unnest($2) where exists (${unread})) s`,
    ],
    [
      `with u as (${unread}) insert into notice (dealer_id, kind) select $1, $2 where not exists (select from u)`,
    ],
    [
      `with u as (${unread}), made as (insert into notice (dealer_id) select $1 from u where exists (${unread})) select`,
    ],
    [
      `with u as (select from unnest($2) where exists (${unread})), made as (insert into notice (dealer_id) select $1 from u) select`,
    ],
    [
      `insert into notice (id, dealer_id) select nextval('notice_id_seq'), dealer_id from visit where dealer_id = $1`,
    ],
  ])('catches: %s', (text) => {
    expect(problemsOf(guard(), text, file)).toMatchObject([expect.stringContaining('lets a worker of Citus')])
    expect(problemsOf(guard(), text, 'src/notice/notice.test.ts')).toEqual([])
  })

  it.each([
    [
      `insert into notice (dealer_id) select $1 from member m where m.dealer_id = $1 and m.id not in (${unread})`,
    ],
    [`insert into notice (dealer_id, member_id) select $1, m from unnest($2) m`],
    [
      `insert into notice (dealer_id, member_id) select $1, m from (${unread}) s (m) where exists (${unread})`,
    ],
    [`insert into notice (dealer_id, kind) select $1, $2 where not exists (select from series)`],
    [`insert into notice (id, dealer_id) select $1, $2 where not exists (${unread})`],
    [`insert into reception (dealer_id) select $1 where not exists (${unread})`],
    [`with u as (${unread} for share) insert into notice (dealer_id) select $1 where exists (select from u)`],
    [
      `with u as materialized (${unread}) insert into notice (dealer_id) select $1 where exists (select from u)`,
    ],
    [
      `with u as (select from visit where exists (${unread})) insert into notice (dealer_id) select $1 from u`,
    ],
    [`with u as (delete from notice returning *) insert into notice (dealer_id) select dealer_id from u`],
    [`select nextval('notice_id_seq') from series`],
  ])('lets pass: %s', (text) => {
    expect(problemsOf(guard(), text, file)).toEqual([])
  })
})

describe('the owner guard', () => {
  const write =
    'with moved as (update lead set owner_id = $1 where dealer_id = $2 returning id) select from moved'

  it('catches a write to the table of another room, and to one of no room', () => {
    expect(problemsOf(createOwnerGuard(), write, 'src/review/defeat.service.ts')).toMatchObject([
      expect.stringContaining('writes lead, which belongs to lead'),
    ])
    expect(problemsOf(createOwnerGuard(), write)).toHaveLength(1)
    expect(
      problemsOf(createOwnerGuard(), 'delete from unknown', 'src/lead/handle/lead.job.ts'),
    ).toMatchObject([expect.stringContaining('is not described')])
  })

  it('lets a shared queue write the tables it serves, and no others', () => {
    const claim = (table: string) => `update ${table} set state = 1 where dealer_id = $1`
    const file = 'src/platform/queues/leased.ts'
    expect(problemsOf(createOwnerGuard(), claim('customer_bulk'), file)).toEqual([])
    expect(problemsOf(createOwnerGuard(), claim('lead'), file)).toHaveLength(1)
  })

  it('lets a room write its own, and read those of others', () => {
    const guard = createOwnerGuard()
    expect(problemsOf(guard, write, 'src/lead/handover/handover.repository.ts')).toEqual([])
    expect(problemsOf(guard, write, 'src/lead/lead.factory.ts')).toEqual([])
    expect(problemsOf(guard, 'select from lead', 'src/review/list.repository.ts')).toEqual([])
  })
})

describe('the guard of written columns', () => {
  const file = 'src/customer/lost.repository.ts'

  it.each([
    ['insert into activity (dealer_id, customer_id) values ($1, $2)', 'from_source of activity'],
    [
      'with made as (insert into visit (dealer_id, day, owner_id) values ($1, $2, $3)) select',
      'deal_id,main_series_id of visit',
    ],
    ['update activity set completed_type = $1 where dealer_id = $2', 'main_series_id of activity'],
    ['update deal set from_source = $1 where dealer_id = $2', 'opened_source of deal'],
    ['update lead l set customer_id = $1 where l.dealer_id = $2', 'deal_id of lead'],
  ])('catches a copied column that is not written: %s', (text, missing) => {
    expect(problemsOf(createWrittenGuard(), text, file)).toMatchObject([expect.stringContaining(missing)])
  })

  it.each([
    ['insert into activity (dealer_id, from_source) select $1, from_source from deal where dealer_id = $1'],
    ['update lead set customer_id = $1, deal_id = coalesce(deal_id, $3) where dealer_id = $2'],
    ['update lead set owner_id = $1 where dealer_id = $2'],
    ['insert into lead (dealer_id, mobile) values ($1, $2)'],
  ])('lets pass: %s', (text) => {
    expect(problemsOf(createWrittenGuard(), text, file)).toEqual([])
  })

  it('catches factories, tests and seeds as well', () => {
    const text = 'insert into activity (dealer_id) values ($1)'
    for (const from of ['src/customer/customer.factory.ts', 'src/customer/lost.test.ts', 'src/seed/demo.ts'])
      expect(problemsOf(createWrittenGuard(), text, from)).toHaveLength(1)
  })

  it('lets tests leave a series unknown', () => {
    const text = 'insert into suspension (dealer_id) values ($1)'
    expect(problemsOf(createWrittenGuard(), text, 'src/customer/lost.test.ts')).toEqual([])
    expect(problemsOf(createWrittenGuard(), text, file)).toHaveLength(1)
  })
})

describe('the guard of companions', () => {
  const file = () => 'src/customer/lost.repository.ts'
  const changed = Promise.resolve({ rowCount: 1 })
  /** Runs the statements in a transaction and returns the problems. */
  async function problemsIn(
    statements: readonly (string | [string, unknown[]])[],
    from = file,
    answer: Promise<unknown> = changed,
  ): Promise<readonly string[]> {
    const guard = createCompanionGuard()
    const connection = {}
    for (const one of ['begin', ...statements, 'commit']) {
      const [text, values] = typeof one === 'string' ? [one, []] : one
      await guard.see({ connection, text, values, answer }, from)
    }
    return guard.problems()
  }
  const notification = (channel: string): [string, unknown[]] => [notifying, [channel, ['1']]]
  const owner = 'select id from member where dealer_id = $1 and id = any($2) order by id for key share'
  const order = 'insert into vehicle_order (dealer_id, series_ids, model_ids) values ($1, $2, $3)'
  const buyer = 'insert into vehicle_order_buyer (dealer_id) values ($1)'

  it.each<[string, string, readonly (string | [string, unknown[]])[]]>([
    ['insert into deal (dealer_id) values ($1)', 'holds no member', [owner]],
    ['update deal set owner_id = $1 where dealer_id = $2', 'holds no member', [owner]],
    [
      'update deal set other_source = $1 where dealer_id = $2',
      'does not write activity from_source',
      [
        'update activity set from_source = $1 where dealer_id = $2',
        'update vehicle_order set from_source = $1 where dealer_id = $2',
      ],
    ],
    [
      'update deal set is_current = false where dealer_id = $1',
      'writes neither superseded_at nor merged_at',
      ['update deal set superseded_at = $1 where dealer_id = $2'],
    ],
    [order, 'does not write vehicle_order_buyer', [buyer]],
    [
      'update vehicle_order set phone = $1 where dealer_id = $2',
      'does not write vehicle_order_buyer',
      [buyer],
    ],
    [
      'delete from vehicle_order_line where dealer_id = $1',
      'does not write vehicle_order series_ids model_ids',
      [order, buyer],
    ],
    [
      'insert into vehicle_order_line (dealer_id) values ($1)',
      'does not write vehicle_order series_ids model_ids',
      [order, buyer],
    ],
    [
      'update vehicle_order_line set model_id = 1 where dealer_id = $1',
      'does not write vehicle_order series_ids model_ids',
      [order, buyer],
    ],
    [
      'update visit set receiver_id = $1 where dealer_id = $2',
      'does not use reception',
      ['insert into reception (dealer_id) values ($1)'],
    ],
    [
      'insert into member (dealer_id) values ($1)',
      'does not notify session_changed',
      [notification('session_changed')],
    ],
    ['update member set name = $1', 'does not notify session_changed', [notification('session_changed')]],
    ['update member set activated_at = $1', 'does not notify lead_backlog', [notification('lead_backlog')]],
    ['update dealer set topic = $1', 'does not notify session_changed', [notification('session_changed')]],
    ['delete from session', 'does not notify session_changed', [notification('session_changed')]],
    ['update session set ended_as = 1', 'does not notify session_changed', [notification('session_changed')]],
    ['update series set name = $1', 'does not notify base_changed', [notification('base_changed')]],
  ])('catches a transaction without its companion: %s', async (text, missing, companions) => {
    expect((await problemsIn([text]))[0]).toContain(missing)
    expect((await problemsIn([text, notification('another')]))[0]).toContain(missing)
    expect(await problemsIn([text, ...companions])).toEqual([])
    expect(await problemsIn([...companions, text])).toEqual([])
  })

  it('catches a write and a notification that are no transaction', async () => {
    const guard = createCompanionGuard()
    const connection = {}
    await guard.see({ connection, text: 'delete from session', answer: changed }, file)
    await guard.see({ connection, text: notifying, values: ['session_changed', []], answer: changed }, file)
    expect(guard.problems()).toHaveLength(1)
  })

  it('demands of tests the copies alone, and nothing of a rollback or where nothing changed', async () => {
    const text = 'delete from session'
    expect(await problemsIn([text], () => 'src/team/team.factory.ts')).toEqual([])
    expect(await problemsIn([order], () => 'src/order/order.factory.ts')).toHaveLength(1)
    expect(await problemsIn([text, 'rollback'])).toEqual([])
    expect(await problemsIn([text], file, Promise.resolve({ rowCount: 0 }))).toEqual([])
    expect(await problemsIn([text], file, Promise.reject(new Error('refused')))).toEqual([])
    expect(await problemsIn(['update member set last_seen_at = $1'])).toEqual([])
  })
})

describe('the read-only guard', () => {
  const text = 'insert into timeline (dealer_id) values ($1)'
  const file = 'src/customer/customer.repository.ts'

  it('catches a write by a call without `writes`', () => {
    for (const one of [text, `select nextval('lead_id_seq')`])
      expect(problemsOf(createReadOnlyGuard(), one, file, rooms.customer.get)).toMatchObject([
        expect.stringContaining('/v2/appCustomerService/get has no writes'),
      ])
  })

  it('lets calls with `writes` write, and counters count', () => {
    const guard = createReadOnlyGuard()
    expect(problemsOf(guard, text, file, rooms.customer.follow)).toEqual([])
    expect(problemsOf(guard, text, file, rooms.customer.list)).toEqual([])
    expect(problemsOf(guard, text, file)).toEqual([])
    const count = 'delete from rate_limit'
    expect(problemsOf(guard, count, 'src/platform/limits/limits.ts', rooms.customer.get)).toEqual([])
  })
})

describe('the guard of written tables', () => {
  const file = 'src/lead/lost.repository.ts'
  const text = 'with made as (insert into lead_event (dealer_id) values ($1)) update lead set owner_id = 1'
  const naming = (...tables: Table[]) => {
    const guard = createTargetGuard()
    const writes = tables.map((table) => ({ table }))
    guard.named({ text, facts: { writes, dealerIds: [1] } })
    return guard
  }

  it('catches a table that a statement writes without naming it, or names without writing it', () => {
    for (const guard of [createTargetGuard(), naming('lead'), naming('lead_event')])
      expect(problemsOf(guard, text, file)).toMatchObject([expect.stringMatching(/without `target`/)])
    expect(problemsOf(naming('lead', 'lead_event', 'notice'), text, file)).toMatchObject([
      expect.stringMatching(/names notice, which it does not write/),
    ])
    expect(problemsOf(naming('lead_event', 'lead'), text, file)).toEqual([])
    expect(problemsOf(createTargetGuard(), 'select from lead', file)).toEqual([])
    expect(problemsOf(createTargetGuard(), text, 'src/lead/lead.factory.ts')).toEqual([])
  })

  it('catches a write whose store is unknown, if its rows are displayed', () => {
    const guard = createTargetGuard()
    const stray = (table: Table, from: string): void => {
      const written = { table }
      guard.named({ text, facts: { writes: [written], dealerIds: [] } }, () => from)
      guard.stray(written)
    }
    stray('idempotency_key', file)
    stray('lead', 'src/seed/large.ts')
    expect(guard.problems()).toEqual([])
    stray('lead', file)
    expect(guard.problems()).toMatchObject([expect.stringContaining('lead for an unknown store')])
  })
})

describe('the guard of shown topics', () => {
  const file = 'src/lead/lost.repository.ts'
  const text = 'select from lead l join visit v on v.dealer_id = $1 where l.dealer_id = $1'
  const query = (own: Partial<Call>): Call => ({ ...rooms.lead.list, omits: {}, shows: [], ...own })
  const problemsFor = (own: Partial<Call>) => problemsOf(createShownGuard(), text, file, query(own))

  it('catches a query that reads a table and neither shows nor omits its topic', () => {
    expect(problemsFor({})).toHaveLength(2)
    expect(problemsFor({ shows: ['lead'] })).toMatchObject([expect.stringMatching(/reads visit.*show desk/)])
    expect(problemsFor({ shows: ['lead'], omits: { desk: 'why' } })).toEqual([])
    expect(problemsFor({ omits: 'why' })).toEqual([])
    expect(problemsFor({ writes: true })).toEqual([])
  })

  it('catches a cached answer that another topic should drop', () => {
    const caching = () => cachedChannel.runStores(['lead'], () => problemsFor({ shows: ['lead', 'desk'] }))
    expect(caching()).toMatchObject([expect.stringMatching(/caches rows of visit/)])
  })

  it('catches a topic that a query names and reads in no test', () => {
    const { path } = rooms.lead.list
    const calls = [query({ shows: ['lead', 'desk'], omits: { order: 'why' } })]
    expect(findUnread([{ [path]: ['lead'] }, { [path]: ['order'] }], calls)).toEqual([
      `${path} names desk, whose tables it read in no test`,
    ])
    expect(findUnread([{ [path]: ['lead', 'desk', 'order'] }], calls)).toEqual([])
  })
})

describe('surplus fields of a response', () => {
  it('are reported with their path', () => {
    const parsed = { data: [{ id: 1 }, { id: 2 }], total: 2 }
    const data = [
      { id: 1, mobile: '1' },
      { id: 2, mobile: '2' },
    ]
    expect(surplusOf({ data, total: 2, more: 1 }, parsed)).toEqual(['data[].mobile', 'more'])
    expect(surplusOf(parsed, parsed)).toEqual([])
  })
})

describe('clear numbers of a response', () => {
  it('are reported with their field', () => {
    const data = [{ id: 1, mobile: '199****0001', remark: '打给 199-1234-0001' }]
    expect(clearNumbersOf({ data, token: '19912340001' })).toEqual(['data[].remark: 打给 199-1234-0001'])
    expect(clearNumbersOf({ total: 19_912_340_001 })).toEqual(['total: 19912340001'])
    expect(clearNumbersOf({ by: { 19912340001: 1 } })).toEqual(['by.19912340001: a name'])
    expect(
      clearNumbersOf({ fields: { 'X-Amz-Signature': 'a19912340001b', policy: 'a19912340001b' } }),
    ).toEqual([])
    expect(clearNumbersOf({ url: 'a?X-Amz-Signature=0123456789a19912340001bcd' })).toEqual([])
    expect(clearNumbersOf({ key: '0f19912340-0001-4000-8000-199123400012' })).toEqual([])
  })
})

describe('the guards watch', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('all statements, with the call during which they are sent and the file that sends them', async () => {
    const { token } = await buildMember(app.db, app.now(), { role: 1 })
    const seen: (readonly [string | undefined, string | undefined])[] = []
    const stop = watchStatements([
      { see: ({ call, file }) => void seen.push([call?.path, file()]), problems: () => [] },
    ])
    await app.post(rooms.customer.list, token, {})
    stop()
    // Not by position: a notified change of the member reads the session again at any time.
    expect(seen).toContainEqual([undefined, 'src/access/session/session.repository.ts'])
    expect(seen).toContainEqual([rooms.customer.list.path, 'src/customer/list/list.repository.ts'])
  })

  it('all tables: each belongs to a room', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
      app.db,
    )
    expect(
      Object.keys(roomOf).toSorted(),
      'each table is described in the <room>.tables.ts of its room',
    ).toEqual(rows.map(({ name }) => name).toSorted())
    expect(inject('tenantTables')).toEqual(
      expect.arrayContaining(['customer', 'deal', 'lead', 'notice', 'member']),
    )
    expect(inject('numberedTables')).toEqual(expect.arrayContaining(['notice', 'reception', 'timeline']))
    expect(inject('numberedTables')).not.toContain('group_mobile')
  })
})

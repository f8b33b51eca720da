import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text as read } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { errors } from '@showroom/contract/kernel/errors'
import { topics } from '@showroom/contract/kernel/topics'
import type { Call } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { plantRow } from '../../../test/cluster/plant.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildReceivingStore, buildSource, deliver, leadsOf, newLead } from '../../lead/intake.factory.ts'
import { createToken } from '../../appointment/link/token.ts'
import { mergeDouble } from '../../customer/index.ts'
import { memoryEnvironment } from '../../memory.ts'
import { mergeStores } from '../../operate/stores/merge.ts'
import type { MergeDeps } from '../../operate/stores/merge.ts'
import { removeStore } from '../../operate/stores/remove.ts'
import type { Removal } from '../../operate/stores/remove.ts'
import { listStoreTables, sharedKeysOf } from '../../operate/stores/store.rows.ts'
import type { StoreTable } from '../../operate/stores/store.rows.ts'
import { secondsOf, systemClock } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import { lockNetwork } from '../../platform/db/network-lock.ts'
import { insertRun } from '../../platform/observe/backups.repository.ts'
import { mintCommandSession } from '../../platform/session/session.ts'
import { readXlsx } from '../../platform/xlsx/xlsx.ts'
import { allTables } from '../../rooms.ts'
import { buildMember } from '../../team/team.factory.ts'
import { demoDealers } from '../network.ts'
import { applyNetwork } from './apply.ts'
import { closeStore, openStore } from './network.close.ts'

/** A closed store is merged into another of its group, with everything it has. */

const main = path.resolve(import.meta.dirname, 'network.main.ts')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ of: 'demo' })
}, 120_000)
afterAll(() => app.close())

const backUp = (at = app.now()) =>
  insertRun(app.db, { kind: 'base', startedAt: at, endedAt: at, place: 'tests', bytes: 1, failure: null })

const command = (words: readonly string[]) =>
  spawn(process.execPath, [main, ...words], {
    env: {
      ...memoryEnvironment,
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: path.dirname(app.filesFolder),
      FILE_SECRET: testSecret,
    },
  })

const deps = (lines: string[]) => ({
  url: app.databaseUrl,
  tables: allTables,
  files: app.app.files,
  filesInBucket: false,
  now: app.now,
  changed: (dealerId: number) => app.app.live.emit({ dealerId, topics }),
  say: (line: string) => void lines.push(line),
})

async function merge(from: string, into: string, isDryRun = false): Promise<string[]> {
  const lines: string[] = []
  const joinFiles: MergeDeps['joinFiles'] = (dealer, double) =>
    transact(app.app.db, async (db) => {
      const session = mintCommandSession(dealer, '门店合并', app.now())
      await mergeDouble({ db, session, now: app.now(), ip: '', events: app.app.events }, double)
      return undefined
    })
  await mergeStores({ ...deps(lines), joinFiles }, { from, into }, isDryRun)
  return lines
}

async function remove(removal: Removal, isDryRun = false): Promise<string> {
  const lines: string[] = []
  await removeStore(deps(lines), removal, isDryRun)
  return lines.join('\n')
}

/** Ids, hashes and keys that no other store has, as in a row of the product. */
const ownOf = ({ columns }: StoreTable, dealerId: number): Record<string, unknown> => ({
  ...Object.fromEntries(
    columns.flatMap(({ name, type }): [string, unknown][] => {
      if (
        name.endsWith('_id') &&
        ['bigint', 'integer'].includes(type) &&
        !['source_id', 'group_id'].includes(name)
      )
        return [[name, 900_000 + dealerId]]
      if (name.endsWith('_hash')) return [[name, Buffer.from(`x${dealerId}`)]]
      return /^key$|_key$/.test(name) && type === 'text'
        ? [[name, `file/${dealerId}/0000000${dealerId}-0000-0000-0000-000000000000.pdf`]]
        : []
    }),
  ),
  dealer_id: dealerId,
})

const countOf = async ({ table }: StoreTable, dealerId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)} where dealer_id = ${dealerId}`.execute(app.db)
  return rows[0]?.total ?? 0
}

const sums = [
  rooms.report.taskSum,
  rooms.report.customerSum2,
  rooms.report.seriesSum,
  rooms.report.storeSourceSum,
  rooms.report.onlineSum,
  rooms.report.appointmentSum,
  rooms.report.testCarSum,
] as const satisfies readonly Call[]

/** Numbers of the whole store, by report and measure; shares and averages are not added up. */
async function readSums(token: string): Promise<Map<string, number>> {
  const now = secondsOf(app.now())
  const sumOf = new Map<string, number>()
  for (const call of sums) {
    const answer = (await app.post<Call>(call, token, {
      dateStart: addDays(now, -29),
      dateEnd: now,
    })) as Record<string, unknown>
    expect(answer, call.path).toMatchObject({ status: '0' })
    const total = (answer['completeTotal'] ?? answer['total'] ?? {}) as Record<string, unknown>
    for (const [name, value] of Object.entries(total))
      if (typeof value === 'number' && !/ratio|rate|average|seconds/i.test(name))
        sumOf.set(`${call.path} ${name}`, value)
  }
  return sumOf
}

it('gives all rows of all tables to the other store, under the same ids', { timeout: 300_000 }, async () => {
  const [into, from] = demoDealers.map(({ id }) => id) as [number, number]
  const codes = demoDealers.map(({ code }) => code)
  const boss = await buildMember(app.db, app.now(), { dealerId: into, role: 1 })
  const formerBoss = await buildMember(app.db, app.now(), { dealerId: from, role: 1 })
  // No customer is in both here, so that nothing is counted once instead of twice.
  await sql`
    update customer c set mobile = '191' || lpad(id::text, 8, '0') where dealer_id = ${from} and mobile <> ''
      and exists (select from customer o where o.dealer_id = ${into} and o.mobile = c.mobile)`.execute(app.db)
  const tables = await listStoreTables(app.db, allTables)
  for (const of of tables)
    for (const dealerId of [from, into])
      if ((await countOf(of, dealerId)) === 0 && !['session', 'member'].includes(of.table))
        await plantRow(app.db, of.table, ownOf(of, dealerId)).catch((error: unknown) => {
          throw new Error(`${of.table}: ${(error as Error).message}`)
        })
  const idsOf = async ({ table }: StoreTable, dealerId: number) => {
    const { rows } = await sql<{ id: string }>`
      select id::text as id from ${sql.table(table)} where dealer_id = ${dealerId}`.execute(app.db)
    return rows.map(({ id }) => id)
  }
  const before = new Map<string, { from: number; into: number; ids: string[] }>()
  for (const of of tables) {
    const ids = of.columns.some(({ name }) => name === 'id') ? await idsOf(of, from) : []
    before.set(of.table, { from: await countOf(of, from), into: await countOf(of, into), ids })
  }
  const [own, others] = [await readSums(boss.token), await readSums(formerBoss.token)]

  await app.db.deleteFrom('backup_run').execute()
  await expect(merge(codes[1] ?? '', codes[0] ?? '')).rejects.toThrow(/is open: close it first/)
  await closeStore(app.databaseUrl, { code: codes[1] ?? '' }, app.now())
  await expect(merge(codes[1] ?? '', codes[0] ?? '')).rejects.toThrow(/make a backup/)
  await backUp(new Date(app.now().getTime() - 3_700_000))
  await expect(merge(codes[1] ?? '', codes[0] ?? '')).rejects.toThrow(/make a backup/)
  await backUp()
  expect(await merge(codes[1] ?? '', codes[0] ?? '', true)).toContain('Dry run: nothing was written.')
  expect(await countOf(tables[0] as StoreTable, from)).toBe(before.get(tables[0]?.table ?? '')?.from)
  await merge(codes[1] ?? '', codes[0] ?? '')

  for (const of of tables) {
    const was = before.get(of.table)
    const { storeMerge } = of
    const word = typeof storeMerge === 'string' ? storeMerge : Object.keys(storeMerge)[0]
    expect
      .soft(await countOf(of, from), `${of.table} of the closed store`)
      .toBe(word === 'copies' ? (was?.from ?? 0) + (of.table === 'audit' ? 2 : 0) : 0)
    if (['dropped', 'yields', 'adds', 'unites'].includes(word ?? '')) continue
    const there = new Set(of.columns.some(({ name }) => name === 'id') ? await idsOf(of, into) : [])
    expect
      .soft(
        was?.ids.filter((id) => !there.has(id)),
        `${of.table} lost`,
      )
      .toEqual([])
    expect
      .soft(await countOf(of, into), `${of.table} of the other store`)
      .toBeGreaterThanOrEqual((was?.from ?? 0) + (was?.into ?? 0))
  }
  await setTimeout(500)
  const merged = await readSums(boss.token)
  const wrong = [...merged].filter(
    ([name, value]) => value !== (own.get(name) ?? 0) + (others.get(name) ?? 0),
  )
  expect(
    wrong.map(([name, value]) => `${name}: ${own.get(name)} and ${others.get(name)} became ${value}`),
  ).toEqual([])
  await expect(merge(codes[1] ?? '', codes[0] ?? '')).rejects.toThrow(/is merged already/)
  await expect(openStore(app.databaseUrl, codes[1] ?? '', app.now())).rejects.toThrow(/merged or removed/)
})

let mobiles = 13_800_500_000
const newCustomerMobile = () => String((mobiles += 1))

/** Two stores of one group, each with an owner. */
async function buildPair() {
  const [from, into] = [
    await buildReceivingStore(app, { groupId: 1 }),
    await buildReceivingStore(app, { groupId: 1 }),
  ]
  const build = async ({ dealerId }: { dealerId: number }) => ({
    owner: await buildMember(app.db, app.now(), { dealerId, isActive: true }),
    boss: await buildMember(app.db, app.now(), { dealerId, role: 1, modules: ['客户管理', '企业管理'] }),
  })
  return { from: { ...from, ...(await build(from)) }, into: { ...into, ...(await build(into)) } }
}

it(
  'makes one of members, customers, targets and sources that are in both',
  { timeout: 120_000 },
  async () => {
    const { from, into } = await buildPair()
    const source = await buildSource(app.db)
    const double = newCustomerMobile()
    const master = await buildCustomer(app, into.owner, { mobile: double, name: '沈知行' })
    const gone = await buildCustomer(app, from.owner, { mobile: double, name: '沈先生' })
    const only = await buildCustomer(app, from.owner, { mobile: newCustomerMobile(), name: '欧阳静' })
    // One person works in both, and had a customer in the closed store.
    const { mobile, accountId } = into.owner
    await app.db
      .updateTable('member')
      .set({ account_id: accountId })
      .where('id', '=', from.owner.memberId)
      .execute()
    const same = { ...newLead(from.code), externalId: 'E-1' }
    await deliver(app, source, [same, { ...newLead(into.code), externalId: 'E-1' }])
    const target = (dealerId: number, basic: number) =>
      app.db
        .insertInto('month_target')
        .values({
          dealer_id: dealerId,
          month: '2026-11-01',
          member_id: null,
          measure: 'orders',
          basic,
          sprint: null,
          challenge: null,
        })
        .execute()
    await target(from.dealerId, 10)
    await target(into.dealerId, 5)
    const cut = (dealerId: number, version: number, content: string) =>
      app.db
        .insertInto('drive_agreement')
        .values({ dealer_id: dealerId, version, content, created_at: app.now() })
        .execute()
    await cut(from.dealerId, 1, '旧店协议')
    await cut(into.dealerId, 1, '新店协议')
    await app.db
      .insertInto('drive_paper')
      .values({
        dealer_id: from.dealerId,
        customer_id: only.customerId,
        activity_id: only.activityId,
        version: 1,
        licence_key: '',
        signature_key: '',
        handed_at: app.now(),
      })
      .execute()
    const link = createToken(from.dealerId)
    const { activityId } = only
    await app.db
      .insertInto('appointment_link')
      .values({
        dealer_id: from.dealerId,
        token_hash: link.hash,
        activity_id: activityId,
        appointment_id: activityId,
        created_at: app.now(),
      })
      .execute()
    await closeStore(app.databaseUrl, { code: from.code }, app.now())
    await backUp()

    const waits = (value: boolean) =>
      app.db.updateTable('deal').set({ waiting_fail_review: value }).where('id', '=', master.dealId).execute()
    await waits(true)
    await expect(merge(from.code, into.code)).rejects.toThrow(
      /1 customers who are in both stores wait for the review/,
    )
    await waits(false)
    const [tried, dry] = [
      await merge(from.code, into.code, true),
      (await merge(from.code, into.code, true)).join('\n'),
    ]
    expect(tried.join('\n')).toBe(dry)
    expect(dry).toContain('1 members are in both')
    expect(dry).toContain('1 customers are in both')
    expect(dry).not.toContain(double)

    const both = await Promise.allSettled([merge(from.code, into.code), merge(from.code, into.code)])
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
    expect(refused).toEqual([expect.stringMatching(/Another process merges|is merged already/)])
    await expect(merge(from.code, into.code)).rejects.toThrow(/is merged already/)

    // The file of both has the deals of both, and the owner of the other store.
    const slave = await app.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', gone.customerId)
      .executeTakeFirstOrThrow()
    expect(slave).toMatchObject({
      dealer_id: into.dealerId,
      merged_into_id: master.customerId,
      mobile: double,
    })
    const results = await app.post(rooms.find.find, into.boss.token, { key: '欧阳静' })
    expect(JSON.stringify(results)).toContain(String(only.customerId))
    // The member of the closed store has left, and the one of the other store goes on.
    expect(
      await app.post(rooms.customer.get, into.owner.token, { customerId: only.customerId }),
    ).toMatchObject({ status: '0' })
    const former = await app.db
      .selectFrom('member')
      .selectAll()
      .where('id', '=', from.owner.memberId)
      .executeTakeFirstOrThrow()
    expect(former).toMatchObject({ dealer_id: into.dealerId, left_at: app.now() })
    expect(mobile).not.toBe('')
    const targets = await app.db
      .selectFrom('month_target')
      .select('basic')
      .where('dealer_id', '=', into.dealerId)
      .execute()
    expect(targets).toEqual([{ basic: 15 }])
    const external = await app.db
      .selectFrom('lead')
      .select('external_id')
      .where('dealer_id', '=', into.dealerId)
      .orderBy('external_id')
      .execute()
    expect(external).toEqual([{ external_id: '1:E-1' }, { external_id: `1:E-1@${from.code}` }])
    const texts = await app.db
      .selectFrom('drive_agreement')
      .select(['version', 'content'])
      .where('dealer_id', '=', into.dealerId)
      .orderBy('version')
      .execute()
    expect(texts).toEqual([
      { version: 1, content: '新店协议' },
      { version: 2, content: '旧店协议' },
      { version: 3, content: '新店协议' },
    ])
    expect(
      await app.db
        .selectFrom('drive_paper')
        .select('version')
        .where('customer_id', '=', only.customerId)
        .execute(),
    ).toEqual([{ version: 2 }])

    // Its page names the other store.
    const page = await app.app.http.inject({ method: 'GET', url: `/a/${link.text}` })
    const { name } = await app.db
      .selectFrom('dealer')
      .select('name')
      .where('id', '=', into.dealerId)
      .executeTakeFirstOrThrow()
    expect(page.body).toContain(name)

    // Leads for the closed store arrive in the other one.
    const before = (await leadsOf(app, into.dealerId)).length
    await deliver(app, source, [newLead(from.code)])
    expect(await leadsOf(app, into.dealerId)).toHaveLength(before + 1)
  },
)

/** Reasons for which a network file is refused. */
async function problemsOf(content: object): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-former-'))
  const file = path.join(folder, 'network.json')
  writeFileSync(file, JSON.stringify(content))
  const options = { dryRun: true, leave: false, overwrite: true, serverSecret: testSecret }
  const { problems } = await applyNetwork(app.databaseUrl, file, options, app.now())
  rmSync(folder, { recursive: true })
  return problems.map(({ column, text }) => `${column} ${text}`)
}

it('a store is not sold while it gives leads to a store of its group, or gets them', async () => {
  const { from, into } = await buildPair()
  const move = async (...codes: string[]): Promise<string> => {
    const rows = codes.map((code) => ({ 门店编码: code, 集团: '买方集团' }))
    return (await problemsOf({ 集团: [{ 集团名称: '买方集团' }], 门店: rows })).join('\n')
  }
  await closeStore(app.databaseUrl, { code: from.code, successor: into.code }, app.now())
  expect(await move(from.code)).toContain(`集团 与原集团门店（${into.code}）之间仍有停业门店的线索接收`)
  expect(await move(into.code)).toContain(`集团 与原集团门店（${from.code}）之间仍有停业门店的线索接收`)
  expect(await move(from.code, into.code)).not.toContain('线索接收')
  await closeStore(app.databaseUrl, { code: from.code }, app.now())
  expect(await move(from.code)).not.toContain('线索接收')
})

it('a merge does not begin with a store that was opened since its check', { timeout: 60_000 }, async () => {
  const { from, into } = await buildPair()
  await closeStore(app.databaseUrl, { code: from.code }, app.now())
  await backUp()
  let outcome: Promise<unknown> = Promise.resolve()
  await transact(app.app.db, async (db) => {
    await lockNetwork(db)
    outcome = merge(from.code, into.code).then(
      () => 'merged',
      ({ message }: Error) => message,
    )
    await expect.poll(countWaiting).toBe(1)
    await db.updateTable('dealer').set({ closed_at: null }).where('id', '=', from.dealerId).execute()
  })
  expect(await outcome).toBe('The stores were changed meanwhile. Run this again.')
  expect(
    await app.db.selectFrom('store_move').select('place').where('store_id', '=', from.dealerId).execute(),
  ).toEqual([])
})

/** Counts sessions that wait for the lock of changes of stores. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from pg_locks
    where locktype = 'advisory' and not granted and objid = hashtext('showroom network')::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
  return rows[0]?.total ?? 0
}

it('is finished by another run after a kill in the middle', { timeout: 180_000 }, async () => {
  const [from] = demoDealers.slice(2)
  const into = await buildReceivingStore(app, { groupId: from?.group_id ?? 0 })
  const code = from?.code ?? ''
  await closeStore(app.databaseUrl, { code }, app.now())
  await backUp(systemClock())
  const tables = await listStoreTables(app.db, allTables)
  const rowsOf = async (dealerId: number) =>
    new Map(await Promise.all(tables.map(async (of) => [of.table, await countOf(of, dealerId)] as const)))
  const before = await rowsOf(from?.id ?? 0)
  const start = () => command(['merge', '--from', code, '--to', into.code])
  const killed = start()
  let printed = ''
  killed.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
    // In the middle: members are copied, orders and customers are not.
    if (printed.includes('timeline:')) killed.kill('SIGKILL')
  })
  expect(await once(killed, 'close')).toEqual([null, 'SIGKILL'])
  expect(printed).not.toContain('is merged into')
  await expect(openStore(app.databaseUrl, code, app.now())).rejects.toThrow(/merged or removed/)
  // The other store keeps its state and its group until all rows are there.
  const closing = closeStore(app.databaseUrl, { code: into.code }, app.now())
  await expect(closing).rejects.toThrow(/another store is being merged into it/)
  const sold = { 门店: [{ 门店编码: into.code, 集团: '买方集团' }], 集团: [{ 集团名称: '买方集团' }] }
  expect(await problemsOf(sold)).toContain('集团 有门店正在并入该门店，合并完成后再变更集团')
  const again = start()
  const [text, problems] = await Promise.all([read(again.stdout), read(again.stderr)])
  expect(problems).toBe('')
  expect(text).toContain(`is merged into ${into.code}`)
  // A workbook from before the merge makes no one a member of what is left.
  const former = {
    门店: [{ 门店编码: code, 门店名称: '旧名' }],
    成员: [{ 门店编码: code, 手机号: newCustomerMobile(), 姓名: '周启明', 角色: '总经理' }],
  }
  const gone = '门店编码 该门店已合并或移除，请删除此行'
  expect((await problemsOf(former)).filter((one) => one === gone)).toHaveLength(2)
  const [left, there] = [await rowsOf(from?.id ?? 0), await rowsOf(into.dealerId)]
  for (const { table, storeMerge } of tables) {
    const isTrace = storeMerge === 'copies'
    expect.soft(isTrace || left.get(table) === 0, `${table} is left behind`).toBe(true)
    const isDropped = typeof storeMerge === 'object' && 'dropped' in storeMerge
    const isWhole = there.get(table) === before.get(table)
    expect.soft(isDropped || isTrace || isWhole, `${table} is not whole`).toBe(true)
  }
})

it('a removal is finished by another run after a kill in the middle', { timeout: 120_000 }, async () => {
  const { from, into } = await buildPair()
  const { dealerId, code } = from
  const mobile = newCustomerMobile()
  for (const owner of [from.owner, into.owner]) await buildCustomer(app, owner, { mobile })
  const profileOf = ({ token }: { token: string }, of: number) =>
    app.post(rooms.access.profile, token, { dealerId: of })
  const { name } = await app.db
    .updateTable('dealer')
    .set({ closed_at: new Date('2026-01-01') })
    .where('id', '=', dealerId)
    .returning('name')
    .executeTakeFirstOrThrow()
  await backUp(systemClock())
  expect(await profileOf(from.boss, dealerId)).toMatchObject({ isClosed: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-removed-'))
  const tables = (await listStoreTables(app.db, allTables)).filter(
    ({ storeMerge }) => storeMerge !== 'copies',
  )
  const totals = async (of: number) =>
    Object.fromEntries(await Promise.all(tables.map(async (one) => [one.table, await countOf(one, of)])))
  const others = await totals(into.dealerId)

  // The lock holds the removal in the middle: files of customers are erased first, members late.
  const holder = new pg.Client(app.databaseUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from deal where dealer_id = $1 for update', [dealerId])
  const killed = command(['remove', code, '--to', folder, '--confirm', name])
  await expect.poll(async () => (await totals(dealerId))['customer'], { timeout: 90_000 }).toBe(0)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  await holder.end()
  expect(await totals(dealerId)).toMatchObject({ customer: 0, deal: 1, member: 2 })
  await expect(openStore(app.databaseUrl, code, app.now())).rejects.toThrow(/merged or removed/)
  await expect.poll(async () => (await profileOf(from.boss, dealerId)).code).toBe(errors.SESSION_GONE.code)

  expect(await remove({ code, name, folder })).toContain('is removed.')
  expect(Object.entries(await totals(dealerId)).filter(([, total]) => total !== 0)).toEqual([])
  expect(await totals(into.dealerId)).toEqual(others)
  rmSync(folder, { recursive: true })
})

it('each unique key that two stores may share has a word', async () => {
  const tables = await listStoreTables(app.db, allTables)
  const without = tables.filter((of) => of.storeMerge === 'moves' && sharedKeysOf(of).length > 0)
  expect(
    without.map(
      (of) =>
        `${of.table}: ${sharedKeysOf(of)
          .map(({ name }) => name)
          .join()}`,
    ),
  ).toEqual([])
})

it(
  'writes everything of a store into a folder and erases it 180 days after its closing',
  { timeout: 120_000 },
  async () => {
    const { from, into } = await buildPair()
    const { name } = await app.db
      .selectFrom('dealer')
      .select('name')
      .where('id', '=', from.dealerId)
      .executeTakeFirstOrThrow()
    await buildCustomer(app, from.owner, { mobile: newCustomerMobile(), name: '=欧阳静' })
    const others = await buildCustomer(app, into.owner, { mobile: newCustomerMobile() })
    const key = `image/${from.dealerId}/m1-00000000-0000-0000-0000-000000000000.png`
    await app.app.files.write(key, Buffer.from('picture'))
    const long = 'x'.repeat(40_000)
    await app.db.updateTable('customer').set({ tags: long }).where('dealer_id', '=', from.dealerId).execute()
    const folder = mkdtempSync(path.join(tmpdir(), 'showroom-removed-'))
    const { code } = from
    const removal = { code, name, folder }
    await expect(remove(removal)).rejects.toThrow(/is open: close it first/)
    await closeStore(app.databaseUrl, { code }, app.now())
    await expect(remove(removal)).rejects.toThrow(/can be removed from 20/)
    const closedAt = new Date(app.now().getTime() - 181 * 86_400_000)
    await app.db.updateTable('dealer').set({ closed_at: closedAt }).where('id', '=', from.dealerId).execute()
    await app.db.deleteFrom('backup_run').execute()
    await expect(remove({ ...removal, name: '别的店' })).rejects.toThrow(/To confirm, give the store's name/)
    await expect(remove(removal)).rejects.toThrow(/make a backup/)
    await backUp()
    expect(await remove(removal, true)).toMatch(/customer: 1 rows[^]*nothing was written/)
    expect(await remove(removal)).toMatch(/is removed\. What remains: its name and code, its action log/)

    const tables = await listStoreTables(app.db, allTables)
    for (const of of tables.filter(({ storeMerge }) => storeMerge !== 'copies'))
      expect.soft(await countOf(of, from.dealerId), of.table).toBe(0)
    expect(
      await app.db.selectFrom('customer').select('id').where('id', '=', others.customerId).execute(),
    ).toHaveLength(1)
    expect(readFileSync(path.join(folder, 'files', key), 'utf8')).toBe('picture')
    expect(await app.app.files.size(key)).toBeUndefined()
    expect(readFileSync(path.join(folder, 'customer-1-tags.txt'), 'utf8')).toBe(long)
    const book = await readXlsx({
      bytes: readFileSync(path.join(folder, 'customer.xlsx')),
      maxRows: 10,
      maxUnpackedBytes: 1_000_000,
    })
    const [heads, row] = 'sheets' in book ? (book.sheets[0]?.rows ?? []) : []
    expect(heads?.cells).toContain('姓名 name')
    expect(row?.cells).toContain("'=欧阳静")
    await expect(remove(removal)).rejects.toThrow(/is removed already/)
    await expect(openStore(app.databaseUrl, code, app.now())).rejects.toThrow(/merged or removed/)
    rmSync(folder, { recursive: true })
  },
)

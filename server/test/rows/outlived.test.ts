import { connect } from 'node:net'
import { rooms } from '@showroom/contract'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { createDownloads } from '../../src/platform/files/download.ts'
import { exportKey } from '../../src/platform/files/files.ts'
import { buildMember, scopeOf, stageMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'
import { insertImport } from '../../src/transfer/import/import.repository.ts'
import { createTestApp, send, testSecret } from '../app.ts'
import type { TestApp } from '../app.ts'
import { countWaiting, holdCustomer } from '../cluster/holder.ts'
import { listenTo, originOf } from '../live.ts'
import { sheetRow, storeSheet } from '../sheets.ts'

/** Work that a member began stops when the member loses the right to it, on every process. */

const { startImport, importStatus, commitImport } = rooms.transfer
const { memberList, memberUpdate, memberLeave } = rooms.team

let app: TestApp
let other: TestApp['app']
let boss: BuiltMember
let worker: BuiltMember
beforeAll(async () => {
  app = await createTestApp({ heartbeatMs: 60_000 })
  other = await app.startNode()
})
afterAll(() => app.close())
/** Each test has its own store. */
beforeEach(async () => {
  boss = await buildMember(app.db, app.now(), { role: 1, name: '陆建峰' })
  const { dealerId } = boss
  worker = await buildMember(app.db, app.now(), { dealerId, role: 3, name: '冯经理' })
})

async function update(changes: object): Promise<void> {
  const { data = [] } = await app.post(memberList, boss.token, {})
  const member = data.find(({ memberId }) => memberId === worker.memberId)
  if (!member) throw new Error('the member is gone')
  const [siebelId = '', siebelPosition = ''] = member.siebelId.split('/')
  const body = {
    memberId: worker.memberId,
    name: member.userName,
    mobile: member.mobile,
    role: member.role,
    modules: member.modules,
    siebelId,
    siebelPosition,
    topUserId: member.manager,
    downUserIds: '',
    status: 0,
    ...changes,
  }
  const answer = await app.post(memberUpdate, boss.token, body)
  expect(answer, answer.text).toMatchObject({ status: '0' })
}

/** Each way to lose the right, with its text. */
const losses = [
  ['frozen', () => update({ status: -1 }), '账号已冻结'],
  ['made a consultant', () => update({ role: 4 }), '权限已变更'],
  [
    'gone',
    async () => {
      const ids = { memberId: worker.memberId, newMemberId: boss.memberId, newTopUserId: boss.memberId }
      const answer = await app.post(memberLeave, boss.token, ids)
      if (answer.status !== '0') throw new Error(`${answer.text} ${answer.fault}`)
    },
    '账号已离职',
  ],
] as const

const freeze = losses[0][1]
const noticesOf = async ({ token } = boss) =>
  ((await app.post(rooms.notice.list, token, {})).data ?? []).map(({ text }) => text)
const countFiles = async (): Promise<number> =>
  (
    await app.db
      .selectFrom('customer')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('dealer_id', '=', boss.dealerId)
      .executeTakeFirstOrThrow()
  ).total

describe('an import of 2,000 rows', () => {
  it.each(losses)(
    'stops before its next batch when the member is %s',
    async (_way, lose, why) => {
      const rows = Array.from({ length: 2_000 }, () => sheetRow())
      const file = await storeSheet(app, worker, rows)
      const { importId = 0 } = await app.post(startImport, worker.token, {
        file,
        fileName: '名单.xlsx',
        preview: true,
      })
      await app.app.importWork.run()
      expect(await send(other, commitImport, worker.token, { importId })).toMatchObject({ status: '0' })
      await vi.waitFor(async () => expect(await countFiles()).toBeGreaterThan(0), {
        timeout: 20_000,
        interval: 5,
      })
      await lose()
      const atLoss = await countFiles()
      await other.importWork.run()
      await app.app.importWork.run()
      const made = await countFiles()
      expect(made).toBeLessThanOrEqual(atLoss + 100)
      const row = await app.db
        .selectFrom('customer_import')
        .select(['state', 'refusal', 'success_total', 'row_total', 'finished_at'])
        .where('id', '=', importId)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        state: 5,
        refusal: `导入已停止：${why}`,
        success_total: made,
        row_total: 2_000,
      })
      expect(row.finished_at).not.toBeNull()
      expect(await noticesOf()).toContain(
        `冯经理的导入“名单.xlsx”已停止（${why}）：已导入${made}位客户，${2_000 - made}行未导入`,
      )
      // Restoring the right resumes nothing, and the member reads the result.
      await app.db
        .updateTable('member')
        .set({ status: 0, left_at: null, role: 3 })
        .where('id', '=', worker.memberId)
        .execute()
      await app.db
        .updateTable('session')
        .set({ ended_as: 0 })
        .where('member_id', '=', worker.memberId)
        .execute()
      await app.app.importWork.run()
      expect(await app.post(importStatus, worker.token, { importId })).toMatchObject({
        state: importState.stopped,
        successTotal: made,
        refusal: `导入已停止：${why}`,
      })
      expect(await countFiles()).toBe(made)
    },
    60_000,
  )

  it('is not even checked for a frozen member', async () => {
    const file = await storeSheet(app, worker, [sheetRow()])
    const made = { fileKey: file, fileName: '名单.xlsx', isDirect: true, ip: '', now: app.now() }
    await insertImport(app.db, scopeOf(worker), made)
    await freeze()
    await app.app.importWork.run()
    expect(await countFiles()).toBe(0)
    expect(await noticesOf()).toEqual(['冯经理的导入“名单.xlsx”已停止（账号已冻结）：还没有客户被导入'])
  })
})

describe('an action on many customers', () => {
  it('reports its progress to the freezing admin, and the received customers to the heir', async () => {
    const { dealerId } = boss
    const owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
    const heir = await buildMember(app.db, app.now(), { dealerId, name: '沈知行' })
    const customers = await Promise.all(Array.from({ length: 230 }, () => buildCustomer(app, owner)))
    const ids = customers.map(({ customerId }) => customerId).toSorted((one, two) => one - two)
    // The second batch waits until the member is frozen.
    const holder = await holdCustomer(app, ids[150] ?? 0)
    const { bulkId = 0 } = await app.post(rooms.customer.bulk, worker.token, {
      action: 'reassign',
      customerIds: ids.join(),
      memberId: heir.memberId,
    })
    const running = app.app.bulkWork.run()
    await holder.waiting(1)
    await freeze()
    await holder.release()
    await running
    const row = await app.db
      .selectFrom('customer_bulk')
      .select(['success_total', 'failures', 'finished_at'])
      .where('id', '=', bulkId)
      .executeTakeFirstOrThrow()
    expect(row.success_total).toBeLessThanOrEqual(200)
    expect(row.finished_at).not.toBeNull()
    const left = row.failures as unknown as { reason: string }[]
    expect(left).toHaveLength(230 - row.success_total)
    expect(left[0]?.reason).toBe('操作人的账号已冻结')
    expect(await noticesOf()).toContain(
      `冯经理的批量再分配已停止（账号已冻结）：已处理${row.success_total}位客户，${230 - row.success_total}位未处理`,
    )
    expect(await noticesOf(heir)).toEqual([`冯经理将${row.success_total}位客户分配给您`])
  })
})

describe('an open page', () => {
  it.each(['this process', 'another process'])('receives no event after the freeze, on %s', async (where) => {
    const node = where === 'this process' ? app.app : other
    const page = await listenTo(node, worker.token)
    node.live.emit({ dealerId: worker.dealerId, topics: ['order'] })
    expect(await page.next()).toEqual({ topics: ['order'] })
    const started = performance.now()
    await freeze()
    app.app.live.emit({ dealerId: worker.dealerId, topics: ['customer'] })
    await page.over
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(page.events.at(-1)).toEqual({ end: 'session' })
    // The freeze itself changed the team: an event may come before it, never after.
    expect(page.events.filter((event) => 'topics' in event)).toEqual([])
  })

  it('ends within a second after the session, and reconnects when the rights have changed', async () => {
    const page = await listenTo(other, worker.token)
    await app.post(rooms.access.logout, worker.token, {})
    await page.over
    expect(page.events).toEqual([{ end: 'session' }])
    const second = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, role: 3 })
    worker = { ...second }
    const changed = await listenTo(other, second.token)
    const bystander = await listenTo(other, boss.token)
    await update({ role: 4 })
    await changed.over
    expect(changed.events.at(-1)).toEqual({ end: 'rights' })
    app.app.live.emit({ dealerId: boss.dealerId, topics: ['lead'] })
    await vi.waitFor(() => expect(JSON.stringify(bystander.events)).toContain('lead'))
    expect(JSON.stringify(bystander.events)).not.toContain('end')
    bystander.leave()
  })
})

/** Holds the lock on a whole table, so that its readers have to wait. */
async function holdTable(table: string) {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    waiting: () => vi.waitFor(async () => expect(await countWaiting(app)).toBeGreaterThan(0), 5_000),
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}

describe('a call that takes long', () => {
  it('returns no data to a member frozen meanwhile', async () => {
    const held = await holdTable('deal')
    const answer = app.post(rooms.customer.list, worker.token, {})
    await held.waiting()
    await freeze()
    await held.release()
    expect(await answer).toMatchObject({ code: 100, detail: '您的账号已被冻结，请联系门店管理员' })
  })

  it('exports nothing for a former admin: no file, no row in the log', async () => {
    await buildCustomer(app, worker)
    const held = await holdTable('deal')
    const answer = app.post(rooms.customer.list, worker.token, { isExport: 1 })
    await held.waiting()
    // Changes the role directly, as the call would wait as well.
    await stageMember(app.db, worker, { role: 4 })
    await held.release()
    expect(await answer).toMatchObject({ code: 403 })
    expect(
      await app.db.selectFrom('export_log').selectAll().where('dealer_id', '=', boss.dealerId).execute(),
    ).toEqual([])
  })

  it('writes nothing for a member frozen while it waits', async () => {
    const { customerId } = await buildCustomer(app, worker)
    const held = await holdCustomer(app, customerId)
    const answer = app.post(rooms.customer.updateTag, worker.token, { customerId, tag: '急购' })
    await held.waiting(1)
    await freeze()
    await held.release()
    expect(await answer).toMatchObject({ code: 100 })
    const { tags } = await app.db
      .selectFrom('customer')
      .select('tags')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(tags).not.toContain('急购')
  })

  it('keeps no draft for a frozen member', async () => {
    await freeze()
    const draft = { form: 'customerAdd', draftId: 'd', revision: 1, content: {} }
    expect(await send(other, rooms.draft.save, worker.token, draft)).toMatchObject({ code: 100 })
  })
})

describe('a workbook', () => {
  it('is not served to a member without the right to export', async () => {
    await buildCustomer(app, worker)
    const { filePath = '' } = await app.post(rooms.customer.list, worker.token, { isExport: 1 })
    const fetchIt = async () =>
      (await app.app.http.inject({ url: filePath, headers: { authorization: worker.token } })).statusCode
    expect(await fetchIt()).toBe(200)
    await update({ role: 4 })
    expect(await fetchIt()).toBe(403)
  })

  it('is cut off in the middle when the member is frozen', async () => {
    const key = exportKey(worker.dealerId)
    const total = 40_000_000
    await app.app.files.write(key, Buffer.alloc(total))
    const link = createDownloads(testSecret).link(
      { key, memberId: worker.memberId, fileName: '客户列表.xlsx', may: { admin: true } },
      app.now(),
    )
    const { port, host, hostname } = new URL(await originOf(other))
    const slow = connect(Number(port), hostname)
    let bytes = 0
    slow.on('error', () => undefined)
    const closed = new Promise((resolve) => void slow.once('close', resolve))
    slow.write(`GET ${link} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${worker.token}\r\n\r\n`)
    await new Promise((resolve) => void slow.once('data', resolve))
    slow.on('data', (chunk) => {
      bytes += chunk.length
    })
    slow.pause()
    await freeze()
    await new Promise((resolve) => void setTimeout(resolve, 500))
    slow.resume()
    await closed
    expect(bytes).toBeLessThan(total)
  })
})

describe('an undo', () => {
  it('is refused to a member who lost the right', async () => {
    const { dealerId } = boss
    const owner = await buildMember(app.db, app.now(), { dealerId })
    const heir = await buildMember(app.db, app.now(), { dealerId })
    const { customerId } = await buildCustomer(app, owner)
    const { undoId = 0 } = await app.post(rooms.customer.bulk, worker.token, {
      action: 'reassign',
      customerIds: String(customerId),
      memberId: heir.memberId,
    })
    await update({ role: 4 })
    expect(await app.post(rooms.base.undo, worker.token, { undoId })).toMatchObject({ code: 403 })
  })
})

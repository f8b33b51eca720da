import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { rooms } from '@showroom/contract'
import { importState, importTexts, missingColumns } from '@showroom/contract/transfer/transfer.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, send } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { askUpload, fieldsOf, postFile } from '../../../test/files.ts'
import { listenTo } from '../../../test/live.ts'
import { firstSheetOf, sheetOf, sheetRow, storeBytes, storeSheet } from '../../../test/sheets.ts'
import type { SheetRow } from '../../../test/sheets.ts'
import { makeZip } from '../../../test/zip.ts'
import { buildMember, scopeOf } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer, newCustomer } from '../../customer/customer.factory.ts'
import { columns } from './import.columns.ts'
import { startRunning } from './import.repository.ts'

const { startImport, importStatus, commitImport, importTemplate } = rooms.transfer
const { add, get } = rooms.customer

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await buildMember(app.db, app.now(), { role: 3, name: '冯经理' })
})

const run = () => app.app.importWork.run()
const importOf = async (rows: readonly SheetRow[], fileName = '客户.xlsx') => {
  const file = await storeSheet(app, by, rows)
  return app.post(startImport, by.token, { file, fileName })
}
/** A checked import that waits for confirmation. */
async function previewOf(rows: readonly SheetRow[]) {
  const file = await storeSheet(app, by, rows)
  const { importId = 0 } = await app.post(startImport, by.token, { file, preview: true })
  await run()
  return app.post(importStatus, by.token, { importId })
}
const filesOf = async ({ dealerId } = by) =>
  app.db.selectFrom('customer').selectAll().where('dealer_id', '=', dealerId).orderBy('id').execute()
const errorsOf = (answer: { errors?: unknown }) =>
  answer.errors as { row: number; column: string; text: string }[]

/** Reads the sheet behind a download link. */
async function readLink(link = '', token = by.token) {
  const response = await app.app.http.inject({ url: link, headers: { cookie: `Dealer-User-Token=${token}` } })
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
  return firstSheetOf(response.rawPayload)
}

describe('an import', () => {
  it('skips numbers that a merge moved to another file, as mobile or as further number', async () => {
    const dealt = await Promise.all(
      [{}, { mobile: '13822240001', secondardPhone: '13822240002' }].map((one) =>
        buildCustomer(app, by, one),
      ),
    )
    const [master, slave] = dealt.map(({ customerId }) => customerId)
    await app.post(rooms.customer.merge, by.token, { masterCustomerId: master, slaveCustomerId: slave })
    const rows = ['13822240001', '13822240002', '13822240003'].map((mobile) => sheetRow({ 手机号: mobile }))
    expect(await previewOf(rows)).toMatchObject({ successTotal: 1, duplicateTotal: 2 })
    expect(await importOf(rows)).toMatchObject({ successTotal: 1, duplicateTotal: 2 })
  })

  it('counts against the shared limit of guesses, and is audited', async () => {
    const start = async () => {
      const file = await storeSheet(app, by, [sheetRow()])
      return app.post(startImport, by.token, { file, fileName: '名单.xlsx', preview: true })
    }
    for (let last = 1; last <= 116; last += 1)
      await app.post(rooms.customer.checkExist, by.token, {
        phone: `1382225${String(last).padStart(4, '0')}`,
      })
    // A sheet counts as two guesses, whatever its content.
    for (let sheet = 0; sheet < 2; sheet += 1) expect(await start()).toMatchObject({ status: '0' })
    const refused = { code: 429, detail: '按完整手机号查询过于频繁，请稍后再试' }
    expect(await start()).toMatchObject({
      code: 429,
      detail: '导入过于频繁：每小时最多60次，请60分钟后再试',
    })
    expect(await app.post(rooms.customer.checkExist, by.token, { phone: '13822240009' })).toMatchObject(
      refused,
    )
    const audited = await app.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('member_id', '=', by.memberId)
      .orderBy('id')
      .execute()
    expect(audited.filter(({ action }) => action === 'number-sheet')).toHaveLength(2)
    expect(audited[0]).toEqual({ action: 'number-sheet', detail: { fileName: '名单.xlsx' } })
    expect(audited.filter(({ action }) => action === 'number-search-limit')).toHaveLength(1)
    app.advance(3601)
    expect(await start()).toMatchObject({ status: '0' })
  })

  it('takes customers without a source as 自然到店, with the column and without', async () => {
    expect(await importOf([sheetRow({ 客户来源: '' }), sheetRow()])).toMatchObject({ successTotal: 2 })
    const others = columns.filter(({ heading }) => heading !== '客户来源')
    const file = await storeBytes(app, by, await sheetOf([sheetRow()], others))
    expect(await app.post(startImport, by.token, { file, fileName: '客户.xlsx' })).toMatchObject({
      successTotal: 1,
    })
    const deals = await app.db
      .selectFrom('deal')
      .select('from_source as source')
      .where('dealer_id', '=', by.dealerId)
      .execute()
    expect(deals.map(({ source }) => source)).toEqual([2, 2, 2])
  })

  it('opens a file per row, as adding one does', async () => {
    const row = sheetRow({
      客户姓名: '王小明',
      手机号: '+86 135 9999 0001',
      性别: '男',
      意向车系: '松涧、青屿',
      意向级别: 'a',
      下次跟进日期: '2026/11/20',
      业务类型: '置换',
      购车预算: '15-20',
      证件号码: '11010519491231002X',
      备注: '老客户介绍',
    })
    const answer = await importOf([row, sheetRow()])
    expect(answer).toMatchObject({
      status: '0',
      code: 0,
      detail: '',
      state: importState.done,
      rowTotal: 2,
      doneTotal: 2,
      successTotal: 2,
      duplicateTotal: 0,
      failTotal: 0,
      errors: [],
      failedUrl: '',
    })
    const [made] = await filesOf()
    expect(made).toMatchObject({
      name: '王小明',
      mobile: '13599990001',
      gender: 1,
      identify_no: '11010519491231002X',
    })
    const deal = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', made?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(deal).toMatchObject({
      owner_id: by.memberId,
      level: 'A',
      from_source: 2,
      business_type: 3,
      budget: 3,
      series_ids: [1201, 1203],
      next_follow_at: new Date('2026-11-19T16:00:00Z'),
      is_remote: 2,
      remark: '老客户介绍',
    })
    const { timelines, pendingActivity } = await app.post(get, by.token, { customerId: made?.id })
    expect(timelines).toMatchObject([{ subject: '建档', ownerName: '冯经理' }])
    expect(timelines?.[0]?.content).toBe(
      '新建客户档案，来源：自然到店；意向车系：松涧、青屿；客户经理：冯经理；备注：老客户介绍',
    )
    expect(pendingActivity).toMatchObject({ type: 1 })
    const [audit] = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('dealer_id', '=', by.dealerId)
      .where('action', '=', 'import')
      .execute()
    expect(audit).toMatchObject({
      member_id: by.memberId,
      account_id: by.accountId,
      record: `import:${answer.importId}`,
      detail: { fileName: '客户.xlsx', created: 2, duplicate: 0, failed: 0 },
    })
  })

  it('invalidates open pages', async () => {
    const page = await listenTo(app.app, by.token)
    await importOf([sheetRow()])
    expect(await page.next()).toEqual({ topics: ['customer'] })
    page.leave()
  })

  it('reports each invalid cell, imports the valid rows and skips duplicates', async () => {
    const first = sheetRow({ 手机号: '13588880001' })
    const last = sheetRow({ 证件号码: '110105194912310021', 预计购车日期: '不详', 下次跟进方式: '飞鸽' })
    await app.post(add, by.token, newCustomer(app, { mobile: '13588880002' }))
    await app.db
      .insertInto('blocklist')
      .values({ mobile: '13588880009', contacts: ['张经理', '李经理'] })
      .execute()
    const answer = await importOf([
      first,
      sheetRow({ 手机号: '135 8888 0001' }),
      sheetRow({ 手机号: '13588880002' }),
      sheetRow({ 客户姓名: '', 手机号: '123', 性别: '?', 客户来源: '抖音线下', 意向车系: '' }),
      sheetRow({ 意向车系: '松涧、幽灵车', 意向级别: 'Z', 购车区县: '火星区', 客户经理: '无此人' }),
      sheetRow({ 客户来源: '自定义', 下次跟进日期: '2027-01-01', 购车数量: '-1', 客户类型: '企业' }),
      sheetRow({ 手机号: '13588880009' }),
      last,
    ])
    expect(answer).toMatchObject({
      status: '0',
      rowTotal: 8,
      successTotal: 2,
      duplicateTotal: 2,
      failTotal: 4,
    })
    expect(answer.errors).toMatchObject([
      { row: 5, column: '客户姓名', value: '', text: '请输入客户姓名' },
      { row: 5, column: '手机号', value: '123', text: '请输入正确的手机号' },
      { row: 5, column: '性别', value: '?', text: '请选择性别' },
      { row: 5, column: '客户来源', value: '抖音线下', text: '请选择客户来源' },
      { row: 5, column: '意向车系', value: '', text: '请选择意向车系' },
      { row: 6, column: '意向车系', value: '松涧、幽灵车', text: '意向车系不存在：幽灵车' },
      { row: 6, column: '购车区县', value: '火星区', text: '杭州市没有区县“火星区”' },
      { row: 6, column: '意向级别', value: 'Z', text: '请选择级别' },
      { row: 6, column: '客户经理', value: '无此人', text: '所选客户经理不可用，请重新选择' },
      { row: 7, column: '自定义来源', value: '', text: '请选择自定义来源' },
      { row: 7, column: '企业名称', value: '', text: '请输入企业名称' },
      { row: 7, column: '购车数量', value: '-1', text: '购车数量为0-10000' },
      {
        row: 8,
        column: '手机号',
        value: '135****0009',
        text: '此客户在blc名单中，如有疑问请拨打【张经理、李经理】',
      },
      { row: 9, column: '下次跟进方式', value: '飞鸽', text: '请选择下次跟进' },
      { row: 9, column: '预计购车日期', value: '不详', text: '日期格式不正确，请填写如 2026-11-30' },
      { row: 9, column: '证件号码', value: '110***********0021', text: '请输入合法证件号' },
    ])
    // The cells of row 9 are optional: they are named, and the customer is on file without them.
    expect((await filesOf()).map(({ mobile, identify_no }) => [mobile, identify_no])).toEqual([
      ['13588880002', ''],
      ['13588880001', ''],
      [last.手机号, ''],
    ])
    expect((await filesOf())[1]?.name).toBe(first.客户姓名)
  })

  it('refuses implausible dates', async () => {
    const answer = await importOf([
      sheetRow({ 预计购车日期: '2066-01-01' }),
      sheetRow({ 预计购车日期: '1970-01-02' }),
      sheetRow({ 下次跟进日期: '2286-01-01' }),
    ])
    expect(answer.errors).toMatchObject([
      { row: 2, column: '预计购车日期', value: '2066-01-01', text: '请选择合理的日期' },
      { row: 3, column: '预计购车日期', value: '1970-01-02', text: '请选择合理的日期' },
      { row: 4, column: '下次跟进日期', value: '2286-01-01', text: '请选择合理的日期' },
    ])
  })

  it('refuses a number in a name, and masks numbers in its errors', async () => {
    const answer = await importOf([
      sheetRow({ 客户姓名: '王小明138-1234-5678' }),
      sheetRow({ 意向车系: '松涧，１３８１２３４５６７８' }),
    ])
    expect(answer).toMatchObject({ successTotal: 0, failTotal: 2 })
    expect(answer.errors).toMatchObject([
      { column: '客户姓名', value: '王小明138****5678', text: '姓名中不能包含电话号码' },
      { column: '意向车系', value: '松涧，１３８****５６７８', text: '意向车系不存在：１３８****５６７８' },
    ])
  })

  it('reports problems that only the database can detect', async () => {
    const answer = await importOf([
      sheetRow({ 购车区县: '火星区' }),
      sheetRow({ 下次跟进日期: '2026-11-25' }),
      sheetRow({ 竞品车系: '没有的车' }),
    ])
    expect(errorsOf(answer).map(({ row, column, text }) => [row, column, text])).toEqual([
      [2, '购车区县', '杭州市没有区县“火星区”'],
      [3, '下次跟进日期', '跟进日期超出该级别的可选范围'],
      [4, '竞品车系', '竞品车系不存在：没有的车'],
    ])
  })

  it('returns the failed rows as a workbook that can be corrected and imported again', async () => {
    const bad = sheetRow({ 客户姓名: '=cmd|calc', 意向车系: '幽灵车', 手机号: '13577770001' })
    const { failedUrl } = await importOf([sheetRow(), bad])
    const [head, row] = await readLink(failedUrl)
    expect(head).toEqual([...columns.map(({ heading }) => heading), '失败原因'])
    expect(row?.[0]).toBe("'=cmd|calc")
    expect(row?.[1]).toBe('13577770001')
    expect(row?.at(-1)).toBe('意向车系：意向车系不存在：幽灵车')
    const fixed = Object.fromEntries((head ?? []).map((heading, at) => [heading, row?.[at] ?? '']))
    const again = await importOf([{ ...fixed, 意向车系: '松涧' }])
    expect(again).toMatchObject({ successTotal: 1, failTotal: 0 })
    expect((await filesOf()).at(-1)?.name).toBe('=cmd|calc')
  })

  it('assigns customers to the named members, by name or mobile', async () => {
    const clerk = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '许安' })
    const twin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '同名' })
    await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '同名' })
    const answer = await importOf([
      sheetRow({ 客户经理: '许安' }),
      sheetRow({ 客户经理: twin.mobile }),
      sheetRow({ 客户经理: '同名' }),
    ])
    expect(answer).toMatchObject({ successTotal: 2, failTotal: 1 })
    expect(errorsOf(answer)[0]).toMatchObject({
      row: 4,
      column: '客户经理',
      text: '有同名成员，请填写手机号',
    })
    const deals = await app.db
      .selectFrom('deal')
      .select('owner_id')
      .where('dealer_id', '=', by.dealerId)
      .orderBy('id')
      .execute()
    expect(deals.map(({ owner_id }) => owner_id)).toEqual([clerk.memberId, twin.memberId])
  })
})

describe('the preview', () => {
  it('does not reveal whether a single number is on file', async () => {
    await app.post(add, by.token, newCustomer(app, { mobile: '13588880012' }))
    const numbers = ['13588880011', '13588880012', '13588880013']
    const preview = await previewOf(numbers.map((手机号) => sheetRow({ 手机号, 客户姓名: '' })))
    expect(preview).toMatchObject({ successTotal: 0, duplicateTotal: 0, failTotal: 3 })
    expect(errorsOf(preview).map(({ row }) => row)).toEqual([2, 3, 4])
    expect((await readLink(preview.failedUrl)).slice(1).map(([, mobile]) => mobile)).toEqual(numbers)
  })

  it('handles an invalid cell that is cut within a character', async () => {
    const answer = await importOf([sheetRow({ 客户来源: `来${'🚗'.repeat(80)}` }), sheetRow()])
    expect(answer).toMatchObject({ successTotal: 2, errors: [{ row: 2, column: '客户来源' }] })
  })

  it('counts the rows to import, and imports none before confirmation', async () => {
    const preview = await previewOf([sheetRow(), sheetRow({ 性别: '' })])
    expect(preview).toMatchObject({
      state: importState.checked,
      rowTotal: 2,
      doneTotal: 2,
      successTotal: 1,
      failTotal: 1,
      errors: [{ row: 3, column: '性别', text: '请选择性别' }],
    })
    expect(await readLink(preview.failedUrl)).toHaveLength(2)
    expect(await filesOf()).toEqual([])
    const { importId } = preview
    expect(await app.post(commitImport, by.token, { importId })).toMatchObject({ state: importState.running })
    await run()
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({
      state: importState.done,
      successTotal: 1,
      failTotal: 1,
    })
    expect(await filesOf()).toHaveLength(1)
    expect((await app.post(importStatus, by.token, {})).importId).toBe(importId)
  })

  it('is committed once, however often it is confirmed', async () => {
    const { importId } = await previewOf([sheetRow(), sheetRow()])
    await Promise.all([1, 2, 3].map(() => app.post(commitImport, by.token, { importId })))
    await Promise.all([run(), run()])
    await app.post(commitImport, by.token, { importId })
    await run()
    expect(await filesOf()).toHaveLength(2)
    const audits = await app.db
      .selectFrom('audit')
      .select('id')
      .where('dealer_id', '=', by.dealerId)
      .where('action', '=', 'import')
      .execute()
    expect(audits).toHaveLength(1)
  })

  it('belongs to the member who created it', async () => {
    const { importId } = await previewOf([sheetRow()])
    const others = [
      await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 1 }),
      await buildMember(app.db, app.now(), { role: 1 }),
    ]
    for (const { token } of others) {
      expect(await app.post(importStatus, token, { importId })).toMatchObject({ code: 404 })
      expect(await app.post(commitImport, token, { importId })).toMatchObject({ code: 404 })
    }
    expect(await filesOf()).toEqual([])
  })

  it('is checked again for changes since then on import', async () => {
    const clerk = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '许安' })
    const taken = sheetRow()
    const { importId } = await previewOf([
      taken,
      sheetRow({ 客户经理: '许安' }),
      sheetRow({ 下次跟进日期: '2026-11-18' }),
    ])
    await app.post(add, by.token, newCustomer(app, { mobile: taken.手机号 }))
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', clerk.memberId).execute()
    const before = app.now()
    app.advance(3 * 86_400)
    await app.db.updateTable('session').set({ last_seen_at: app.now(), created_at: app.now() }).execute()
    await app.post(commitImport, by.token, { importId })
    await run()
    const done = await app.post(importStatus, by.token, { importId })
    app.setNow(before)
    expect(done).toMatchObject({ state: importState.done, successTotal: 0, duplicateTotal: 1, failTotal: 2 })
    expect(errorsOf(done).map(({ row, column }) => [row, column])).toEqual([
      [3, '客户经理'],
      [4, '下次跟进日期'],
    ])
  })
})

describe('a kill during an import', () => {
  /** Makes the database fail on that mobile, as if the process died within the batch. */
  const breakOn = async (mobile = '') => {
    await sql`
      create or replace function break_import() returns trigger language plpgsql as
      $$ begin if new.mobile = ${sql.lit(mobile)} then raise exception 'killed'; end if; return new; end $$`.execute(
      app.db,
    )
    await sql`create or replace trigger break_import before insert on customer for each row execute function break_import()`.execute(
      app.db,
    )
  }
  const rows = () => Array.from({ length: 130 }, () => sheetRow())

  it('rolls the batch back and continues there without loss or repetition', async () => {
    const sheet = rows()
    const { importId } = await previewOf(sheet)
    await app.post(commitImport, by.token, { importId })
    await run().catch(() => undefined)
    await expectAll(sheet)
  })

  it('leaves whole batches with correct counts', async () => {
    const sheet = rows()
    const { importId = 0 } = await previewOf(sheet)
    await breakOn(sheet[117]?.手机号)
    await repositoryStart(importId)
    await run()
    expect(await filesOf()).toHaveLength(100)
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({
      state: importState.running,
      doneTotal: 100,
      successTotal: 100,
    })
    await breakOn()
    // The failed import is retried when its lease expires.
    app.advance(60)
    await run()
    await expectAll(sheet)
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({
      state: importState.done,
      doneTotal: 130,
      successTotal: 130,
    })
  })

  it('lets another process take over after a minute without progress', async () => {
    const sheet = rows()
    const { importId = 0 } = await previewOf(sheet)
    await repositoryStart(importId)
    const until = new Date(app.now().getTime() + 60_000)
    await app.db
      .updateTable('customer_import')
      .set({ lease_holder: 'the dead one', lease_until: until })
      .where('id', '=', importId)
      .execute()
    const other = await app.startNode()
    await other.importWork.run()
    expect(await filesOf()).toEqual([])
    app.advance(60)
    await other.importWork.run()
    await expectAll(sheet)
  })

  it('during the check restarts it', async () => {
    const sheet = [...rows(), ...rows(), ...rows()]
    const file = await storeSheet(app, by, sheet)
    await sql`
      create or replace function break_check() returns trigger language plpgsql as
      $$ begin if new.row_no = 300 then raise exception 'killed'; end if; return new; end $$`.execute(app.db)
    await sql`create trigger break_check before insert on customer_import_row for each row execute function break_check()`.execute(
      app.db,
    )
    const { importId } = await app.post(startImport, by.token, { file, preview: true })
    await run()
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({
      state: importState.checking,
      doneTotal: 250,
    })
    await sql`drop trigger break_check on customer_import_row`.execute(app.db)
    app.advance(60)
    await run()
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({
      state: importState.checked,
      rowTotal: 390,
      successTotal: 390,
      duplicateTotal: 0,
    })
  })

  it('two processes at once import each row once', async () => {
    const sheet = rows()
    const { importId = 0 } = await previewOf(sheet)
    const other = await app.startNode()
    await repositoryStart(importId)
    await Promise.all([run(), other.importWork.run()])
    await expectAll(sheet)
  })

  it('a stopping server finishes the current batch only', async () => {
    const sheet = rows()
    const { importId = 0 } = await previewOf(sheet)
    const other = await app.startNode()
    await repositoryStart(importId)
    const running = other.importWork.run()
    await other.importWork.stop()
    await running
    expect((await filesOf()).length).toBeLessThan(130)
    await run()
    await expectAll(sheet)
  })

  /** Confirms the import without waking the worker. */
  const repositoryStart = (importId: number) => startRunning(app.db, scopeOf(by), importId, app.now())

  async function expectAll(sheet: readonly SheetRow[]): Promise<void> {
    const made = await filesOf()
    expect(new Set(made.map(({ mobile }) => mobile))).toEqual(new Set(sheet.map(({ 手机号 }) => 手机号)))
    expect(made).toHaveLength(sheet.length)
    const { total } = await app.db
      .selectFrom('timeline')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('dealer_id', '=', by.dealerId)
      .executeTakeFirstOrThrow()
    expect(total).toBe(sheet.length)
  }
})

describe('a file is refused as a whole', () => {
  const refusedWith = async (bytes: Uint8Array, fileName = '客户.xlsx') => {
    const file = await storeBytes(app, by, bytes)
    const answer = await app.post(startImport, by.token, { file, fileName })
    expect(answer).toMatchObject({ status: '-2', code: 1004 })
    expect(await filesOf()).toEqual([])
    return answer.detail
  }
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook/>',
  }

  it('if it is not a workbook', async () => {
    expect(await refusedWith(Buffer.from('PK\u0003\u0004 is not enough'))).toContain(importTexts.notXlsx)
    expect(await refusedWith(Buffer.from('姓名,手机号'))).toContain(importTexts.notXlsx)
    expect(await refusedWith(makeZip({ 'a.txt': 'hello' }))).toContain(importTexts.notXlsx)
    expect(await refusedWith(await sheetOf([sheetRow()]), '客户.xls')).toContain(importTexts.notXlsx)
    expect(await refusedWith(await sheetOf([sheetRow()]), '客户.csv')).toContain(importTexts.notXlsx)
    expect(await refusedWith(makeZip(parts))).toBe(importTexts.unreadable)
  })

  it('if it contains macros', async () => {
    expect(await refusedWith(await sheetOf([sheetRow()]), '客户.xlsm')).toBe(importTexts.macros)
    expect(await refusedWith(makeZip({ ...parts, 'xl/vbaProject.bin': 'x' }))).toBe(importTexts.macros)
    const renamed = {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="other.bin"/></Relationships>',
      'xl/other.bin': 'x',
    }
    expect(await refusedWith(makeZip({ ...parts, ...renamed }))).toBe(importTexts.macros)
  })

  it('if it is a zip bomb, by its declared and its actual size', async () => {
    const zeros = Buffer.alloc(65 * 1024 * 1024)
    const packed = deflateRawSync(zeros)
    expect(packed.length).toBeLessThan(100_000)
    const honest = makeZip({ ...parts, 'xl/worksheets/sheet1.xml': zeros })
    expect(await refusedWith(honest)).toBe(importTexts.bomb)
    const lying = makeZip({ ...parts, 'xl/worksheets/sheet1.xml': zeros }, { claimed: 1000 })
    expect(await refusedWith(lying)).toBe(importTexts.bomb)
    const hiding = { ...parts, 'xl/media/a.bin': zeros }
    const hidden = makeZip(hiding, { counted: Object.keys(hiding).length - 1 })
    expect(await refusedWith(hidden)).toContain(importTexts.notXlsx)
    const entities = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><workbook/>'
    expect(await refusedWith(makeZip({ ...parts, 'xl/workbook.xml': entities }))).toBe(importTexts.unreadable)
  })

  it('if it is too large, too long, empty or has other headings', async () => {
    const noise = randomBytes(5 * 1024 * 1024)
    expect(await refusedWith(makeZip({ ...parts, 'xl/media/a.bin': noise }))).toBe(importTexts.tooLarge)
    const many = Array.from({ length: 10_001 }, () => ({ 客户姓名: 'x' }))
    expect(await refusedWith(await sheetOf(many))).toBe(importTexts.tooMany)
    expect(await refusedWith(await sheetOf([]))).toBe(importTexts.empty)
    expect(await refusedWith(await sheetOf([sheetRow()], columns.slice(1)))).toBe(
      missingColumns(['客户姓名']),
    )
  })

  it('if it was not uploaded by this store', async () => {
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const theirs = await storeSheet(app, foreign, [sheetRow()])
    for (const file of [
      theirs,
      theirs.replace('z-backend', 'export'),
      'z-backend/../x.xlsx',
      `z-backend/${by.dealerId}/x.xlsx`,
    ])
      expect(await app.post(startImport, by.token, { file })).toMatchObject({
        status: '-2',
        code: 1004,
        detail: importTexts.none,
      })
    expect((await app.post(startImport, by.token, {})).errors).toEqual([
      { path: 'file', text: importTexts.none },
    ])
  })
})

const multipart = (
  content: Buffer,
  fileName: string,
  token = by.token,
  dealerId = by.dealerId,
  headers: Record<string, string> = {},
  preview = 'false',
) => {
  const boundary = 'a-boundary-of-the-tests'
  const field = (name: string, value: string): string =>
    `\r\n--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`
  return app.app.http.inject({
    method: 'POST',
    url: startImport.path,
    headers: {
      authorization: token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      content,
      Buffer.from(
        `${field('dealerId', String(dealerId))}${field('preview', preview)}\r\n--${boundary}--\r\n`,
      ),
    ]),
  })
}

describe('the upload', () => {
  it('goes directly to the file store by a signed form, and is imported once', async () => {
    const params = await askUpload(app, by.token, '客户.xlsx')
    expect(params.key).toMatch(
      new RegExp(`^z-backend/${by.dealerId}/m${by.memberId.toString(36)}-[0-9a-f-]{36}\\.xlsx$`),
    )
    expect(params.fields).toMatchObject({
      key: params.key,
      policy: params.policy,
      signature: params.signature,
    })
    const bytes = Buffer.from(await sheetOf([sheetRow()]))
    expect((await postFile(app, fieldsOf(params), Buffer.from('text'))).json()).toMatchObject({
      detail: expect.stringContaining(importTexts.notXlsx) as string,
    })
    expect((await postFile(app, fieldsOf(params), bytes)).statusCode).toBe(204)
    const first = await app.post(startImport, by.token, { file: params.key })
    expect(first).toMatchObject({ successTotal: 1 })
    expect(await app.post(startImport, by.token, { file: params.key })).toMatchObject({
      importId: first.importId,
      successTotal: 1,
    })
    expect(await filesOf()).toHaveLength(1)
    expect((await app.app.http.inject(`/files/${params.key}`)).statusCode).toBe(403)
    expect(await app.post(rooms.base.refreshUrl, by.token, { urlList: [params.key] })).toMatchObject({
      code: 404,
    })
  })

  it('may also be part of the request, as multipart', async () => {
    const bytes = Buffer.from(await sheetOf([sheetRow()]))
    expect((await multipart(bytes, '客户.xlsx')).json()).toMatchObject({
      status: '0',
      successTotal: 1,
      fileName: '客户.xlsx',
    })
    expect((await multipart(bytes, '客户.csv')).json()).toMatchObject({
      code: 1017,
      detail: expect.stringContaining(importTexts.notXlsx) as string,
    })
    expect((await multipart(Buffer.from('x'), '客户.xlsx')).json()).toMatchObject({ code: 1017 })
    expect((await multipart(Buffer.alloc(7 * 1024 * 1024), '客户.xlsx')).json()).toMatchObject({ code: 1017 })
    expect((await multipart(bytes, '客户.xlsx', by.token, by.dealerId + 1)).json()).toMatchObject({
      code: 404,
    })
    expect((await multipart(bytes, '客户.xlsx', '')).json()).toMatchObject({ status: '-100' })
    expect(await filesOf()).toHaveLength(1)
  })
})

describe('files left by imports', () => {
  const stored = (folder: string): string[] => {
    const path = join(app.filesFolder, folder, String(by.dealerId))
    return existsSync(path) ? readdirSync(path) : []
  }
  const job = (name: string) =>
    app.app.jobs.find((one) => one.name === name)?.run() ?? Promise.reject(new Error('no job'))
  /** Makes everything look that many days older. */
  const age = async (days: number) => {
    const at = new Date(app.now().getTime() - days * 86_400_000)
    await app.db.updateTable('upload').set({ asked_at: at }).where('dealer_id', '=', by.dealerId).execute()
    await app.db
      .updateTable('customer_import')
      .set({ created_at: at })
      .where('dealer_id', '=', by.dealerId)
      .execute()
  }
  const upload = async (bytes: Uint8Array) => {
    const params = await askUpload(app, by.token, '客户.xlsx')
    expect((await postFile(app, fieldsOf(params), Buffer.from(bytes))).statusCode).toBe(204)
    return params.key
  }

  it('are one workbook of failed rows per import', async () => {
    const { importId } = await previewOf([sheetRow(), sheetRow({ 性别: '' })])
    await app.post(commitImport, by.token, { importId })
    await run()
    const { state, failedUrl } = await app.post(importStatus, by.token, { importId })
    expect(state).toBe(importState.done)
    expect(await readLink(failedUrl)).toHaveLength(2)
    expect(stored('export')).toHaveLength(1)
  })

  it('are one template per store', async () => {
    for (let time = 0; time < 2; time += 1)
      await readLink((await app.post(importTemplate, by.token, {})).filePath)
    expect(stored('export')).toHaveLength(1)
  })

  it('are deleted after a day for a refused file, by either way of upload, and kept for an imported one', async () => {
    const bytes = makeZip({ 'a.txt': 'hello' })
    const refused = {
      status: '-2',
      code: 1004,
      detail: expect.stringContaining(importTexts.notXlsx) as string,
    }
    expect(await app.post(startImport, by.token, { file: await upload(bytes) })).toMatchObject(refused)
    expect((await multipart(bytes, '客户.xlsx')).json()).toMatchObject(refused)
    const answer = await multipart(bytes, '客户.xlsx', by.token, by.dealerId, {}, 'abc')
    expect(answer.json()).toMatchObject({ code: 400 })
    const taken = await upload(await sheetOf([sheetRow()]))
    expect(await app.post(startImport, by.token, { file: taken })).toMatchObject({ successTotal: 1 })
    expect((await multipart(Buffer.from(await sheetOf([sheetRow()])), '客户.xlsx')).json()).toMatchObject({
      successTotal: 1,
    })
    await age(2)
    await job('tidy-uploads')
    expect(stored('z-backend')).toHaveLength(2)
    expect(stored('z-backend')).toContain(taken.split('/').at(-1))
  })

  it('are deleted after a week, also after an interrupted cleanup', async () => {
    const { importId } = await importOf([sheetRow({ 性别: '' })])
    await age(8)
    const remove = vi.spyOn(app.app.files, 'remove').mockRejectedValueOnce(new Error('killed'))
    await expect(job('tidy-transfers')).rejects.toThrow('killed')
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({ status: '0' })
    await job('tidy-transfers')
    remove.mockRestore()
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({ code: 404 })
    expect([...stored('z-backend'), ...stored('export')]).toEqual([])
  })
})

describe('an upload posted again with its Idempotency-Key', () => {
  const again = (content: Buffer, key: string, fileName = '客户.xlsx') =>
    multipart(content, fileName, by.token, by.dealerId, { 'idempotency-key': key }).then((answer) =>
      answer.json<Record<string, unknown>>(),
    )

  it('returns the same import, also concurrently', async () => {
    const bytes = Buffer.from(await sheetOf([sheetRow(), sheetRow()]))
    const both = await Promise.all([again(bytes, 'upload-key-1'), again(bytes, 'upload-key-1')])
    for (const answer of [...both, await again(bytes, 'upload-key-1')])
      expect(answer).toMatchObject({
        status: '0',
        importId: both[0]?.['importId'],
        successTotal: 2,
        duplicateTotal: 0,
      })
    expect(await importsOf()).toBe(1)
    // Another key is another upload, whose rows are already on file.
    expect(await again(bytes, 'upload-key-2')).toMatchObject({ successTotal: 0, duplicateTotal: 2 })
    expect(await importsOf()).toBe(2)
  })

  it('is refused with another file, other fields or a malformed key', async () => {
    const bytes = Buffer.from(await sheetOf([sheetRow()]))
    await again(bytes, 'upload-key-1')
    const other = Buffer.from(await sheetOf([sheetRow()]))
    expect(await again(other, 'upload-key-1')).toMatchObject({ status: '-1', code: 422 })
    expect(await again(bytes, 'upload-key-1', '客户2.xlsx')).toMatchObject({ status: '-1', code: 422 })
    expect(await again(bytes, '短')).toMatchObject({ status: '-1', code: 400 })
    expect(await importsOf()).toBe(1)
  })

  const importsOf = async (): Promise<number> => {
    const { total } = await app.db
      .selectFrom('customer_import')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('dealer_id', '=', by.dealerId)
      .executeTakeFirstOrThrow()
    return total
  }
})

describe('a front desk member', () => {
  it('imports for the named consultants, and rows without one are invalid', async () => {
    const consultant = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '许安' })
    by = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 7, modules: ['前台流量'] })
    expect(await app.post(importTemplate, by.token, {})).toMatchObject({ status: '0' })
    const answer = await importOf([
      sheetRow({ 客户经理: '许安' }),
      sheetRow(),
      sheetRow({ 客户经理: '查无此人' }),
    ])
    expect(answer).toMatchObject({ successTotal: 1, failTotal: 2 })
    expect(errorsOf(answer)).toMatchObject([
      { row: 3, column: '客户经理', value: '', text: '请选择客户经理' },
      { row: 4, column: '客户经理', value: '查无此人', text: '所选客户经理不可用，请重新选择' },
    ])
    const { owner_id } = await app.db
      .selectFrom('deal')
      .select('owner_id')
      .where('dealer_id', '=', by.dealerId)
      .executeTakeFirstOrThrow()
    expect(owner_id).toBe(consultant.memberId)
  })
})

describe('a member without import rights', () => {
  it('can neither import nor download the template', async () => {
    const clerk = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const file = await storeSheet(app, by, [sheetRow()])
    for (const [call, body] of [
      [startImport, { file }],
      [importStatus, {}],
      [commitImport, { importId: 1 }],
      [importTemplate, {}],
    ] as const)
      expect(await send(app.app, call as never, clerk.token, body)).toMatchObject({ status: '-1', code: 403 })
    expect(await filesOf()).toEqual([])
  })
})

describe('the template', () => {
  it("can be filled in and imported, and lists the dealer's own words", async () => {
    await app.db.insertInto('custom_source').values({ dealer_id: by.dealerId, name: '老带新活动' }).execute()
    const { filePath } = await app.post(importTemplate, by.token, {})
    const [head = [], ...rows] = await readLink(filePath)
    expect(head.map((heading) => heading.replace('*', ''))).toEqual(columns.map(({ heading }) => heading))
    expect(head[0]).toBe('客户姓名*')
    expect(rows).toEqual([])
    expect(await importOf([sheetRow({ 客户来源: '自定义', 自定义来源: '老带新活动' })])).toMatchObject({
      successTotal: 1,
    })
  })

  it('of older versions still works, and its example row is refused by name', async () => {
    const example = sheetRow({ 客户姓名: '示例客户（请删除本行）', 手机号: '13800000000' })
    const headings = columns.map(({ heading }) => ({
      heading: heading === '备用号码' ? '第二联系号码' : heading,
    }))
    const real = { ...sheetRow(), 第二联系号码: '0571-88001122' }
    const file = await storeBytes(app, by, await sheetOf([example, real], headings))
    expect(await app.post(startImport, by.token, { file })).toMatchObject({
      successTotal: 1,
      failTotal: 1,
      errors: [{ row: 2, column: '客户姓名', text: '示例行不能导入，请删除' }],
    })
    const { second_phone: phone } = await app.db
      .selectFrom('customer')
      .select('second_phone')
      .where('dealer_id', '=', by.dealerId)
      .where('mobile', '=', real.手机号 ?? '')
      .executeTakeFirstOrThrow()
    expect(phone).toBe('0571-88001122')
  })
})

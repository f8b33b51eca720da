import { rooms } from '@showroom/contract'
import { importState, importWay } from '@showroom/contract/transfer/transfer.schema'
import type { ImportWay } from '@showroom/contract/transfer/transfer.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { sheetRow, storeBytes } from '../../../test/sheets.ts'
import type { SheetRow } from '../../../test/sheets.ts'
import { dataOf, rounded, workbookOf } from '../../../test/workbook.ts'
import { buildMember, scopeOf } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { startRunning } from '../import/import.repository.ts'

/** Imports that update files. */

const { startImport, importStatus, checkImport, commitImport, undoImport } = rooms.transfer
const { get } = rooms.customer

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
const statusOf = (importId: number, member = by) => app.post(importStatus, member.token, { importId })
/** Rows with these headings alone. */
const sheetOf = (rows: readonly SheetRow[]) => {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return workbookOf([
    {
      name: '名单',
      data: dataOf([
        head,
        ...rows.map((row) => head.map((one) => (row as Record<string, string>)[one] ?? '')),
      ]),
    },
  ])
}
async function checked(bytes: Uint8Array, way: ImportWay, member = by) {
  const file = await storeBytes(app, member, bytes)
  const { importId = 0 } = await app.post(startImport, member.token, { file, preview: true })
  await run()
  const answer = await app.post(checkImport, member.token, { importId, way })
  expect(answer).toMatchObject({ status: '0', state: importState.checking })
  await run()
  return { ...(await statusOf(importId, member)), importId }
}
async function commit(importId: number, member = by) {
  await app.post(commitImport, member.token, { importId })
  await run()
  return statusOf(importId, member)
}
async function imported(rows: readonly SheetRow[], way: ImportWay) {
  const { importId } = await checked(sheetOf(rows), way)
  return { ...(await commit(importId)), importId }
}
const fileOf = (customerId: number) =>
  app.db
    .selectFrom('customer as c')
    .innerJoin('deal as d', 'd.id', 'c.current_deal_id')
    .selectAll('d')
    .select(['c.name', 'c.mobile', 'c.gender', 'c.weixin', 'c.second_phone', 'c.type', 'c.company_name'])
    .select(['c.identify_no', 'c.row_version'])
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow()
/** A customer with another mobile each time. */
let count = 0
async function onFile(overrides: Parameters<typeof buildCustomer>[2] = {}, owner = by) {
  count += 1
  const mobile = `1379${String(count).padStart(7, '0')}`
  return { ...(await buildCustomer(app, owner, { mobile, name: '林晓雨', ...overrides })), mobile }
}

describe('an import that fills blanks', () => {
  it('changes blank fields alone, and needs the mobile only', async () => {
    const { customerId, mobile } = await onFile({ weixin: 'linxy' })
    const rows = [
      { 手机号: mobile, 客户姓名: '林小雨', 微信号: 'other', 备用号码: '057188880000', 备注: '老客户' },
    ]
    const preview = await checked(sheetOf(rows), importWay.fillBlanks)
    expect(preview).toMatchObject({
      state: importState.checked,
      way: importWay.fillBlanks,
      mayUpdate: true,
      successTotal: 0,
      updateTotal: 1,
      unchangedTotal: 0,
      skippedTotal: 0,
      failTotal: 0,
      errors: [],
      changes: [
        {
          row: 2,
          customer: `林晓雨 ${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
          lines: [
            {
              field: '备用号码',
              before: '',
              after: '057****0000',
            },
            {
              field: '备注',
              before: '',
              after: '老客户',
            },
          ],
        },
      ],
    })
    expect(await fileOf(customerId)).toMatchObject({ second_phone: '', remark: '' })
    expect(await commit(preview.importId)).toMatchObject({ state: importState.done, updateTotal: 1 })
    expect(await fileOf(customerId)).toMatchObject({
      name: '林晓雨',
      weixin: 'linxy',
      second_phone: '057188880000',
      remark: '老客户',
    })
    const { timelines } = await app.post(get, by.token, { customerId })
    expect(timelines?.[0]).toMatchObject({
      type: 34,
      subject: '导入更新',
      ownerName: '冯经理',
      facts: { kind: 'edited', changes: '备用号码：无 → 057****0000\n备注：无 → 老客户' },
    })
    // A second time there is nothing to fill.
    const again = await checked(sheetOf(rows), importWay.fillBlanks)
    expect(again).toMatchObject({ updateTotal: 0, unchangedTotal: 1, changes: [] })
  })

  it('makes new files as well, from rows with all required cells', async () => {
    const { mobile } = await onFile()
    const fresh = sheetRow()
    const rows = [{ 手机号: mobile, 微信号: 'wx123456' }, fresh, { ...sheetRow(), 性别: '' }]
    expect(await imported(rows, importWay.fillBlanks)).toMatchObject({
      successTotal: 1,
      updateTotal: 1,
      failTotal: 1,
      errors: [
        {
          row: 4,
          column: '性别',
          text: '请选择性别',
        },
      ],
    })
  })
})

describe('an import that overwrites', () => {
  it('replaces what its filled cells say', async () => {
    const { customerId, mobile } = await onFile({ weixin: 'linxy', secondardPhone: '057188880000' })
    const row = {
      手机号: mobile,
      客户姓名: '林小雨',
      性别: '男',
      微信号: '',
      备用号码: '057188889999',
      意向车系: '青屿',
      购车省份: '浙江',
      购车城市: '宁波',
      购车预算: '15-20',
      预计购车日期: '2026-12-31',
      业务类型: '置换',
      证件号码: '11010519491231002x',
    }
    const done = await imported([row], importWay.overwrite)
    expect(done).toMatchObject({ updateTotal: 1, failTotal: 0 })
    expect(done.changes?.[0]?.lines.find(({ field }) => field === '购车地区')).toEqual({
      field: '购车地区',
      before: '浙江省杭州市西湖区',
      after: '浙江省宁波市',
    })
    expect(await fileOf(customerId)).toMatchObject({
      name: '林小雨',
      gender: 1,
      weixin: 'linxy',
      second_phone: '057188889999',
      buy_city: '宁波市',
      buy_area: '',
      is_remote: 1,
      buycar_on: '2026-12-31',
      business_type: 3,
      is_replace: true,
      identify_no: '11010519491231002X',
    })
  })

  it('never touches mobile, owner, level, source, state and plan', async () => {
    const clerk = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '许安' })
    const { customerId, mobile } = await onFile({}, clerk)
    const before = await fileOf(customerId)
    const activity = () =>
      app.db.selectFrom('activity').selectAll().where('customer_id', '=', customerId).execute()
    const planned = await activity()
    const row = {
      手机号: mobile,
      意向级别: 'C',
      客户来源: '自定义',
      客户经理: '冯经理',
      备注: '来过',
      下次跟进日期: '2026-11-19',
      下次跟进方式: '到店',
      自定义来源: '不存在的',
    }
    expect(await imported([row], importWay.overwrite)).toMatchObject({ updateTotal: 1, failTotal: 0 })
    const { row_version: _before, ...rest } = before
    expect(await fileOf(customerId)).toEqual({ ...rest, remark: '来过', row_version: before.row_version + 1 })
    expect(await activity()).toEqual(planned)
  })

  it('names wrong cells, and takes a file once', async () => {
    const [first, second] = [await onFile(), await onFile()]
    const bytes = workbookOf([
      {
        name: '名单',
        data: dataOf([
          ['手机号', '性别', '意向车系', '证件号码', '客户类型'],
          [first.mobile, '?', '幽灵车', rounded, '企业'],
          [second.mobile, '男', '', '', ''],
          [second.mobile, '女', '', '', ''],
        ]),
      },
    ])
    const preview = await checked(bytes, importWay.overwrite)
    expect(preview).toMatchObject({ updateTotal: 1, duplicateTotal: 1, failTotal: 1 })
    expect(preview.errors?.map(({ cell, text }) => [cell, text])).toEqual(
      expect.arrayContaining([
        ['B2', '请选择性别'],
        ['C2', '意向车系不存在：幽灵车'],
        ['D2', '数字超过15位，已被表格软件舍入，请将单元格设为文本后重新填写'],
      ]),
    )
    const company = await checked(sheetOf([{ 手机号: first.mobile, 客户类型: '企业' }]), importWay.overwrite)
    expect(company.errors).toMatchObject([{ row: 2, text: '请输入企业名称' }])
  })

  it('skips lost, waiting and dormant files with the reason', async () => {
    const made = [await onFile(), await onFile(), await onFile()]
    const [lost, waiting, dormant] = made.map(({ dealId }) => dealId)
    const set = (dealId = 0, values: object) =>
      app.db.updateTable('deal').set(values).where('id', '=', dealId).execute()
    await set(lost, { level: 'F', failed_at: app.now() })
    await set(waiting, { waiting_fail_review: true })
    await set(dormant, { suspended_at: app.now(), resume_at: new Date(app.now().getTime() + 864e5) })
    const rows = made.map(({ mobile }) => ({ 手机号: mobile, 备注: '新' }))
    const done = await imported(rows, importWay.overwrite)
    expect(done).toMatchObject({ updateTotal: 0, skippedTotal: 3, failTotal: 0 })
    expect(done.errors?.map(({ row, text }) => [row, text])).toEqual([
      [2, '客户已战败，不更新'],
      [3, '客户战败审核中，不更新'],
      [4, '客户休眠中，不更新'],
    ])
  })

  it('judges the file again when it runs', async () => {
    const { customerId, dealId, mobile } = await onFile()
    const { importId } = await checked(sheetOf([{ 手机号: mobile, 备注: '新' }]), importWay.overwrite)
    await app.db.updateTable('deal').set({ level: 'F' }).where('id', '=', dealId).execute()
    expect(await commit(importId)).toMatchObject({ updateTotal: 0, skippedTotal: 1 })
    expect(await fileOf(customerId)).toMatchObject({ remark: '' })
  })
})

describe('updates are for admins', () => {
  it('who are the only ones to choose such a way', async () => {
    const desk = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      role: 7,
      modules: ['前台流量'],
    })
    const file = await storeBytes(app, desk, sheetOf([sheetRow({ 客户经理: '冯经理' })]))
    const { importId = 0 } = await app.post(startImport, desk.token, { file, preview: true })
    await run()
    expect(await statusOf(importId, desk)).toMatchObject({ mayUpdate: false, way: importWay.onlyNew })
    for (const way of [importWay.fillBlanks, importWay.overwrite])
      expect(await app.post(checkImport, desk.token, { importId, way })).toMatchObject({ code: 403 })
    expect(await statusOf(importId, desk)).toMatchObject({ state: importState.checked })
  })

  it('and stop when the member no longer is one', async () => {
    const { customerId, mobile } = await onFile()
    const { importId } = await checked(sheetOf([{ 手机号: mobile, 备注: '新' }]), importWay.overwrite)
    // Confirms the import without waking the worker.
    await startRunning(app.db, scopeOf(by), importId, app.now())
    await app.db.updateTable('member').set({ role: 4, modules: [] }).where('id', '=', by.memberId).execute()
    await run()
    const row = await app.db
      .selectFrom('customer_import')
      .select('state')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
    expect(row.state).toBe(importState.stopped)
    expect(await fileOf(customerId)).toMatchObject({ remark: '' })
  })
})

it('a way with new files only asks for all required columns again', async () => {
  const { mobile } = await onFile()
  const { importId } = await checked(sheetOf([{ 手机号: mobile, 备注: '新' }]), importWay.overwrite)
  await app.post(checkImport, by.token, { importId, way: importWay.onlyNew })
  await run()
  const status = await statusOf(importId)
  expect(status).toMatchObject({ state: importState.matching })
  expect(status.fields?.filter(({ isRequired }) => isRequired).length).toBeGreaterThan(5)
})

describe('an undo', () => {
  const undo = async (importId: number) => {
    const answer = await app.post(undoImport, by.token, { importId })
    if (answer.status !== '0') return answer
    expect(answer).toMatchObject({ state: importState.undoing })
    await run()
    return statusOf(importId)
  }

  it('restores files that are untouched since, and keeps new ones', async () => {
    const [first, second] = [
      await onFile({ weixin: 'linxy', budget: 2, buycarDate: 0, specIds: '1201,1203' }),
      await onFile(),
    ]
    const before = await fileOf(first.customerId)
    const row = (mobile: string) => ({
      手机号: mobile,
      客户姓名: '改名',
      微信号: 'changed',
      意向车系: '青屿',
      预计购车日期: '2026-12-31',
      购车预算: '15-20',
      购车省份: '浙江省',
      购车城市: '宁波市',
      业务类型: '置换',
    })
    const fresh = sheetRow()
    const done = await imported([row(first.mobile), row(second.mobile), fresh], importWay.overwrite)
    expect(done).toMatchObject({ successTotal: 1, updateTotal: 2, undoUntil: expect.any(Number) as number })
    expect(done.undoUntil).toBe(Math.floor(app.now().getTime() / 1000) + 86_400)
    await app.post(rooms.customer.updateTag, by.token, {
      customerId: second.customerId,
      tag: '急购',
      original: '',
    })
    const status = await undo(done.importId)
    expect(status).toMatchObject({ state: importState.done, undoneTotal: 1, keptTotal: 1, undoUntil: 0 })
    const { row_version: _version, ...rest } = before
    expect(await fileOf(first.customerId)).toEqual({ ...rest, row_version: before.row_version + 2 })
    expect(await fileOf(second.customerId)).toMatchObject({ name: '改名' })
    const { timelines } = await app.post(get, by.token, { customerId: first.customerId })
    expect(timelines?.[0]).toMatchObject({ type: 37, subject: '撤销导入更新' })
    const total = await app.db
      .selectFrom('customer')
      .select('id')
      .where('dealer_id', '=', by.dealerId)
      .execute()
    expect(total).toHaveLength(3)
    expect(await undo(done.importId)).toMatchObject({ code: expect.any(Number) as number, status: '-1' })
    const rows = await app.db
      .selectFrom('import_change')
      .select('row_no')
      .where('dealer_id', '=', by.dealerId)
      .execute()
    expect(rows).toEqual([])
  })

  it('is over after a day, when what was replaced is deleted', async () => {
    const { mobile } = await onFile()
    const done = await imported([{ 手机号: mobile, 备注: '新' }], importWay.overwrite)
    const before = app.now()
    app.advance(86_401)
    await app.db.updateTable('session').set({ last_seen_at: app.now(), created_at: app.now() }).execute()
    expect(await undo(done.importId)).toMatchObject({ status: '-1' })
    expect(await statusOf(done.importId)).toMatchObject({ undoUntil: 0 })
    const ofImport = app.db
      .selectFrom('import_change')
      .select('row_no')
      .where('import_id', '=', done.importId)
    const changes = ofImport.where('dealer_id', '=', by.dealerId)
    expect(await changes.execute()).toHaveLength(1)
    await app.app.jobs.find(({ name }) => name === 'tidy-import-changes')?.run()
    expect(await changes.execute()).toEqual([])
    app.setNow(before)
  })

  it('is none of an import that made new files only', async () => {
    const done = await imported([sheetRow()], importWay.overwrite)
    expect(done).toMatchObject({ successTotal: 1, undoUntil: 0 })
    expect(await undo(done.importId)).toMatchObject({ status: '-1' })
  })
})

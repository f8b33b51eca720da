import { rooms } from '@showroom/contract'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { sheetRow, storeBytes } from '../../../test/sheets.ts'
import { dataOf, dateCell, workbookOf } from '../../../test/workbook.ts'
import type { RawCell } from '../../../test/workbook.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { columns } from '../import/import.columns.ts'

/** Follow-ups of an older system, from a second sheet. */

const { startImport, importStatus, commitImport } = rooms.transfer
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

const required: readonly string[] = columns.flatMap((column) =>
  'required' in column ? [column.heading] : [],
)
const people = (rows: readonly ReturnType<typeof sheetRow>[], headings: readonly string[] = required) => ({
  name: '客户',
  data: dataOf([
    headings,
    ...rows.map((row) => headings.map((heading) => (row as Record<string, string>)[heading] ?? '')),
  ]),
})
const head = ['客户手机号', '时间', '方式', '内容', '跟进人']
const follows = (...rows: readonly (readonly (string | RawCell)[])[]) => ({
  name: '跟进',
  data: dataOf([head, ...rows]),
})
async function checked(sheets: Parameters<typeof workbookOf>[0], member = by) {
  const file = await storeBytes(app, member, workbookOf(sheets))
  const { importId = 0 } = await app.post(startImport, member.token, { file, preview: true })
  await app.app.importWork.run()
  return { ...(await app.post(importStatus, member.token, { importId })), importId }
}
async function imported(...sheets: Parameters<typeof workbookOf>[0]) {
  const { importId } = await checked(sheets)
  await app.post(commitImport, by.token, { importId })
  await app.app.importWork.run()
  return app.post(importStatus, by.token, { importId })
}
let count = 0
const onFile = async () => {
  count += 1
  const mobile = `1378${String(count).padStart(7, '0')}`
  return { ...(await buildCustomer(app, by, { mobile })), mobile }
}
const timelineOf = async (customerId: number) => {
  const rows = (await app.post(get, by.token, { customerId })).timelines ?? []
  return rows.filter(({ type }) => type === 39)
}
const dealOf = (customerId: number) =>
  app.db
    .selectFrom('deal')
    .select(['last_follow_at as last', 'follow_count as times', 'next_follow_at as next'])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()

describe('a sheet of follow-ups', () => {
  it('becomes rows of the timeline, for files and for customers of the first sheet', async () => {
    const { customerId, mobile } = await onFile()
    const fresh = sheetRow()
    const rows = follows(
      [mobile, '2025-03-01 14:30', '电话', '约周末看车', '冯经理'],
      [mobile, dateCell(45_748.5), '', '到店看车', '老王'],
      [fresh.手机号 ?? '', '2025年3月2日', '微信', '问价格', ''],
    )
    const preview = await checked([people([fresh]), rows])
    expect(preview).toMatchObject({
      state: importState.checked,
      successTotal: 1,
      errors: [],
      follows: { sheet: '跟进', headingRow: 1, total: 3, successTotal: 3, duplicateTotal: 0, failTotal: 0 },
    })
    expect(await timelineOf(customerId)).toEqual([])
    await app.post(commitImport, by.token, { importId: preview.importId })
    await app.app.importWork.run()
    expect(await app.post(importStatus, by.token, { importId: preview.importId })).toMatchObject({
      state: importState.done,
      successTotal: 1,
      follows: { total: 3, doneTotal: 3, successTotal: 3 },
    })
    expect(await timelineOf(customerId)).toMatchObject([
      {
        createdAt: Date.parse('2025-04-01T12:00:00+08:00') / 1000,
        ownerName: '老王',
        subject: '导入',
        content: '到店看车',
        facts: { kind: 'imported', said: '到店看车' },
      },
      {
        createdAt: Date.parse('2025-03-01T14:30:00+08:00') / 1000,
        ownerName: '冯经理',
        content: '电话：约周末看车',
        facts: { kind: 'imported', said: '约周末看车', way: '电话' },
      },
    ])
    const members = await app.db
      .selectFrom('timeline')
      .select(['member_id as id', 'owner_name as name'])
      .where('customer_id', '=', customerId)
      .where('type', '=', 39)
      .orderBy('created_at')
      .execute()
    expect(members).toEqual([
      { id: by.memberId, name: '冯经理' },
      { id: 0, name: '老王' },
    ])
    const made = await app.db
      .selectFrom('customer')
      .select('id')
      .where('dealer_id', '=', by.dealerId)
      .where('mobile', '=', fresh.手机号 ?? '')
      .executeTakeFirstOrThrow()
    expect(await timelineOf(made.id)).toMatchObject([{ content: '微信：问价格', ownerName: '' }])
  })

  it('can be the only sheet, with other headings', async () => {
    const { customerId, mobile } = await onFile()
    const data = dataOf([
      ['旧系统导出'],
      ['联系电话', '跟进时间', '跟进方式', '跟进内容', '销售顾问'],
      [mobile, '2025/3/1 9:05', '电话', '问价格', '老王'],
    ])
    expect(await imported({ name: '导出', data })).toMatchObject({
      state: importState.done,
      rowTotal: 0,
      follows: { headingRow: 2, successTotal: 1 },
    })
    expect(await timelineOf(customerId)).toHaveLength(1)
  })

  it('names its wrong cells, also unknown mobiles', async () => {
    const { mobile } = await onFile()
    const answer = await checked([
      people([sheetRow()]),
      follows(
        ['13700009999', '2025-03-01', '电话', '问价格', ''],
        [mobile, '不详', '电话', '问价格', ''],
        [mobile, '2030-01-01', '电话', '问价格', ''],
        [mobile, '2025-03-01', '电话', '', ''],
        ['123', '2025-03-01', '电话', '问价格', ''],
        [mobile, '2025-03-01', '电话', dateCell(46_023), ''],
      ),
    ])
    expect(answer).toMatchObject({ successTotal: 1, failTotal: 0, follows: { total: 6, failTotal: 6 } })
    expect(answer.errors?.map(({ sheet, cell, value, text }) => [sheet, cell, value, text])).toEqual([
      ['跟进', 'A2', '137****9999', '该手机号未建档'],
      ['跟进', 'B3', '不详', '时间格式不正确，请填写如 2025-03-01 14:30'],
      ['跟进', 'B4', '2030-01-01', '时间不能晚于现在'],
      ['跟进', 'D5', '', '请填写内容'],
      ['跟进', 'A6', '123', '请输入正确的手机号'],
      ['跟进', 'D7', '2026-01-01', '内容被表格软件转成了日期，请将单元格设为文本后重新填写'],
    ])
    expect(answer.failedUrl).not.toBe('')
  })

  it('is added once, however often it is imported', async () => {
    const { customerId, mobile } = await onFile()
    const row = [mobile, '2025-03-01 14:30', '电话', '问价格', '老王']
    expect(await imported(follows(row, row))).toMatchObject({
      follows: { successTotal: 1, duplicateTotal: 1 },
    })
    expect(await imported(follows(row))).toMatchObject({ follows: { successTotal: 0, duplicateTotal: 1 } })
    expect(await timelineOf(customerId)).toHaveLength(1)
  })

  it('moves the last follow-up to a later one only, and nothing else', async () => {
    const { customerId, mobile } = await onFile()
    const before = await dealOf(customerId)
    await imported(follows([mobile, '2025-03-01', '电话', '问价格', '']))
    // The first contact of a file that had none.
    expect(await dealOf(customerId)).toEqual({ ...before, last: new Date('2025-02-28T16:00:00Z') })
    const old = new Date('2024-01-01T00:00:00Z')
    await app.db
      .updateTable('deal')
      .set({ last_follow_at: old })
      .where('customer_id', '=', customerId)
      .execute()
    await imported(
      follows([mobile, '2025-03-02', '电话', '再问价格', ''], [mobile, '2025-03-01', '电话', '问', '']),
    )
    expect(await dealOf(customerId)).toEqual({ ...before, last: new Date('2025-03-01T16:00:00Z') })
  })

  it('is for admins', async () => {
    const desk = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      role: 7,
      modules: ['前台流量'],
    })
    const { customerId, mobile } = await onFile()
    const row = [mobile, '2025-03-01', '电话', '问价格', '']
    const list = people([sheetRow({ 客户经理: by.mobile })], [...required, '客户经理'])
    const status = await checked([list, follows(row)], desk)
    expect(status).toMatchObject({ state: importState.checked, follows: { total: 0 } })
    expect(status.errors?.at(-1)).toMatchObject({ sheet: '跟进', text: '跟进记录仅管理员可导入' })
    expect(await checked([follows(row)], desk)).toMatchObject({
      state: importState.refused,
      refusal: '跟进记录仅管理员可导入',
    })
    expect(await timelineOf(customerId)).toEqual([])
  })
})

it('no report counts imported follow-ups', async () => {
  const today = app.now().toISOString().slice(0, 10)
  const { mobile } = await onFile()
  const end = Math.floor(app.now().getTime() / 1000)
  const { summary, trend, due } = rooms.dashboard
  const { taskChart, taskSum, customerChart, customerSum2 } = rooms.report
  const numbers = async () => {
    const answers = [
      ...(await Promise.all([summary, trend, due].map((call) => app.post(call, by.token, {})))),
      ...(await Promise.all([taskChart, customerChart].map((call) => app.post(call, by.token, {})))),
      ...(await Promise.all(
        [taskSum, customerSum2].map((call) => app.post(call, by.token, { dateStart: end, dateEnd: end })),
      )),
    ]
    return answers.map(({ headers: _headers, ...answer }) => {
      expect(answer).toMatchObject({ status: '0' })
      return answer
    })
  }
  const activities = () =>
    app.db.selectFrom('activity').selectAll().where('dealer_id', '=', by.dealerId).execute()
  const [before, planned] = [await numbers(), await activities()]
  await imported(follows([mobile, `${today} 09:00`, '电话', '问价格', '冯经理']))
  expect(await numbers()).toEqual(before)
  expect(await activities()).toEqual(planned)
})

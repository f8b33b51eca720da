import { rooms } from '@showroom/contract'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { sheetRow, storeBytes } from '../../../test/sheets.ts'
import { dataOf, workbookOf } from '../../../test/workbook.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { columns } from '../import/import.columns.ts'

/** Matching the columns of a workbook whose headings stay unknown. */

const { startImport, importStatus, checkImport, commitImport } = rooms.transfer

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await buildMember(app.db, app.now(), { role: 3 })
})

const required: readonly string[] = columns.flatMap((column) =>
  'required' in column ? [column.heading] : [],
)
const cellsOf = (row = sheetRow()): string[] =>
  required.map((heading) => row[heading as keyof typeof row] ?? '')
/** A sheet whose headings have other words for some fields. */
const strange = (words: Readonly<Record<string, string>>, ...more: readonly string[]) => {
  const head = required.map((heading) => words[heading] ?? heading)
  return (rows: readonly string[][]) =>
    workbookOf([
      {
        name: '名单',
        data: dataOf([[...head, ...more], ...rows.map((row) => [...row, ...more.map(() => '无')])]),
      },
    ])
}
async function start(bytes: Uint8Array, member = by, preview = true) {
  const file = await storeBytes(app, member, bytes)
  return app.post(startImport, member.token, { file, fileName: '名单.xlsx', preview })
}
async function checked(bytes: Uint8Array, member = by) {
  const { importId = 0 } = await start(bytes, member)
  await app.app.importWork.run()
  return app.post(importStatus, member.token, { importId })
}
type Status = Awaited<ReturnType<typeof checked>>
const matchOf = ({ columns: given = [] }: Status, fields: Readonly<Record<string, string>> = {}) =>
  given.map(({ at, heading, field }) => ({ at, field: fields[heading] ?? field }))
async function matchAndCheck(status: Status, fields?: Readonly<Record<string, string>>) {
  const { importId = 0 } = status
  const answer = await app.post(checkImport, by.token, { importId, match: matchOf(status, fields) })
  if (answer.status !== '0') return answer
  await app.app.importWork.run()
  return app.post(importStatus, by.token, { importId })
}

describe('a column that no heading names', () => {
  const named = strange({ 手机号: '机主号', 客户姓名: '老板' }, '座驾')

  it('waits to be matched, shown beside its first cells', async () => {
    const row = sheetRow({ 手机号: '13912345678' })
    const status = await checked(named([cellsOf(row), cellsOf(), cellsOf(), cellsOf()]))
    expect(status).toMatchObject({ state: importState.matching, sheet: '名单', headingRow: 1, errors: [] })
    expect(status.columns).toHaveLength(required.length + 1)
    expect(status.columns?.find(({ heading }) => heading === '机主号')).toMatchObject({
      at: 1,
      letters: 'B',
      field: '手机号',
      isGuess: true,
    })
    expect(status.columns?.[0]).toMatchObject({ heading: '老板', field: '', isGuess: false })
    expect(status.columns?.[1]?.samples).toHaveLength(3)
    expect(status.columns?.[1]?.samples[0]).toBe('139****5678')
    expect(status.columns?.[2]).toMatchObject({ heading: '性别', field: '性别', isGuess: false })
    expect(status.fields).toHaveLength(columns.length)
    expect(status.fields?.[0]).toEqual({ heading: '客户姓名', isRequired: true })
    expect(await app.post(commitImport, by.token, { importId: status.importId })).toMatchObject({
      status: '-1',
    })
  })

  it('is imported as matched', async () => {
    const row = sheetRow()
    const status = await checked(named([cellsOf(row)]))
    const after = await matchAndCheck(status, { 机主号: '手机号', 老板: '客户姓名', 座驾: '备注' })
    expect(after).toMatchObject({ state: importState.checked, successTotal: 1, errors: [] })
    await app.post(commitImport, by.token, { importId: status.importId })
    await app.app.importWork.run()
    const made = await app.db
      .selectFrom('customer as c')
      .innerJoin('deal as d', 'd.id', 'c.current_deal_id')
      .select(['c.mobile', 'd.buy_city as city', 'd.remark'])
      .where('c.dealer_id', '=', by.dealerId)
      .execute()
    expect(made).toEqual([{ mobile: row.手机号, city: '杭州市', remark: '无' }])
  })

  it('is refused where a required field has no column, or one field two', async () => {
    const status = await checked(named([cellsOf()]))
    expect(await matchAndCheck(status, { 机主号: '手机号' })).toMatchObject({
      status: '-1',
      detail: '请为必填项选择列：客户姓名',
    })
    expect(await matchAndCheck(status, { 机主号: '手机号', 老板: '手机号' })).toMatchObject({
      status: '-1',
      detail: '“手机号”只能对应一列',
    })
    const { importId } = status
    expect(await app.post(importStatus, by.token, { importId })).toMatchObject({
      state: importState.matching,
    })
  })

  it('is remembered for the store and these headings in any order', async () => {
    const status = await checked(named([cellsOf()]))
    await matchAndCheck(status, { 机主号: '手机号', 老板: '客户姓名' })
    const colleague = await buildMember(app.db, app.now(), { role: 3, dealerId: by.dealerId })
    const row = cellsOf()
    const turned = [...required.map((one) => ({ 手机号: '机主号：', 客户姓名: '老板' })[one] ?? one), '座驾']
    const bytes = workbookOf([
      { name: 'x', data: dataOf([['十一月'], turned.toReversed(), [...row, '无'].toReversed()]) },
    ])
    // 座驾 was left out before, so nothing is asked.
    expect(await checked(bytes, colleague)).toMatchObject({
      state: importState.checked,
      successTotal: 1,
      headingRow: 2,
      errors: [],
    })
    const foreign = await buildMember(app.db, app.now(), { role: 3 })
    expect(await checked(named([cellsOf()]), foreign)).toMatchObject({ state: importState.matching })
    expect(await checked(strange({ 手机号: '机主号' })([cellsOf()]))).toMatchObject({
      state: importState.matching,
    })
  })

  it('that is optional is asked about once', async () => {
    const optional = strange({}, '座驾')
    const status = await checked(optional([cellsOf()]))
    expect(status).toMatchObject({ state: importState.matching })
    expect(await matchAndCheck(status)).toMatchObject({ state: importState.checked, successTotal: 1 })
    expect(await checked(optional([cellsOf()]))).toMatchObject({ state: importState.checked })
  })
})

it('a checked import can be matched again, a running or finished one not', async () => {
  const status = await checked(strange({})([cellsOf()]))
  expect(status).toMatchObject({ state: importState.checked })
  const { importId = 0 } = status
  expect(await matchAndCheck(status)).toMatchObject({ state: importState.checked, successTotal: 1 })
  await app.post(commitImport, by.token, { importId })
  const match = matchOf(status)
  expect(await app.post(checkImport, by.token, { importId, match })).toMatchObject({ status: '-1' })
  await app.app.importWork.run()
  expect(await app.post(checkImport, by.token, { importId, match })).toMatchObject({ status: '-1' })
})

it('a waiting import is given up, and then neither runs nor waits', async () => {
  const { importId = 0 } = await checked(strange({})([cellsOf()]))
  const { dropImport } = rooms.transfer
  expect(await app.post(dropImport, by.token, { importId })).toMatchObject({
    state: importState.refused,
    refusal: '',
  })
  expect(await app.post(dropImport, by.token, { importId })).toMatchObject({ status: '-1' })
  expect(await app.post(commitImport, by.token, { importId })).toMatchObject({ status: '-1' })
})

describe('the call of one step never asks', () => {
  it('lists optional columns, and refuses without required ones, whatever was matched before', async () => {
    const named = strange({ 手机号: '机主号' }, '座驾')
    const before = { status: '-2', code: 1004, detail: '缺少必填列：手机号，请补充表头后重试' }
    const direct = (bytes: Uint8Array) => start(bytes, by, false)
    expect(await direct(named([cellsOf()]))).toMatchObject(before)
    await matchAndCheck(await checked(named([cellsOf()])), { 机主号: '手机号' })
    expect(await direct(named([cellsOf()]))).toMatchObject(before)
    const optional = strange({}, '座驾')
    await matchAndCheck(await checked(optional([cellsOf()])))
    expect(await direct(optional([cellsOf()]))).toMatchObject({
      state: importState.done,
      successTotal: 1,
      errors: [{ row: 1, column: '座驾', text: '该列未识别，内容未导入' }],
    })
  })
})

describe('a workbook whose headings are elsewhere', () => {
  const twoSheets = (row = sheetRow()) =>
    workbookOf([
      {
        name: '目录',
        data: dataOf([
          ['说明', '内容'],
          ['一月', '见第二张'],
        ]),
      },
      {
        name: '一月',
        data: dataOf([['杭州店'], ['甲', '乙'], required.map((_, at) => `字段${at}`), cellsOf(row)]),
      },
    ])

  it('is imported below the row that the member picks, now and with the match', async () => {
    const row = sheetRow()
    const status = await checked(twoSheets(row))
    expect(status).toMatchObject({ state: importState.matching, sheet: '目录', headingRow: 1 })
    const place =
      status.places?.findIndex(({ sheet, headingRow }) => sheet === '一月' && headingRow === 3) ?? -1
    expect(status.places?.[place]?.text).toBe('字段0、字段1、字段2、字段3')
    await app.post(checkImport, by.token, { importId: status.importId, place })
    await app.app.importWork.run()
    const there = await app.post(importStatus, by.token, { importId: status.importId })
    expect(there).toMatchObject({ state: importState.matching, sheet: '一月', headingRow: 3 })
    const fields = Object.fromEntries(required.map((heading, at) => [`字段${at}`, heading]))
    const after = await matchAndCheck(there, fields)
    expect(after).toMatchObject({ state: importState.checked, successTotal: 1, errors: [], headingRow: 3 })
  })

  it('offers no row without rows below it, and refuses one that it did not offer', async () => {
    const { importId, places = [] } = await checked(twoSheets())
    expect(places.map(({ sheet, headingRow }) => `${sheet}${headingRow}`)).toEqual([
      '目录1',
      '一月1',
      '一月2',
      '一月3',
    ])
    expect(await app.post(checkImport, by.token, { importId, place: places.length })).toMatchObject({
      status: '-1',
      detail: '文件中没有这一行',
    })
  })
})

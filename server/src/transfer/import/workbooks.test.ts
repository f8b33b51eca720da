import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { importState, importTexts, missingColumns } from '@showroom/contract/transfer/transfer.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { sheetRow, storeBytes } from '../../../test/sheets.ts'
import type { SheetRow } from '../../../test/sheets.ts'
import { dataOf, dateCell, numberCell, rounded, workbookOf } from '../../../test/workbook.ts'
import type { RawCell } from '../../../test/workbook.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { readXlsx } from '../../platform/xlsx/xlsx.ts'
import { placeCells } from './import.read.ts'
import { columns } from './import.columns.ts'

/** Importing workbooks that other programs wrote, or that people filled in their own way. */

const { startImport, importTemplate } = rooms.transfer

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await buildMember(app.db, app.now(), { role: 3 })
})

const fileOf = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, '../../../test/workbooks', `${name}.xlsx`))
const importBytes = async (bytes: Uint8Array) =>
  app.post(startImport, by.token, { file: await storeBytes(app, by, bytes), fileName: '客户.xlsx' })
const customers = () =>
  app.db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.onRef('d.customer_id', '=', 'c.id').onRef('d.dealer_id', '=', 'c.dealer_id'),
    )
    .select(['c.name', 'c.mobile', 'd.budget', 'd.buy_city as city', 'd.level'])
    .where('c.dealer_id', '=', by.dealerId)
    .orderBy('c.id')
    .execute()

type Cell = string | RawCell
/** Imports a sheet of these headings and rows. */
const importSheet = (head: readonly string[], ...rows: readonly (readonly Cell[])[]) =>
  importBytes(workbookOf([{ name: '名单', data: dataOf([head, ...rows]) }]))
/** A row of the required columns and one more. */
const required = columns.flatMap((column) => ('required' in column ? [column.heading] : []))
const importCell = (heading: string, cell: Cell) => {
  const row = sheetRow()
  const head = [...required.filter((one) => one !== heading), heading]
  return importSheet(
    head,
    head.map((one) => (one === heading ? cell : (row[one as keyof SheetRow] ?? ''))),
  )
}
const cellsOf = (row: SheetRow): string[] => required.map((heading) => row[heading as keyof SheetRow] ?? '')

describe('a workbook of another program', () => {
  it.each([
    ['written-by-sheetjs', 1],
    ['cells-without-r', 2],
    ['one-cell-a-row-element', 2],
    ['workbook-part-renamed', 2],
    ['only-required-columns', 1],
  ])('%s is imported', async (name, total) => {
    const answer = await importBytes(fileOf(name))
    expect(answer).toMatchObject({ state: importState.done, successTotal: total, failTotal: 0, errors: [] })
    expect(await customers()).toMatchObject(Array.from({ length: total }, () => ({ city: '杭州市' })))
  })

  it('without addresses has its cells under the headings that they fit', async () => {
    await importBytes(fileOf('cells-without-r'))
    expect(await customers()).toMatchObject([
      { name: '周试表', mobile: '19915881399', level: 'A' },
      { name: '周试表', mobile: '19986987973', level: 'A' },
    ])
  })

  it('has invisible characters around its numbers', async () => {
    const answer = await importBytes(fileOf('invisible-in-cells'))
    expect(answer).toMatchObject({ rowTotal: 6, successTotal: 6, failTotal: 0, errors: [] })
    expect((await customers()).map(({ mobile }) => mobile)).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/^1[3-9]\d{9}$/) as string),
    )
  })

  it('turned the budget 10-15 into a date', async () => {
    expect(await importBytes(fileOf('budget-became-a-date'))).toMatchObject({ successTotal: 1, errors: [] })
    const dictionary = await app.db
      .selectFrom('dictionary')
      .select('value')
      .where('kind', '=', 'budgets')
      .where('display', '=', '10-15')
      .executeTakeFirstOrThrow()
    expect((await customers())[0]?.budget).toBe(Number(dictionary.value))
  })

  it('has formulas that failed', async () => {
    const answer = await importBytes(fileOf('error-cells'))
    expect(answer).toMatchObject({
      successTotal: 0,
      failTotal: 1,
      errors: [{ row: 2, column: '备用号码', cell: 'U2', value: '#N/A', text: '公式错误，请改为实际内容' }],
    })
    expect(await customers()).toEqual([])
  })

  it('has regions, whose errors name their cells', async () => {
    const answer = await importBytes(fileOf('county-cities-and-zones'))
    expect(answer).toMatchObject({ successTotal: 3, failTotal: 1 })
    expect(answer.errors).toMatchObject([{ row: 5, column: '购车城市', cell: 'H5' }])
  })
})

describe('a sheet in another layout', () => {
  it('has titles, other names, another order and further columns', async () => {
    const head = [
      '序号',
      '联系电话：',
      '姓名（必填）',
      '称谓',
      '渠道',
      '车型',
      '省',
      '市',
      '区',
      '座驾',
      '空列',
    ]
    const data = dataOf([
      ['十一月客户登记表'],
      [],
      head,
      ['1', '13800000001', '王一', '先生', '自然到店', '松涧', '浙江省', '杭州市', '西湖区', '无'],
    ])
    const notes = { name: '说明', data: dataOf([['请先阅读'], ['手机号', '必须是11位']]) }
    const old = { name: '旧', isHidden: true, data: dataOf([required, cellsOf(sheetRow())]) }
    const answer = await importBytes(workbookOf([old, notes, { name: '名单', data }]))
    expect(answer).toMatchObject({
      state: importState.done,
      rowTotal: 1,
      successTotal: 1,
      failTotal: 0,
      errors: [{ row: 3, column: '座驾', cell: 'J3', value: '', text: '该列未识别，内容未导入' }],
    })
    expect(await customers()).toMatchObject([{ name: '王一', mobile: '13800000001', city: '杭州市' }])
  })

  it('is refused by the names of its missing columns', async () => {
    const row = sheetRow()
    const head = required.filter((heading) => heading !== '手机号' && heading !== '购车城市')
    const answer = await importSheet(
      head,
      head.map((heading) => row[heading as keyof SheetRow] ?? ''),
    )
    expect(answer).toMatchObject({ status: '-2', code: 1004, detail: missingColumns(['手机号', '购车城市']) })
    expect(answer.detail).toBe('缺少必填列：手机号、购车城市，请补充表头后重试')
  })

  it('is refused by name if it has a password', async () => {
    const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    const bytes = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])
    expect(await importBytes(bytes)).toMatchObject({ status: '-2', code: 1004, detail: importTexts.password })
  })

  it('does not show a number that stands where a heading is expected', async () => {
    const answer = await importSheet([...required, '13912345678'], [...cellsOf(sheetRow()), 'x'])
    expect(answer.errors).toMatchObject([{ column: '139****5678' }])
  })
})

describe('a cell', () => {
  it.each<[string, Cell, string]>([
    ['证件号码', rounded, '数字超过15位，已被表格软件舍入，请将单元格设为文本后重新填写'],
    ['备注', rounded, '数字超过15位，已被表格软件舍入，请将单元格设为文本后重新填写'],
    ['客户姓名', dateCell(46310), '内容被表格软件转成了日期，请将单元格设为文本后重新填写'],
    ['购车预算', dateCell(46023), '内容被表格软件转成了日期，请将单元格设为文本后重新填写'],
    ['微信号', { raw: '<c r="@"><f>A1</f></c>' }, '公式没有结果，请用表格软件打开并保存，或改为实际内容'],
    ['客户来源', { raw: '<c r="@" t="e"><v>#REF!</v></c>' }, '公式错误，请改为实际内容'],
    ['客户类型', '#N/A', '公式错误，请改为实际内容'],
  ])('of %s that a program changed is the one error of its row', async (column, cell, text) => {
    const answer = await importCell(column, cell)
    const others = required.filter((heading) => heading !== column)
    const letter = String.fromCodePoint(65 + others.length)
    expect(answer).toMatchObject({ successTotal: 0, failTotal: 1 })
    expect(answer.errors).toMatchObject([{ row: 2, column, cell: `${letter}2`, text }])
  })

  it.each<[string, Cell]>([
    ['手机号', numberCell(13800000003)],
    ['下次跟进日期', dateCell(46346)],
    ['预计购车日期', dateCell(46380.25)],
    ['购车预算', dateCell(46310)],
    ['购车数量', numberCell(2)],
  ])('of %s that is a number or a date is taken', async (heading, cell) => {
    expect(await importCell(heading, cell)).toMatchObject({ successTotal: 1, errors: [] })
  })

  it('that was rounded does not become a number by way of the workbook of failed rows', async () => {
    const answer = await importCell('证件号码', rounded)
    const link = await app.app.http.inject({
      url: answer.failedUrl ?? '',
      headers: { cookie: `Dealer-User-Token=${by.token}` },
    })
    expect(await importBytes(link.rawPayload)).toMatchObject({
      successTotal: 1,
      errors: [{ column: '证件号码', text: '请输入合法证件号' }],
    })
  })
})

describe('cells without addresses', () => {
  const fits =
    (...texts: string[]) =>
    (cell: number, column: number) =>
      texts[cell]?.includes(String(column)) ? 1 : 0

  it('go where they fit in their order, if that is one way', () => {
    expect(placeCells(2, 4, fits('0', '2'))).toEqual([0, 2])
    expect(placeCells(2, 4, fits('02', '1'))).toEqual([0, 1])
    expect(placeCells(2, 4, fits('2', '1'))).toBeUndefined()
    expect(placeCells(2, 4, fits('0', '12'))).toBeUndefined()
    expect(placeCells(3, 2, () => 1)).toBeUndefined()
    expect(placeCells(2, 3, (cell, column) => (cell === 1 && column === 2 ? 9 : 1))).toBeUndefined()
    expect(placeCells(1, 3, (_, column) => column)).toEqual([2])
  })
})

describe('the template', () => {
  it('explains the ways of an import, and offers a sheet of follow-ups', async () => {
    const { filePath } = await app.post(importTemplate, by.token, {})
    const link = await app.app.http.inject({
      url: filePath ?? '',
      headers: { cookie: `Dealer-User-Token=${by.token}` },
    })
    const book = await readXlsx({ bytes: link.rawPayload, maxUnpackedBytes: 1e8, maxRows: 1000 })
    if ('problem' in book) throw new Error(book.problem)
    const rowsOf = (name: string) => book.sheets.find((sheet) => sheet.name === name)?.rows ?? []
    const notes = rowsOf('填写说明').flatMap(({ cells }) => cells)
    expect(notes).toEqual(
      expect.arrayContaining(['导入方式：仅新增', '导入方式：更新空白项', '导入方式：覆盖更新']),
    )
    expect(rowsOf('跟进记录')[0]?.cells).toEqual(['客户手机号*', '时间*', '方式', '内容*', '跟进人'])
  })

  it('has text columns, and lists of the words that a column takes', async () => {
    const { filePath } = await app.post(importTemplate, by.token, {})
    const link = await app.app.http.inject({
      url: filePath ?? '',
      headers: { cookie: `Dealer-User-Token=${by.token}` },
    })
    const { unpack } = await import('../../platform/xlsx/archive.ts')
    const unpacked = unpack(link.rawPayload, 1e7)
    if (!('parts' in unpacked)) throw new Error(unpacked.problem)
    const xml = unpacked.parts.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    const styles = unpacked.parts.get('xl/styles.xml')?.toString() ?? ''
    const text = /numFmtId="(\d+)" formatCode="@"/.exec(styles)?.[1]
    const formats = [...styles.matchAll(/<xf [^>]*>/g)].map(([xf]) => /numFmtId="(\d+)"/.exec(xf)?.[1])
    const columnStyles = [...xml.matchAll(/<col style="(\d+)"/g)].map(([, style]) => formats[Number(style)])
    expect(columnStyles).toEqual(columns.map(() => text))
    const lists = [...xml.matchAll(/type="list"[^>]*sqref="([A-Z]+)2:/g)].map(([, column]) => column)
    // From 性别 (C) to 证件类型 (W); a store without custom sources has no list of them.
    expect(lists).toEqual(['C', 'D', 'F', 'J', 'K', 'L', 'N', 'P', 'R', 'T', 'W'])
    expect(xml.indexOf('<dataValidations')).toBeGreaterThan(xml.indexOf('</sheetData>'))
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressOf,
  findTable,
  headingIds,
  headingKey,
  headingsId,
  matchHeadings,
} from '../../platform/xlsx/table.ts'
import type { TableField } from '../../platform/xlsx/table.ts'
import type { FilledSheet } from '../../platform/xlsx/xlsx.ts'
import { tableFields as fields } from './import.columns.ts'

/** Finding the table of a workbook. */

const some: readonly TableField[] = [
  { heading: '客户姓名', aliases: ['姓名'], required: true },
  { heading: '手机号', aliases: ['电话', '联系电话'], required: true },
  { heading: '备用号码', aliases: ['手机号备用'] },
  { heading: '购车预算', aliases: ['预算'] },
  { heading: '备注' },
]
const sheet = (name: string, rows: readonly (readonly string[])[], rest: Partial<FilledSheet> = {}) => ({
  name,
  rows: rows.map((cells, at) => ({ number: at + 1, cells })),
  ...rest,
})
const row = ['王一', '13800000001']

/** Ways in which people decorate a heading without changing its meaning. */
const decorations = [
  (heading: string) => `${heading}*`,
  (heading: string) => `＊${heading}`,
  (heading: string) => `${heading}（必填）`,
  (heading: string) => `${heading}【必填项】`,
  (heading: string) => `${heading}(选填)`,
  (heading: string) => `必填：${heading}`,
  (heading: string) => `${heading}：`,
  (heading: string) => ` ${heading} :`,
  (heading: string) => `${heading}\n必填`,
  (heading: string) => `1、${heading}`,
  (heading: string) => `\uFEFF${heading}\u200B`,
  (heading: string) => `\u202D${heading}\u202C`,
  (heading: string) => Array.from(heading).join('\u00A0'),
  (heading: string) => `“${heading}”`,
  (heading: string) => `${heading}。`,
] as const
const decorated = (heading: string) =>
  fc
    .array(fc.constantFrom(...decorations), { maxLength: 3 })
    .map((given) => given.reduce((text, decorate) => decorate(text), heading))

/** Headings of several fields, which their cells tell apart. */
const shared: ReadonlySet<string> = new Set(['省市', '地区', '区域', '意向'])

describe('a heading', () => {
  it('of the template means its field, however it is decorated', () => {
    const anyField = fc.constantFrom(...fields)
    fc.assert(
      fc.property(
        anyField.chain((field) =>
          fc
            .constantFrom(field.heading, ...(field.aliases ?? []).filter((alias) => !shared.has(alias)))
            .chain((word) => fc.tuple(fc.constant(field.heading), decorated(word))),
        ),
        ([heading, text]) => {
          expect(matchHeadings([text], fields).match).toEqual({ [heading]: 0 })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('keeps its key when it is reduced again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = headingKey(text)
        expect(key).toMatch(/^[\p{L}\p{N}]*$/u)
      }),
    )
  })

  it('names one field only', () => {
    const keys = fields.flatMap(({ heading, aliases = [] }) => [heading, ...aliases].map(headingKey))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([...shared])
  })

  it('that several fields share means the one that its cells fit', () => {
    const rate = (field: string): number => (field === '意向级别' ? 1 : 0)
    expect(matchHeadings(['意向'], fields, undefined, rate).match).toEqual({ 意向级别: 0 })
    expect(matchHeadings(['意向'], fields).match).toEqual({ 意向车系: 0 })
    expect(matchHeadings(['地区', '市'], fields).match).toEqual({ 购车城市: 1, 购车区县: 0 })
  })

  it.each([
    ['购车预算（万元）', '购车预算'],
    ['预算(单位：万)', '购车预算'],
    ['手机号（备用）', '备用号码'],
    ['手机号（11位）', undefined],
    ['手机号（家人）', undefined],
    ['微信昵称', undefined],
  ])('%s means %s', (heading, field) => {
    expect(Object.keys(matchHeadings([heading], some).match)[0]).toBe(field)
  })
})

describe('columns', () => {
  it('match in any order, each field once, and the rest stays open', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.constantFrom(...fields.map(({ heading }) => heading), '车牌', '座位数', '星座'))
          .chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
        (headings) => {
          const { match, open, missing } = matchHeadings(headings, fields)
          for (const [heading, at] of Object.entries(match)) expect(headings[at]).toBe(heading)
          expect(new Set(Object.values(match)).size).toBe(Object.keys(match).length)
          expect(Object.keys(match).length + open.length).toBe(headings.length)
          expect(missing).toEqual(
            fields.flatMap(({ heading, required }) =>
              required && !headings.includes(heading) ? [heading] : [],
            ),
          )
        },
      ),
    )
  })

  it('prefer the own heading to an alias, and leave the second of two open', () => {
    expect(matchHeadings(['姓名', '客户姓名', '电话', '联系电话'], some)).toMatchObject({
      match: { 客户姓名: 1, 手机号: 2 },
      open: [
        { at: 0, heading: '姓名' },
        { at: 3, heading: '联系电话' },
      ],
    })
  })

  it('follow what was chosen before, and leave out what was chosen to be', () => {
    const [owner = '', phone = '', other = ''] = headingIds(['机主', '联系电话', '其他'])
    const chosen = new Map([
      [owner, '客户姓名'],
      [phone, ''],
      [other, '不存在的'],
    ])
    expect(matchHeadings(['机主：', '联系电话', '其他'], some, chosen)).toMatchObject({
      match: { 客户姓名: 0 },
      open: [{ at: 2, heading: '其他' }],
      missing: ['手机号'],
    })
  })

  it('are chosen one by one where headings are alike', () => {
    const [first = '', second = ''] = headingIds(['标注', '标注 '])
    const chosen = new Map([
      [first, ''],
      [second, '备注'],
    ])
    expect(matchHeadings(['标注', '标注'], some, chosen)).toMatchObject({ match: { 备注: 1 }, open: [] })
  })

  it('are the same set in any order', () => {
    expect(headingsId(['姓名*', '', '电话'])).toBe(headingsId(['电话：', '姓名']))
    expect(headingsId(['姓名', '姓名'])).not.toBe(headingsId(['姓名']))
  })

  it('are not open if they only number rows or hold our reasons', () => {
    expect(matchHeadings(['序号', '客户姓名', '', '失败原因'], some).open).toEqual([])
  })
})

describe('the table', () => {
  const tableOf = (...sheets: FilledSheet[]) => findTable(sheets, some)

  it('is found below titles and blank rows', () => {
    const rows = [['2026年客户登记表'], ['制表：展厅', '', '11月'], [], ['姓名', '电话'], row]
    expect(tableOf(sheet('a', rows))).toMatchObject({
      headingRow: 4,
      headings: ['姓名', '电话'],
      match: { 客户姓名: 0, 手机号: 1 },
      rows: [{ number: 5, cells: row }],
    })
  })

  it('is found behind notes, and not in hidden sheets', () => {
    const notes = sheet('说明', [['请先阅读'], ['电话', '填11位']])
    const old = sheet('旧', [['客户姓名', '手机号', '备注'], row], { isHidden: true })
    expect(tableOf(old, notes, sheet('名单', [['姓名', '电话'], row]))).toMatchObject({ sheet: '名单' })
  })

  it('is the one with more required columns, and the first of two alike', () => {
    const wide = sheet('字典', [['手机号', '备用号码', '购车预算', '备注'], row])
    expect(
      tableOf(wide, sheet('一', [['姓名', '电话'], row]), sheet('二', [['姓名', '电话'], row])),
    ).toMatchObject({
      sheet: '一',
    })
  })

  it('is looked for in the first 30 rows', () => {
    const below = (titles: number) =>
      tableOf(sheet('a', [...Array.from({ length: titles }, () => ['说明']), ['姓名', '电话'], row]))
    expect(below(29)).toMatchObject({ headingRow: 30, missing: [] })
    expect(below(30)).toMatchObject({ headingRow: 1, missing: ['客户姓名', '手机号'] })
  })

  it('is the first filled row if no headings match, and none in an empty workbook', () => {
    expect(tableOf(sheet('a', [row, row]))).toMatchObject({ headingRow: 1, match: {}, rows: [{ number: 2 }] })
    expect(tableOf(sheet('a', []), sheet('b', [['姓名']], { isHidden: true }))).toBeUndefined()
  })
})

it('addresses cells as a spreadsheet program does', () => {
  expect([0, 20, 25, 26, 51, 52, 701, 702].map((column) => addressOf(column, 2))).toEqual([
    'A2',
    'U2',
    'Z2',
    'AA2',
    'AZ2',
    'BA2',
    'ZZ2',
    'AAA2',
  ])
})

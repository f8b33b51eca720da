import { rooms } from '@showroom/contract'
import { wordKey } from '@showroom/contract/base/word.rules'
import { readTime } from '@showroom/contract/kernel/written'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import { write, utils } from '@e965/xlsx'
import type { BookType } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { firstSheetOf, storeBytes } from '../../../test/sheets.ts'
import { dataOf, numberCell, partsOf, workbookOf } from '../../../test/workbook.ts'
import type { RawCell } from '../../../test/workbook.ts'
import { makeZip } from '../../../test/zip.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { readXlsx } from '../../platform/xlsx/xlsx.ts'

/** Lists as stores keep them: words, numbers, days and regions as people write them. */

const { startImport, importStatus, checkImport, commitImport } = rooms.transfer

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await buildMember(app.db, app.now(), { role: 3, name: '冯经理' })
})

let count = 0
const mobile = (): string => `1990${String((count += 1)).padStart(7, '0')}`
type Cell = string | RawCell
type Sheet = readonly (readonly Cell[])[]
const book = (sheets: Readonly<Record<string, Sheet>>) =>
  workbookOf(Object.entries(sheets).map(([name, rows]) => ({ name, data: dataOf(rows) })))
async function start(bytes: Uint8Array, preview: boolean, fileName = '名单.xlsx', member = by) {
  const file = await storeBytes(app, member, bytes)
  return app.post(startImport, member.token, { file, fileName, preview })
}
const direct = (...rows: Sheet) => start(book({ 名单: rows }), false)
async function next(importId = 0, member = by) {
  await app.app.importWork.run()
  return app.post(importStatus, member.token, { importId })
}
async function previewOf(sheets: Readonly<Record<string, Sheet>>, member = by) {
  const { importId } = await start(book(sheets), true, '名单.xlsx', member)
  return next(importId, member)
}
type Status = Awaited<ReturnType<typeof next>>
const matchOf = ({ columns = [] }: Status) => columns.map(({ at, field }) => ({ at, field }))
async function check(status: Status, more: object = {}, member = by) {
  const { importId = 0 } = status
  const answer = await app.post(checkImport, member.token, { importId, match: matchOf(status), ...more })
  return answer.status === '0' ? next(importId, member) : answer
}
async function commit({ importId = 0 }: Status) {
  await app.post(commitImport, by.token, { importId })
  return next(importId)
}
const files = () =>
  app.db
    .selectFrom('customer as c')
    .innerJoin('deal as d', 'd.id', 'c.current_deal_id')
    .selectAll('d')
    .select(['c.mobile', 'c.second_phone as second', 'c.gender', 'c.name'])
    .where('c.dealer_id', '=', by.dealerId)
    .orderBy('c.id')
    .execute()

const head = ['客户姓名', '手机号', '性别', '意向车系', '购车省份', '购车城市', '购车区县']
/** A row of the required columns, with one more cell. */
const row = (cell: Cell, phone = mobile()): Cell[] => [
  '钱一白',
  phone,
  '男',
  '松涧',
  '浙江省',
  '杭州市',
  '西湖区',
  cell,
]
const importColumn = (heading: string, ...cells: readonly Cell[]) =>
  direct([...head, heading], ...cells.map((cell) => row(cell)))

describe('a cell as people write it', () => {
  it('holds a budget in any spelling, and one that is none costs its row nothing', async () => {
    const budgets = [
      '10-15',
      '10-15万',
      '10-15万元',
      '10~15',
      '10－15',
      '10—15万',
      '10到15万',
      '10至15',
      '10万-15万',
      '１０～１５',
      '10 - 15 万',
      '10-15（万元）',
      '10〜15W',
    ]
    const answer = await importColumn('购车预算', ...budgets, '看情况')
    expect(answer).toMatchObject({ successTotal: budgets.length + 1, failTotal: 0 })
    expect(answer.errors).toMatchObject([{ column: '购车预算', value: '看情况', text: '请选择购车预算' }])
    expect((await files()).map(({ budget }) => budget)).toEqual(budgets.map(() => 1).concat(1))
    const bytes = await app.app.http.inject({
      url: answer.failedUrl ?? '',
      headers: { cookie: `Dealer-User-Token=${by.token}` },
    })
    const named = await readXlsx({ bytes: bytes.rawPayload, maxUnpackedBytes: 1e8, maxRows: 100 })
    if ('problem' in named) throw new Error(named.problem)
    expect(await firstSheetOf(bytes.rawPayload)).toHaveLength(1)
    expect(named.sheets.at(-1)).toMatchObject({ name: '未导入的单元格' })
    expect(named.sheets.at(-1)?.rows.at(-1)?.cells.slice(3)).toEqual(['购车预算', '看情况', '请选择购车预算'])
  })

  it('holds a level', async () => {
    const answer = await importColumn(
      '意向级别',
      'H级',
      'A 级',
      'Ｂ',
      'A级（14天）',
      'c',
      'B类',
      '【H】',
      'h级客户',
    )
    expect(answer).toMatchObject({ failTotal: 0, errors: [] })
    expect((await files()).map(({ level }) => level)).toEqual(['H', 'A', 'B', 'A', 'C', 'B', 'H', 'H'])
  })

  it.each([
    ['19905800001（微信同号）', '19905800001', '', '微信同号'],
    ['电话：19905800002', '19905800002', '', ''],
    ['19905800003/19905800013', '19905800003', '19905800013', ''],
    ['19905800004 19905800014', '19905800004', '19905800014', ''],
    ['19905800005*', '19905800005', '', ''],
    ['王总 +86 199-0580-0006 转8', '19905800006', '', '王总 转8'],
    ['19905800007、19905800017、19905800027', '19905800007', '19905800017', '19905800027'],
  ])('holds the mobile in %s', async (text, number, second, remark) => {
    expect(await direct(head, row('', text))).toMatchObject({ successTotal: 1, errors: [] })
    expect(await files()).toMatchObject([{ mobile: number, second, remark }])
  })

  it('holds a day', async () => {
    // Today is 2026-11-18.
    const days = ['11月19日', '11-19', '20261119', '11/19', '26.11.19', '2026年11月19日', '11月19号（周四）']
    const others = ['2026/11/19 10:00', '19号', '明天', '十一月十九日', '19-Nov-26', '11.19']
    const cells = [...days, ...others, numberCell(46_345)]
    const answer = await importColumn('下次跟进日期', ...cells)
    expect(answer).toMatchObject({ successTotal: cells.length, errors: [] })
    const at = new Date('2026-11-18T16:00:00Z')
    expect((await files()).map((one) => one.next_follow_at)).toEqual(cells.map(() => at))
    expect(await importColumn('下次跟进日期', '过几天')).toMatchObject({
      successTotal: 1,
      errors: [{ value: '过几天' }],
    })
  })

  it('without a year is the nearest possible day', () => {
    const now = Date.parse('2026-11-18T10:00:00+08:00') / 1000
    const later = (text: string) => new Date(readTime(text, now, (at) => at >= now) * 1000 + 28_800_000)
    expect(later('1-3').toISOString()).toBe('2027-01-03T00:00:00.000Z')
    expect(later('周五').toISOString()).toBe('2026-11-20T00:00:00.000Z')
    expect(later('星期一').toISOString()).toBe('2026-11-23T00:00:00.000Z')
    expect(later('下周三').toISOString()).toBe('2026-11-25T00:00:00.000Z')
    expect(later('11月17日').toISOString()).toBe('2027-11-17T00:00:00.000Z')
    expect(new Date(readTime('11月17日', now) * 1000).toISOString()).toBe('2026-11-16T16:00:00.000Z')
    for (const text of ['2月30日', '不详', '11月底', '10-15万', '2026-13-01', '', '3天后', '2026年11月'])
      expect(readTime(text, now)).toBeNaN()
  })

  it('holds the region in one text', async () => {
    const regions = [
      ['浙江省杭州市西湖区', '浙江省/杭州市/西湖区'],
      ['浙江杭州', '浙江省/杭州市/'],
      ['杭州市滨江区', '浙江省/杭州市/滨江区'],
      ['浙江-杭州-余杭', '浙江省/杭州市/余杭区'],
      ['上海浦东', '上海市/上海市/浦东新区'],
      ['江苏昆山', '江苏省/苏州市/昆山市'],
      ['吉林市', '吉林省/吉林市/'],
    ] as const
    const answer = await direct(
      ['姓名', '电话', '性别', '车型', '地区', '备注'],
      ...regions.map(([text]) => ['钱一白', mobile(), '男', '松涧', text, '']),
      ['钱一白', mobile(), '男', '松涧', '杭州市西湖区文三路1号', '老客户'],
      ['钱一白', mobile(), '男', '松涧', '杭州市火星区', ''],
      ['钱一白', mobile(), '男', '松涧', '火星', ''],
    )
    expect(answer).toMatchObject({ successTotal: regions.length + 2, failTotal: 1 })
    expect(answer.errors?.map(({ cell, text }) => [cell, text])).toEqual([
      ['E10', '杭州市没有区县“火星区”'],
      ['E11', '城市“火星”不存在'],
    ])
    const made = await files()
    expect(made.map((one) => [one.buy_province, one.buy_city, one.buy_area].join('/'))).toEqual([
      ...regions.map(([, region]) => region),
      '浙江省/杭州市/西湖区',
      '浙江省/杭州市/',
    ])
    expect(made.at(-2)?.remark).toBe('老客户；杭州市西湖区文三路1号')
  })

  it('that is optional and unreadable is named, and costs its row nothing else', async () => {
    const cells: Readonly<Record<string, string>> = {
      客户来源: '天上掉的',
      意向级别: '很高',
      客户经理: '查无此人',
      下次跟进方式: '飞鸽',
      下次跟进日期: '改天',
      客户类型: '外星人',
      业务类型: '抢购',
      购车数量: '很多',
      购车预算: '不限',
      预计购车日期: '明年春天',
      竞品车系: '没有的车',
      证件类型: '居住证明',
      证件号码: '110105194912310021',
      微信号: 'w'.repeat(60),
      购车区县: '火星区',
    }
    const answer = await direct(
      [...head.slice(0, -1), ...Object.keys(cells)],
      [...row('').slice(0, 6), ...Object.values(cells)],
    )
    expect(answer).toMatchObject({ successTotal: 1, failTotal: 0 })
    expect(answer.errors?.map(({ column }) => column).toSorted()).toEqual(Object.keys(cells).toSorted())
    expect(await files()).toMatchObject([{ level: 'N', from_source: 2, owner_id: by.memberId, budget: 1 }])
  })
})

const headings = ['日期', '姓名', '电话', '地区', '看的车', '意向', '来源', '顾问', '备注']
const listRow = (words: Readonly<Record<string, string>> = {}): string[] => {
  const given: Readonly<Record<string, string>> = {
    日期: '11.18',
    姓名: '王女士',
    电话: mobile(),
    地区: '杭州西湖',
    看的车: '松涧',
    意向: 'A',
    来源: '自然到店',
    顾问: '冯经理',
    备注: '',
  }
  return headings.map((heading) => words[heading] ?? given[heading] ?? '')
}
const male = { wholes: [{ field: '性别', value: '1' }] }

describe('the list of a store', () => {
  it('with nine columns is understood but for the day and the gender', async () => {
    const status = await previewOf({
      客户: [headings, listRow(), listRow({ 姓名: '钱一白', 意向: 'H' }), listRow({ 意向: 'B' })],
    })
    expect(status).toMatchObject({ state: importState.matching, words: [] })
    const fields = Object.fromEntries(status.columns?.map(({ heading, field }) => [heading, field]) ?? [])
    expect(fields).toEqual({
      日期: '',
      姓名: '客户姓名',
      电话: '手机号',
      地区: '购车城市',
      看的车: '意向车系',
      意向: '意向级别',
      来源: '客户来源',
      顾问: '客户经理',
      备注: '备注',
    })
    expect(await check(status)).toMatchObject({ status: '-1', detail: '请为必填项选择列：性别' })
    const ready = await check(status, male)
    expect(ready).toMatchObject({ state: importState.checked, successTotal: 3, failTotal: 0 })
    expect(await commit(ready)).toMatchObject({ state: importState.done, successTotal: 3 })
    expect(await files()).toMatchObject([
      { level: 'A', gender: 2, buy_city: '杭州市', series_ids: [1201] },
      { level: 'H', gender: 1 },
      { level: 'B', gender: 2 },
    ])
  })

  it('has a register with a title, a total and one column for the region', async () => {
    const columns = [
      '序号',
      '来店时间',
      '客户姓名',
      '联系电话',
      '性别',
      '意向车型',
      '信息来源',
      '地区',
      '备注',
    ]
    const visit = (no: number, region: string) => [
      numberCell(no),
      '9:30',
      '钱一白',
      mobile(),
      '男',
      '松涧',
      '自然到店',
      region,
      '初次来店',
    ]
    const status = await previewOf({
      来店登记: [
        ['来店登记表'],
        ['日期：2026年11月28日  星期六'],
        columns,
        visit(1, '浙江省杭州市西湖区'),
        visit(2, '浙江杭州'),
        [],
        columns,
        visit(3, '杭州市滨江区'),
        [numberCell(4)],
        ['合计', '', '3批'],
        ['制表：张三'],
      ],
    })
    const ready = status.state === importState.matching ? await check(status) : status
    expect(ready).toMatchObject({ state: importState.checked, rowTotal: 3, successTotal: 3, failTotal: 0 })
    expect(ready.left?.map(({ row: at, text }) => [at, text])).toEqual([
      [7, '重复的表头未导入：序号、来店时间、客户姓名、联系电话、性别、意向车型、信息来源、地区、备注'],
      [10, '合计行未导入：合计、3批'],
      [11, '没有客户的行未导入：制表：张三'],
      [6, '2个空行未导入'],
    ])
    expect((await commit(ready)).left).toHaveLength(4)
  })

  it('has one value for all rows where a required field has no column', async () => {
    const columns = ['姓名', '电话']
    const status = await previewOf({
      客户: [columns, ['王先生', mobile()], ['李女士', mobile()], ['钱一白', mobile()]],
    })
    expect(status).toMatchObject({ state: importState.matching })
    const options = (field: string) => status.choices?.find((one) => one.field === field)?.options ?? []
    const valueOf = (field: string, name: string) =>
      options(field).find((one) => one.name === name)?.value ?? ''
    expect(options('性别').map(({ name }) => name)).toEqual(['男', '女'])
    const wholes = [
      { field: '性别', value: valueOf('性别', '男') },
      { field: '意向车系', value: valueOf('意向车系', '松涧') },
      { field: '购车城市', value: '浙江省杭州市西湖区' },
      { field: '客户来源', value: valueOf('客户来源', '外展') },
      { field: '客户经理', value: valueOf('客户经理', '冯经理') },
    ]
    const ready = await check(status, { wholes })
    expect(ready).toMatchObject({ state: importState.checked, successTotal: 3, errors: [] })
    await commit(ready)
    const region = { buy_province: '浙江省', buy_city: '杭州市', buy_area: '西湖区' }
    expect(await files()).toMatchObject([
      { gender: 1, from_source: 5, series_ids: [1201], owner_id: by.memberId, ...region },
      { gender: 2 },
      { gender: 1 },
    ])
    // A value for all rows is a fact of one list: the next one offers it, and asks.
    const again = await previewOf({ 客户: [columns, ['王先生', mobile()]] })
    expect(again).toMatchObject({ state: importState.matching })
    expect(again.wholes?.find(({ field }) => field === '购车城市')).toMatchObject({
      value: '浙江省杭州市西湖区',
    })
  })

  it('has merged cells, whose content holds for each of their rows', async () => {
    const columns = ['姓名', '电话', '性别', '车型', '地区']
    const data = dataOf([
      ['客户', '', '', '意向', ''],
      columns,
      ['王一', mobile(), '男', '松涧', '浙江杭州'],
      ['王二', mobile(), '女', '', ''],
    ])
    const merges = '<mergeCells count="2"><mergeCell ref="D3:D4"/><mergeCell ref="E3:E4"/></mergeCells>'
    const bytes = makeZip(
      Object.fromEntries(
        Object.entries(partsOf([{ name: '名单', data }])).map(([name, part]) => [
          name,
          part.replace('</sheetData>', `</sheetData>${merges}`),
        ]),
      ),
    )
    expect(await start(bytes, false)).toMatchObject({ successTotal: 2, failTotal: 0 })
    expect(await files()).toMatchObject([{ buy_city: '杭州市' }, { buy_city: '杭州市', series_ids: [1201] }])
  })

  it('of the front desk has one consultant for all rows', async () => {
    const desk = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      role: 7,
      modules: ['前台流量'],
    })
    const status = await previewOf({ 客户: [head, row('').slice(0, 7)] }, desk)
    expect(status).toMatchObject({ state: importState.matching })
    expect(status.wholes?.find(({ isRequired, field }) => isRequired && field === '客户经理')).toBeDefined()
    expect(await check(status, {}, desk)).toMatchObject({ detail: '请为必填项选择列：客户经理' })
    const wholes = [{ field: '客户经理', value: String(by.memberId) }]
    expect(await check(status, { wholes }, desk)).toMatchObject({
      state: importState.checked,
      successTotal: 1,
    })
  })

  it('is read from all sheets with the same headings, and the others are named', async () => {
    const columns = [...head, '备注']
    const sheets = {
      一月: [columns, row('一'), row('二')],
      二月: [['二月的客户'], columns.toReversed(), row('三').toReversed(), ['合计', '1批']],
      说明: [['请看前两张'], ['谢谢']],
      三月: [columns, row('四', '123')],
    }
    const bytes = book(sheets)
    const { importId } = await start(bytes, true)
    const ready = await next(importId)
    expect(ready).toMatchObject({
      state: importState.checked,
      rowTotal: 4,
      successTotal: 3,
      failTotal: 1,
      sheet: '一月',
    })
    expect(ready.sheets).toEqual(['二月', '三月'])
    expect(ready.errors).toMatchObject([{ sheet: '三月', row: 2, cell: 'B2', column: '手机号' }])
    expect(ready.left).toEqual([
      { sheet: '说明', row: 0, text: '工作表表头不同，2行未导入' },
      { sheet: '二月', row: 4, text: '合计行未导入：合计、1批' },
    ])
    await commit(ready)
    expect((await files()).map(({ remark }) => remark)).toEqual(['一', '二', '三'])
    expect(await start(bytes, false)).toMatchObject({ duplicateTotal: 3, failTotal: 1 })
  })
})

describe('words that name nothing', () => {
  const sheet = (...rows: readonly string[][]) => ({
    客户: [[...headings, '性别'], ...rows.map((one) => [...one, '男'])],
  })
  const words = { 意向: '高意向', 来源: '朋友介绍', 顾问: '小许', 看的车: '松涧SUV' }

  it('are matched once, with guesses, and remembered for the store', async () => {
    const clerk = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '许安' })
    const rows = [listRow(words), listRow(), listRow(words), listRow({ 来源: '神秘渠道', 意向: 'H' })]
    const status = await previewOf(sheet(...rows))
    expect(status).toMatchObject({ state: importState.matching })
    const nameOf = ({ field = '', value = '' }) =>
      status.choices?.find((one) => one.field === field)?.options.find((one) => one.value === value)?.name
    expect(status.words?.map((word) => [word.field, word.text, word.rows, nameOf(word)])).toEqual([
      ['客户来源', '朋友介绍', 2, '转介绍'],
      ['客户来源', '神秘渠道', 1, undefined],
      ['意向车系', '松涧SUV', 2, '松涧'],
      ['意向级别', '高意向', 2, undefined],
      ['客户经理', '小许', 2, '许安'],
    ])
    const ready = await check(status, { words: [{ at: 3, value: '2' }] })
    expect(ready).toMatchObject({ state: importState.checked, successTotal: 4, failTotal: 0, words: [] })
    // A word that was left out is named.
    expect(ready.errors?.filter(({ column }) => column !== '日期')).toMatchObject([
      { column: '客户来源', value: '神秘渠道' },
    ])
    await commit(ready)
    expect(await files()).toMatchObject([
      { level: 'H', from_source: 3, owner_id: clerk.memberId, series_ids: [1201] },
      { level: 'A', from_source: 2 },
      { level: 'H', from_source: 3 },
      { level: 'H', from_source: 2 },
    ])
    // In other spellings, for a colleague, in another list, and by the call of one step.
    const colleague = await buildMember(app.db, app.now(), { role: 3, dealerId: by.dealerId })
    const columns = [...head, '来源', '级别']
    const spelled = [...row('').slice(0, 7), ' 朋友 介绍', '高意向（热）']
    expect(await previewOf({ x: [columns, spelled] }, colleague)).toMatchObject({
      state: importState.checked,
      errors: [],
    })
    expect(await direct(columns, spelled)).toMatchObject({ successTotal: 1, errors: [] })
    const foreign = await buildMember(app.db, app.now(), { role: 3 })
    expect(await previewOf({ x: [columns, spelled] }, foreign)).toMatchObject({ state: importState.matching })
  })

  it('are asked about where several members have the name', async () => {
    const twin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '同名' })
    await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '同名' })
    const status = await previewOf({ x: [[...head, '顾问'], row('同名')] })
    expect(status.words).toMatchObject([{ field: '客户经理', text: '同名', value: '' }])
    const names = status.choices?.find(({ field }) => field === '客户经理')?.options ?? []
    expect(names.map(({ name }) => name)).toContain(
      `同名 ${twin.mobile.slice(0, 3)}****${twin.mobile.slice(-4)}`,
    )
    await commit(await check(status, { words: [{ at: 0, value: String(twin.memberId) }] }))
    expect(await files()).toMatchObject([{ owner_id: twin.memberId }])
  })

  it('of other fields are named, not asked about', async () => {
    const columns = [...head, '客户类型', '下次跟进方式', '竞品车系', '证件类型']
    const status = await previewOf({ x: [columns, [...row('外星人'), '飞鸽', '没有的车', '居住证明']] })
    expect(status).toMatchObject({ state: importState.checked, successTotal: 1 })
    expect(status.errors).toHaveLength(4)
  })

  it('of a column with too many are named, not asked about', async () => {
    const rows = Array.from({ length: 220 }, (_, at) => row(`词${at}个`))
    expect(await previewOf({ x: [[...head, '客户来源'], ...rows] })).toMatchObject({
      state: importState.checked,
      successTotal: 220,
      words: [],
    })
  })

  it('are never asked about by the call of one step', async () => {
    const answer = await direct([...headings, '性别'], [...listRow({ ...words, 看的车: '松涧' }), '男'])
    expect(answer).toMatchObject({ state: importState.done, successTotal: 1 })
    expect(answer.errors?.map(({ column }) => column)).toEqual(['日期', '客户来源', '意向级别', '客户经理'])
    expect(await direct(headings, listRow())).toMatchObject({ detail: '缺少必填列：性别，请补充表头后重试' })
  })

  it('have one key in all spellings', () => {
    const one = (...texts: string[]) => expect(new Set(texts.map(wordKey)).size, texts.join()).toBe(1)
    one('10-15', '10～15 万', '10万到15万元', '１０－１５')
    one('A', 'a级', 'Ａ 类', 'A级（14天）', '[a]')
    one('云岭 PLUS', '云岭-plus', '云岭Plus（新）', '云岭·PLUS')
    expect(wordKey('1.5T')).not.toBe(wordKey('15T'))
    expect(wordKey('级')).toBe('级')
  })
})

describe('a file of another kind', () => {
  const sheet = utils.book_new(utils.aoa_to_sheet([head, row('').slice(0, 7)]), '客户')
  const types: readonly (readonly [BookType, string])[] = [
    ['csv', 'CSV文本（.csv）'],
    ['xls', 'Excel 97-2003 工作簿（.xls）'],
    ['xlsb', 'Excel 二进制工作簿（.xlsb）'],
    ['ods', 'OpenDocument 表格（.ods）'],
    ['html', '网页（.html）'],
  ]
  it.each(types)('%s is refused with what it is and how to save it', async (type, kind) => {
    const bytes = Buffer.from(write(sheet, { type: 'buffer', bookType: type }) as Buffer)
    const text = `请上传xlsx格式文件!该文件是${kind}。请用Excel或WPS表格打开它，点“文件 > 另存为”`
    for (const name of ['客户.xlsx', `客户.${type}`])
      expect((await start(bytes, true, name)).detail).toContain(text)
  })
})

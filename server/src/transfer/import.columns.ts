import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { activityType, defaultNextDate, isFollowLevel } from '@showroom/contract/customer/customer.rules'
import { isDay } from '@showroom/contract/kernel/day'
import { maskIdNo, maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { plain } from '../platform/xlsx/xlsx.ts'

/** Columns of the import sheet: headings, and how the cells of a row become a new customer. */

/** Codes and ids by the words used in sheets. */
export interface Names {
  readonly sources: ReadonlyMap<string, number>
  readonly customSources: ReadonlyMap<string, number>
  readonly businessTypes: ReadonlyMap<string, number>
  readonly budgets: ReadonlyMap<string, number>
  readonly nextTypes: ReadonlyMap<string, number>
  readonly identifyTypes: ReadonlyMap<string, number>
  readonly series: ReadonlyMap<string, number>
  readonly competitors: ReadonlyMap<string, number>
  /** Members who can own customers, by name and by mobile. Equal names are `several`: such rows need the mobile. */
  readonly members: ReadonlyMap<string, number | 'several'>
}

interface ColumnSpec {
  readonly heading: string
  readonly width: number
  /** Fields of the new customer whose errors are shown at this column. */
  readonly fields: readonly string[]
  /** Explanation in the template. */
  readonly hint: string
  readonly required?: true
  /** Masks a cell that is a number as a whole. In other cells, numbers within the text are masked. */
  readonly mask?: (value: string) => string
}

export const columns = [
  { heading: '客户姓名', width: 14, fields: ['name'], hint: '', required: true },
  { heading: '手机号', width: 16, fields: ['mobile'], hint: '11位手机号', required: true, mask: maskMobile },
  { heading: '性别', width: 8, fields: ['gender'], hint: '男 或 女', required: true },
  { heading: '客户来源', width: 14, fields: ['fromSource'], hint: '见“可选内容”', required: true },
  {
    heading: '自定义来源',
    width: 16,
    fields: ['otherSource', 'customSource'],
    hint: '客户来源为“自定义”时必填，见“可选内容”',
  },
  { heading: '意向车系', width: 22, fields: ['specIds'], hint: '最多5个，用、分隔', required: true },
  { heading: '购车省份', width: 12, fields: ['buyProvince'], hint: '如 浙江省', required: true },
  { heading: '购车城市', width: 12, fields: ['buyCity'], hint: '如 杭州市', required: true },
  { heading: '购车区县', width: 12, fields: ['buyArea'], hint: '如 西湖区' },
  { heading: '意向级别', width: 10, fields: ['level'], hint: 'N、H、A、B、C，默认N' },
  {
    heading: '客户经理',
    width: 14,
    fields: ['assignMemberId'],
    hint: '姓名或手机号，默认导入人；前台导入时必填',
  },
  { heading: '下次跟进方式', width: 14, fields: ['nextActivityType', 'nextTestSpecId'], hint: '默认 沟通' },
  { heading: '下次跟进日期', width: 14, fields: ['nextDate'], hint: '如 2026-11-30，默认按级别推算' },
  { heading: '客户类型', width: 10, fields: ['type'], hint: '个人 或 企业，默认个人' },
  { heading: '企业名称', width: 20, fields: ['companyName'], hint: '客户类型为企业时必填' },
  { heading: '业务类型', width: 10, fields: ['businessType'], hint: '默认 新购' },
  { heading: '购车数量', width: 10, fields: ['buyCount'], hint: '0-10000' },
  { heading: '购车预算', width: 10, fields: ['budget'], hint: '单位万元，见“可选内容”' },
  { heading: '预计购车日期', width: 14, fields: ['buycarDate'], hint: '如 2026-12-31' },
  { heading: '竞品车系', width: 22, fields: ['competitionSerieses'], hint: '最多5个，用、分隔' },
  { heading: '备用号码', width: 16, fields: ['secondardPhone'], hint: '', mask: maskMobile },
  { heading: '微信号', width: 16, fields: ['weixin'], hint: '' },
  { heading: '证件类型', width: 10, fields: ['addition.identifyType'], hint: '默认 身份证' },
  { heading: '证件号码', width: 22, fields: ['addition.idNo'], hint: '', mask: maskIdNo },
  { heading: '备注', width: 30, fields: ['remark'], hint: '不超过500个字' },
] as const satisfies readonly ColumnSpec[]

type Heading = (typeof columns)[number]['heading']
export const reasonHeading = '失败原因'
/** Cells in the order of `columns`. */
export type Cells = readonly string[]

const specs: readonly ColumnSpec[] = columns
const headings: readonly string[] = columns.map(({ heading }) => heading)
const position = new Map(headings.map((heading, index) => [heading, index]))
export const cellOf = (cells: Cells, heading: Heading): string =>
  plain(cells[position.get(heading) ?? -1] ?? '')

/** Column names in older templates that are still in use. */
const formerHeadings: Readonly<Record<string, Heading>> = { 第二联系号码: '备用号码' }

/** Returns the position of each of our columns in a sheet; undefined if one is missing. */
export function layoutOf(head: readonly string[]): readonly number[] | undefined {
  const cleaned = head
    .map((heading) => heading.replaceAll(/[\s*＊]/g, ''))
    .map((heading) => formerHeadings[heading] ?? heading)
  const layout = headings.map((heading) => cleaned.indexOf(heading))
  return layout.includes(-1) ? undefined : layout
}

export interface CellError {
  readonly column: string
  /** Masked if it is a personal number. */
  readonly value: string
  readonly text: string
}

/** Cuts between characters: half a surrogate pair (of an emoji) cannot be stored. */
const firstOf = (text: string, max: number): string => Array.from(text).slice(0, max).join('')

/** Reports the error of a field at its column, or at the whole row if the field has no column. */
export function cellError(cells: Cells, field: string, text: string): CellError {
  const spec = specs.find(({ fields }) => fields.includes(field))
  const value = spec ? firstOf(cellOf(cells, spec.heading as Heading), 100) : ''
  return { column: spec?.heading ?? '', value: (spec?.mask ?? maskText)(value), text }
}

const genders = new Map([
  ['男', 1],
  ['先生', 1],
  ['女', 2],
  ['女士', 2],
])
const types = new Map([
  ['个人', 1],
  ['企业', 2],
  ['公司', 2],
])
/** Older templates contain an example row, and some are still in use. */
const isExample = /^示例客户/
const splitList = (text: string): string[] =>
  text
    .split(/[、,，;；]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Reads YYYY-MM-DD, also with / or . or 年月日, as epoch seconds of that day in Asia/Shanghai; NaN for anything else. */
function secondsOfDay(text: string): number {
  const [year = '', month = '', day = ''] = text.replace(/[ T].*/s, '').split(/[-/.年月日]/)
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? Date.parse(`${iso}T00:00:00+08:00`) / 1000 : Number.NaN
}

/** Converts the cells of a row to a new customer, and returns errors for unknown words. */
export function readCells(
  cells: Cells,
  names: Names,
  nowSeconds: number,
): { input: NewCustomerInput; errors: CellError[] } {
  const errors: CellError[] = []
  const cell = (heading: Heading): string => cellOf(cells, heading)
  const wrong = (field: string, text: string): void => void errors.push(cellError(cells, field, text))
  /** Returns the code of a word; `none` for an empty cell. */
  const code = (
    heading: Heading,
    map: ReadonlyMap<string, number>,
    field: string,
    text: string,
    none: number,
  ) => {
    const word = cell(heading)
    const found = word === '' ? none : map.get(word)
    if (found === undefined) wrong(field, text)
    return found ?? none
  }
  const list = (heading: Heading, map: ReadonlyMap<string, number>, field: string): string => {
    const words = splitList(cell(heading))
    const unknown = words.filter((word) => !map.has(word))
    if (unknown.length > 0) wrong(field, `${heading}不存在：${firstOf(maskText(unknown.join('、')), 50)}`)
    return words.flatMap((word) => map.get(word) ?? []).join(',')
  }
  const day = (heading: Heading, field: string, none: number): number => {
    const seconds = cell(heading) === '' ? none : secondsOfDay(cell(heading))
    if (Number.isNaN(seconds)) wrong(field, '日期格式不正确，请填写如 2026-11-30')
    return Number.isNaN(seconds) ? none : seconds
  }
  if (isExample.test(cell('客户姓名'))) wrong('name', '示例行不能导入，请删除')
  const fromSource = names.sources.get(cell('客户来源'))
  if (fromSource === undefined) wrong('fromSource', '请选择客户来源')
  const level = cell('意向级别').toUpperCase() || 'N'
  const specIds = list('意向车系', names.series, 'specIds')
  const nextType = code(
    '下次跟进方式',
    names.nextTypes,
    'nextActivityType',
    '请选择下次跟进',
    activityType.call,
  )
  const input = {
    name: cell('客户姓名'),
    mobile: cell('手机号'),
    gender: genders.get(cell('性别')),
    type: code('客户类型', types, 'type', '请选择类型', 1),
    companyName: cell('企业名称'),
    fromSource,
    otherSource: code('自定义来源', names.customSources, 'otherSource', '请选择自定义来源', 0),
    specIds,
    competitionSerieses: list('竞品车系', names.competitors, 'competitionSerieses'),
    level,
    buyProvince: cell('购车省份'),
    buyCity: cell('购车城市'),
    buyArea: cell('购车区县'),
    nextActivityType: nextType,
    // A planned test drive uses the first intended series, since the sheet has no column for it.
    nextTestSpecId: nextType === activityType.testDrive ? Number(specIds.split(',')[0]) : 0,
    nextDate: day(
      '下次跟进日期',
      'nextDate',
      isFollowLevel(level) ? defaultNextDate(level, nowSeconds) : nowSeconds,
    ),
    businessType: code('业务类型', names.businessTypes, 'businessType', '请选择业务类型', 1),
    buyCount: cell('购车数量') === '' ? 0 : Number(cell('购车数量')),
    budget: code('购车预算', names.budgets, 'budget', '请选择购车预算', 1),
    buycarDate: day('预计购车日期', 'buycarDate', 0),
    secondardPhone: cell('备用号码'),
    weixin: cell('微信号'),
    addition: {
      identifyType: code('证件类型', names.identifyTypes, 'addition.identifyType', '请选择证件类型', 1),
      idNo: cell('证件号码'),
    },
    remark: cell('备注'),
    assignMemberId: owner(cell('客户经理'), names, wrong),
  }
  return { input: input as NewCustomerInput, errors }
}

function owner(word: string, names: Names, wrong: (field: string, text: string) => void): number {
  if (word === '') return 0
  const found = names.members.get(word)
  if (typeof found === 'number') return found
  wrong('assignMemberId', found ? '有同名成员，请填写手机号' : '所选客户经理不可用，请重新选择')
  return 0
}

import { NewCustomer } from '@showroom/contract/customer/add.schema'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import {
  activityType,
  defaultNextDate,
  isFollowLevel,
  identityProblem,
} from '@showroom/contract/customer/customer.rules'
import { isDay, dayText } from '@showroom/contract/kernel/day'
import { maskText } from '@showroom/contract/kernel/mask'
import { isMasked } from '@showroom/contract/kernel/masked'
import { markTexts } from '../../platform/xlsx/table.ts'
import { cellError, firstOf, specs, textAt } from './import.columns.ts'
import type { CellError, Cells, ColumnSpec, Heading, Names, RowCells } from './import.columns.ts'
import type { Given } from '../../customer/index.ts'

/** How the cells of a row become a new customer. */

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

/** Returns the word that a spreadsheet program took for a date: the budget 10-15 becomes October 15. */
function wordOfDate(date: string, { words }: ColumnSpec, names: Names): string | undefined {
  const [, month = '', day = ''] = date.split(/[- ]/)
  return [`${Number(month)}-${Number(day)}`, `${month}-${day}`].find(
    (word) => words && names[words].has(word),
  )
}

/** Restores words that became dates, and empties cells whose content is not what a person typed, with their errors. */
function settleMarks({ cells, marks = {} }: RowCells, names: Names): { cells: Cells; errors: CellError[] } {
  const settled = [...cells]
  const errors: CellError[] = []
  for (const [key, mark] of Object.entries(marks)) {
    const index = Number(key)
    const spec = specs[index]
    if (!spec || (mark === 'date' && spec.isDate)) continue
    const word = mark === 'date' ? wordOfDate(cells[index] ?? '', spec, names) : undefined
    settled[index] = word ?? ''
    if (word === undefined) errors.push(cellError(cells, spec.fields[0] ?? '', markTexts[mark]))
  }
  return { cells: settled, errors }
}

const shapes: Partial<Record<Heading, (text: string) => boolean>> = {
  手机号: (text) => NewCustomer.shape.mobile.safeParse(text).success,
  性别: (text) => genders.has(text),
  购车省份: (text) => /[省市区]$/u.test(text),
  购车城市: (text) => /[市州盟区县]$/u.test(text),
  购车区县: (text) => /[区县市旗镇]$/u.test(text),
  意向级别: (text) => /^[NHABC]$/i.test(text),
  客户类型: (text) => types.has(text),
  购车数量: (text) => /^\d{1,5}$/.test(text),
  备用号码: (text) => /^\d[\d-]{6,}$/.test(text),
  证件号码: (text) => /^\d{17}[\dX]$/i.test(text),
}
const regionFields = { province: 'buyProvince', city: 'buyCity', district: 'buyArea' } as const
const listColumns: ReadonlySet<string> = new Set<Heading>(['意向车系', '竞品车系'])

/** Rates how well a text fits a column: 0 not at all, least in a column of free text, most in a required one. */
export function fitOf(heading: string, text: string, names: Names): number {
  const spec = specs.find((one) => one.heading === heading)
  if (!spec) return 0
  const fits = spec.isDate ? (word: string) => !Number.isNaN(secondsOfDay(word)) : shapes[heading as Heading]
  const words = spec.words && names[spec.words]
  const parts = listColumns.has(heading) ? splitList(text) : [text]
  if (words ? !parts.every((word) => words.has(word)) : fits?.(text) === false) return 0
  return (spec.required ? 100 : 0) + ((words ?? fits) ? 10 : 1)
}

/** Converts the cells of a row to a new customer, and returns one error at most per cell, for unknown words and unusable content. */
export function readCells(
  row: RowCells,
  names: Names,
  nowSeconds: number,
): { input: NewCustomerInput; errors: CellError[] } {
  const { cells, errors } = settleMarks(row, names)
  const cell = (heading: Heading): string => textAt(cells, heading)
  const wrong = (field: string, text: string): void => {
    const error = cellError(cells, field, text)
    if (!errors.some(({ column }) => column === error.column)) errors.push(error)
  }
  /** Returns the code of a word; `none` for an empty cell. */
  const code = (
    heading: Heading,
    map: ReadonlyMap<string, number>,
    field: string,
    text: string,
    none: number,
  ) => {
    const word = cell(heading)
    const match = word === '' ? none : map.get(word)
    if (match === undefined) wrong(field, text)
    return match ?? none
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
  // Without one the form's default applies.
  if (fromSource === undefined && cell('客户来源') !== '') wrong('fromSource', '请选择客户来源')
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
    ...regionOf(cells, names, wrong),
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

/** A region by any of its names, in full; a part that names none is an error of its column. */
function regionOf(cells: Cells, { findRegion }: Names, wrong: (field: string, text: string) => void) {
  const { problem, province, city, area } = findRegion({
    province: textAt(cells, '购车省份'),
    city: textAt(cells, '购车城市'),
    area: textAt(cells, '购车区县'),
  })
  if (problem) wrong(regionFields[problem.level], problem.text)
  return { buyProvince: province, buyCity: city, buyArea: area }
}

function owner(word: string, names: Names, wrong: (field: string, text: string) => void): number {
  if (word === '') return 0
  const memberId = names.members.get(word)
  if (typeof memberId === 'number') return memberId
  wrong('assignMemberId', memberId ? '有同名成员，请填写手机号' : '所选客户经理不可用，请重新选择')
  return 0
}

/* A file that exists takes the filled cells of a row alone. */

type Field = keyof typeof NewCustomer.shape
interface Taken {
  readonly heading: Heading
  readonly field: Field
  readonly as: (value: never) => Given
}

const taken: readonly Taken[] = [
  { heading: '客户姓名', field: 'name', as: (name: string) => ({ name }) },
  { heading: '性别', field: 'gender', as: (gender: number) => ({ gender }) },
  { heading: '客户类型', field: 'type', as: (type: number) => ({ type }) },
  { heading: '企业名称', field: 'companyName', as: (name: string) => ({ company_name: name }) },
  { heading: '备用号码', field: 'secondardPhone', as: (phone: string) => ({ second_phone: phone }) },
  { heading: '微信号', field: 'weixin', as: (weixin: string) => ({ weixin }) },
  { heading: '业务类型', field: 'businessType', as: (type: number) => ({ business_type: type }) },
  { heading: '购车数量', field: 'buyCount', as: (count: number) => ({ buy_count: count }) },
  { heading: '购车预算', field: 'budget', as: (budget: number) => ({ budget }) },
  {
    heading: '预计购车日期',
    field: 'buycarDate',
    as: (at: number) => ({ buycar_on: dayText(at) }),
  },
  { heading: '意向车系', field: 'specIds', as: (ids: number[]) => ({ series_ids: ids }) },
  {
    heading: '竞品车系',
    field: 'competitionSerieses',
    as: (ids: number[]) => ({ competitor_series_ids: ids }),
  },
  { heading: '备注', field: 'remark', as: (remark: string) => ({ remark }) },
]
/** Columns that are read together. */
const region: readonly Heading[] = ['购车省份', '购车城市', '购车区县']
const identity: readonly Heading[] = ['证件类型', '证件号码']
const used: ReadonlySet<string> = new Set([...taken.map(({ heading }) => heading), ...region, ...identity])

const isFilled = ({ cells, marks }: RowCells, heading: string): boolean =>
  textAt(cells, heading) !== '' || marks?.[specs.findIndex((spec) => spec.heading === heading)] !== undefined

/** Reads the filled cells. `input` and `errors` are those of the row as a new customer. */
export function givenOf(
  row: RowCells,
  { input, errors }: { readonly input: NewCustomerInput; readonly errors: readonly CellError[] },
): { given: Given; errors: CellError[] } {
  const errorsOfRow = errors.filter(({ column }) => used.has(column) && isFilled(row, column))
  const wrong = (field: string, text: string): void => {
    const error = cellError(row.cells, field, text)
    if (!errorsOfRow.some(({ column }) => column === error.column)) errorsOfRow.push(error)
  }
  const isWrong = (headings: readonly string[]): boolean =>
    errorsOfRow.some(({ column }) => headings.includes(column))
  const given: Given = {}
  for (const { heading, field, as } of taken) {
    if (!isFilled(row, heading) || isWrong([heading])) continue
    const { data, error } = NewCustomer.shape[field].safeParse(input[field])
    if (error) wrong(field, error.issues[0]?.message ?? '格式不正确')
    // The schema of the field has made the value.
    else Object.assign(given, as(data as never))
  }
  if (isMasked(given.weixin)) wrong('weixin', '请输入完整的微信号')
  if (isFilled(row, '购车省份') || isFilled(row, '购车城市')) {
    const { buyProvince, buyCity, buyArea } = input
    if (!isWrong(region) && buyProvince && buyCity)
      Object.assign(given, {
        buy_province: buyProvince,
        buy_city: buyCity,
        ...(buyArea && { buy_area: buyArea }),
      })
    else if (!isWrong(region)) wrong(buyProvince ? 'buyCity' : 'buyProvince', '请选择购车地区')
  }
  if (isFilled(row, '证件号码') && !isWrong(identity)) {
    const { data } = NewCustomer.shape.addition.safeParse(input.addition)
    const { identifyType = 1, idNo = '' } = data ?? {}
    const problem = data ? identityProblem(identifyType, idNo) : '请输入合法证件号'
    if (problem) wrong('addition.idNo', problem)
    else Object.assign(given, { identify_type: identifyType, identify_no: idNo.toUpperCase() })
  }
  return { given, errors: errorsOfRow }
}

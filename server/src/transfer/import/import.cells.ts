import { NewCustomer } from '@showroom/contract/customer/add.schema'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { activityType, identityProblem, source as sources } from '@showroom/contract/customer/customer.rules'
import { defaultNextDate, followLevels } from '@showroom/contract/customer/level.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { unlikelyDate } from '@showroom/contract/kernel/dates'
import { maskText } from '@showroom/contract/kernel/mask'
import { isMasked } from '@showroom/contract/kernel/masked'
import { readPhones } from '@showroom/contract/kernel/phones'
import { readDay } from '@showroom/contract/kernel/written'
import { markTexts } from '../../platform/xlsx/table.ts'
import { cellError, firstOf, isRequired, region, specOf, specs, textAt } from './import.columns.ts'
import type { CellError, Cells, ColumnSpec, Heading, KnownWords, Names, RowCells } from './import.columns.ts'
import type { Given } from '../../customer/index.ts'

/** How the cells of a row become a new customer. */

/** Codes from here on are the store's own sources, which a member may write as the source. */
export const ownSource = 1_000_000
const titles: readonly (readonly [RegExp, number])[] = [
  [/(?:先生|大哥|哥|叔)$/u, 1],
  [/(?:女士|小姐|太太|大姐|姐|阿姨)$/u, 2],
]
/** Older templates contain an example row, and some are still in use. */
const isExample = /^示例客户/
const longestRemark = 500

/** The words of a cell that may hold several. */
export const wordsIn = (
  text: string,
  { isList }: Pick<ColumnSpec, 'isList'>,
  words: KnownWords,
): string[] => {
  if (!isList || words.code(text) !== undefined) return text ? [text] : []
  const parts = text.split(/[、,，;；/／|\n+＋&和与]/)
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** Returns the word that a spreadsheet program took for a date: the budget 10-15 becomes October 15. */
function wordOfDate(date: string, { words }: ColumnSpec, names: Names): string | undefined {
  const [, month = '', day = ''] = date.split(/[- ]/)
  return [`${Number(month)}-${Number(day)}`, `${month}-${day}`].find(
    (word) => words && names[words].code(word) !== undefined,
  )
}

/** Restores words that became dates, and empties cells whose content is not what a person typed, with their errors. */
function settleMarks({ cells, marks = {} }: Fields, names: Names): { cells: Cells; errors: CellError[] } {
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

/** Shapes of cells without a dictionary. */
const shapes: Partial<Record<Heading, (text: string, names: Names) => boolean>> = {
  手机号: (text) => readPhones(text).mobile !== '',
  购车省份: (text, { findRegion }) => {
    const { problem, province, city } = findRegion({ province: text })
    return !problem && (city === '' || city === province)
  },
  购车城市: (text, { findRegion }) => {
    const { problem, city } = findRegion({ city: text })
    return !problem && city !== ''
  },
  购车区县: (text) => /[区县市旗镇]$/u.test(text),
  购车数量: (text) => /^\d{1,5}$/.test(text),
  备用号码: (text) =>
    readPhones('', text).secondPhone.replaceAll(/\D/g, '').length > 6 && Number.isNaN(readDay(text, 0)),
  证件号码: (text) => /^\d{17}[\dX]$/i.test(text),
}
const regionFields = { province: 'buyProvince', city: 'buyCity', district: 'buyArea' } as const

/** Rates how well a text fits a column: 0 not at all, least in a column of free text, most in a required one. */
export function fitOf(heading: string, text: string, names: Names): number {
  const spec = specs.find((one) => one.heading === heading)
  if (!spec) return 0
  const words = spec.words && names[spec.words]
  const shape = spec.isDate
    ? (word: string) => !Number.isNaN(readDay(word, 0))
    : shapes[spec.heading as Heading]
  const isFit = words
    ? wordsIn(text, spec, words).every((word) => words.code(word) !== undefined)
    : (shape?.(text, names) ?? true)
  return isFit ? (spec.required ? 100 : 0) + ((words ?? shape) ? 10 : 1) : 0
}

/** Cells of a row, and what they are compared with. */
type Fields = Omit<RowCells, 'rowNo'>
export interface ReadBy {
  readonly names: Names
  readonly nowSeconds: number
  /** A district alone is looked for in it. */
  readonly storeCity: string
}

export interface ReadCells {
  readonly input: NewCustomerInput
  /** Errors that the row fails by, at most one per cell. */
  readonly errors: CellError[]
  /** Unreadable optional cells, which are left out of the customer and named. */
  readonly left: CellError[]
}

/** Reads the cells of a row one by one, and collects their errors. */
function readerOf(row: Fields, { names, nowSeconds }: ReadBy) {
  const { cells, errors } = settleMarks(row, names)
  const left: CellError[] = []
  const cell = (heading: Heading): string => textAt(cells, heading)
  const refuse = (field: string, text: string): void => addError(errors, cellError(cells, field, text))
  const leave = (field: string, text: string): void =>
    isRequired(field) ? refuse(field, text) : addError(left, cellError(cells, field, text))
  /** Returns the code of a word; undefined for an empty cell, or an unknown word. */
  const code = (heading: Heading, field: string, text: string): number | undefined => {
    const { words } = specOf(heading)
    const word = cell(heading)
    if (word === '' || !words) return undefined
    const match = names[words].code(word)
    if (match === 'several') refuse(field, '有同名成员，请填写手机号')
    else if (match === undefined) leave(field, text)
    return match === 'several' ? undefined : match
  }
  const list = (heading: '意向车系' | '竞品车系', field: string): string => {
    const words = names[specOf(heading).words]
    const parts = wordsIn(cell(heading), specOf(heading), words)
    const unknown = parts.filter((word) => words.code(word) === undefined)
    const text = `${heading}不存在：${firstOf(maskText(unknown.join('、')), 50)}`
    if (unknown.some(words.isOpen)) leave(field, text)
    else if (unknown.length > 0) addError(left, cellError(cells, field, text))
    return parts
      .map((word) => words.code(word))
      .filter((id) => typeof id === 'number')
      .join(',')
  }
  const day = (heading: Heading, field: 'nextDate' | 'buycarDate', earliest: number): number | undefined => {
    if (cell(heading) === '') return undefined
    const seconds = readDay(cell(heading), nowSeconds, (at) => at >= addDays(nowSeconds, earliest))
    const isDay = NewCustomer.shape[field].safeParse(seconds).success
    if (Number.isNaN(seconds)) leave(field, '日期格式不正确，请填写如 2026-11-30')
    else if (!isDay) leave(field, unlikelyDate)
    return isDay ? seconds : undefined
  }
  return { cells, errors, left, cell, refuse, leave, code, list, day }
}

/** Converts the cells of a row to a new customer. */
export function readCells(row: Fields, by: ReadBy): ReadCells {
  const { cells, errors, left, cell, refuse, leave, code, list, day } = readerOf(row, by)
  if (isExample.test(cell('客户姓名'))) refuse('name', '示例行不能导入，请删除')
  const title = titles.find(([ending]) => ending.test(cell('客户姓名')))?.[1]
  const gender = code('性别', 'gender', '请选择性别')
  const source = code('客户来源', 'fromSource', '请选择客户来源')
  const own = source === undefined || source < ownSource ? undefined : source - ownSource
  const level = followLevels[(code('意向级别', 'level', '请选择级别') ?? 1) - 1] ?? 'N'
  const specIds = list('意向车系', 'specIds')
  const nextType = code('下次跟进方式', 'nextActivityType', '请选择下次跟进') ?? activityType.call
  const phones = readPhones(cell('手机号'), cell('备用号码'))
  const { rest, problem, ...bought } = regionOf(cells, by)
  // An unknown district is left out, also of a region in one text.
  if (problem) addError(problem.isDistrict ? left : errors, cellError(cells, problem.field, problem.text))
  const remark = [cell('备注'), phones.mobile && phones.words, rest].filter(Boolean).join('；')
  if (remark.length > longestRemark) leave('remark', `超过${longestRemark}个字，只保留前${longestRemark}个字`)
  const input = {
    name: cell('客户姓名'),
    mobile: phones.mobile || cell('手机号'),
    gender: (row.whole?.['性别'] ? title : undefined) ?? gender ?? title,
    type: code('客户类型', 'type', '请选择类型') ?? 1,
    companyName: cell('企业名称'),
    // Without one the form's default applies.
    fromSource: own ? sources.custom : source,
    otherSource: own ?? code('自定义来源', 'otherSource', '请选择自定义来源') ?? 0,
    specIds,
    competitionSerieses: list('竞品车系', 'competitionSerieses'),
    level,
    ...bought,
    nextActivityType: nextType,
    // A planned test drive uses the first intended series, since the sheet has no column for it.
    nextTestSpecId: nextType === activityType.testDrive ? Number(specIds.split(',')[0]) : 0,
    nextDate: day('下次跟进日期', 'nextDate', -1) ?? defaultNextDate(level, by.nowSeconds),
    businessType: code('业务类型', 'businessType', '请选择业务类型') ?? 1,
    buyCount: Number(
      cell('购车数量')
        .normalize('NFKC')
        .replace(/[台辆部]$/u, ''),
    ),
    budget: code('购车预算', 'budget', '请选择购车预算') ?? 1,
    buycarDate: day('预计购车日期', 'buycarDate', 0) ?? 0,
    secondardPhone: phones.secondPhone,
    weixin: cell('微信号'),
    addition: {
      identifyType: code('证件类型', 'addition.identifyType', '请选择证件类型') ?? 1,
      idNo: cell('证件号码'),
    },
    remark: remark.slice(0, longestRemark).replace(/[\uD800-\uDBFF]$/, ''),
    assignMemberId: code('客户经理', 'assignMemberId', '所选客户经理不可用，请重新选择') ?? 0,
  }
  return { input: input as NewCustomerInput, errors, left }
}

/** Adds an error, unless its cell has one. */
export function addError(errors: CellError[], error: CellError): void {
  if (!errors.some(({ column }) => column === error.column)) errors.push(error)
}

/** A region by any of its names, in full, also in one text; a part that names none is an error of the cell that holds it. */
function regionOf(cells: Cells, { names: { findRegion }, storeCity }: Omit<ReadBy, 'nowSeconds'>) {
  const [province = '', city = '', area = ''] = region.map((heading) => textAt(cells, heading))
  const [text = '', other] = [province, city, area].filter(Boolean)
  const whole = findRegion({ province, city, area })
  const near = whole.problem && other === undefined ? findRegion({ city: storeCity, area: text }) : whole
  const { problem, ...result } = near.problem ? whole : near
  const places = { province, city, district: area }
  const written = (['province', 'city', 'district'] as const).find((level) => places[level]) ?? 'city'
  return {
    problem: problem && {
      field: regionFields[places[problem.level] ? problem.level : written],
      text: problem.text,
      isDistrict: problem.level === 'district',
    },
    buyProvince: result.province,
    buyCity: result.city,
    buyArea: result.area,
    rest: result.rest ? text : '',
  }
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
const identity: readonly Heading[] = ['证件类型', '证件号码']
const used: ReadonlySet<string> = new Set([...taken.map(({ heading }) => heading), ...region, ...identity])

const isFilled = ({ cells, marks, whole }: Fields, heading: string): boolean =>
  !whole?.[heading] &&
  (textAt(cells, heading) !== '' ||
    marks?.[specs.findIndex((spec) => spec.heading === heading)] !== undefined)

/** Reads the filled cells of a row that was read as a new customer. */
export function givenOf(
  row: Fields,
  { input, errors, left }: ReadCells,
): Omit<ReadCells, 'input'> & { given: Given } {
  const isUsed = ({ column }: CellError): boolean => used.has(column) && isFilled(row, column)
  const wrong = errors.filter(isUsed)
  const unread = left.filter(isUsed)
  const refuse = (field: string, text: string): void =>
    addError(isRequired(field) ? wrong : unread, cellError(row.cells, field, text))
  const isWrong = (headings: readonly string[]): boolean =>
    [...wrong, ...unread].some(({ column }) => headings.includes(column))
  const given: Given = {}
  for (const { heading, field, as } of taken) {
    const isSecond = heading === '备用号码' && Boolean(input.secondardPhone)
    if (!(isFilled(row, heading) || isSecond) || (heading !== '备注' && isWrong([heading]))) continue
    const { data, error } = NewCustomer.shape[field].safeParse(input[field])
    if (error) refuse(field, error.issues[0]?.message ?? '格式不正确')
    // The schema of the field has made the value.
    else Object.assign(given, as(data as never))
  }
  if (isMasked(given.weixin)) refuse('weixin', '请输入完整的微信号')
  if (isFilled(row, '购车省份') || isFilled(row, '购车城市')) {
    const { buyProvince, buyCity, buyArea } = input
    if (!isWrong(region.slice(0, 2)) && buyProvince && buyCity)
      Object.assign(given, {
        buy_province: buyProvince,
        buy_city: buyCity,
        ...(buyArea && { buy_area: buyArea }),
      })
    else if (!isWrong(region.slice(0, 2))) refuse(buyProvince ? 'buyCity' : 'buyProvince', '请选择购车地区')
  }
  if (isFilled(row, '证件号码') && !isWrong(identity)) {
    const { data } = NewCustomer.shape.addition.safeParse(input.addition)
    const { identifyType = 1, idNo = '' } = data ?? {}
    const problem = data ? identityProblem(identifyType, idNo) : '请输入合法证件号'
    if (problem) refuse('addition.idNo', problem)
    else Object.assign(given, { identify_type: identifyType, identify_no: idNo.toUpperCase() })
  }
  return { given, errors: wrong, left: unread }
}

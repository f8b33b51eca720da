import { bulkBusinessType, oldCarBusinessTypes } from '@showroom/contract/customer/customer.rules'
import { maskIdNo, maskText } from '@showroom/contract/kernel/mask'
import { importWay } from '@showroom/contract/transfer/transfer.schema'
import type { ImportWay } from '@showroom/contract/transfer/transfer.schema'
import { namesOf } from '../../platform/export/catalogue.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import { maskNumbers } from '../numbers.ts'

/** Changes of a file by a row of a workbook. Pure. */

/** The columns of customer and deal that an import may update. */
export const amendable = {
  customer: [
    'name',
    'gender',
    'type',
    'company_name',
    'second_phone',
    'weixin',
    'identify_type',
    'identify_no',
  ],
  deal: [
    'business_type',
    'buy_count',
    'budget',
    'buycar_on',
    'buy_province',
    'buy_city',
    'buy_area',
    'series_ids',
    'competitor_series_ids',
    'remark',
  ],
  /** They follow from others. */
  derived: ['is_remote', 'is_replace', 'old_series_id'],
} as const

/** Values of a file by column; days are YYYY-MM-DD. */
export interface FileValues {
  readonly name: string
  readonly gender: number
  readonly type: number
  readonly company_name: string
  readonly second_phone: string
  readonly weixin: string
  readonly identify_type: number
  readonly identify_no: string
  readonly business_type: number
  readonly buy_count: number
  readonly budget: number
  readonly buycar_on: string | null
  readonly buy_province: string
  readonly buy_city: string
  readonly buy_area: string
  readonly series_ids: readonly number[]
  readonly competitor_series_ids: readonly number[]
  readonly remark: string
  readonly is_remote: number
  readonly is_replace: boolean
  readonly old_series_id: number | null
}
type Key = keyof FileValues
/** The filled cells of a row. */
export type Given = Partial<Omit<FileValues, 'is_remote' | 'is_replace' | 'old_series_id'>>

/** Columns that change together, if one of `by` is given, and are blank together. */
const groups: readonly { readonly keys: readonly (keyof Given)[]; readonly by: readonly (keyof Given)[] }[] =
  [
    ...(
      [
        'name',
        'gender',
        'type',
        'second_phone',
        'weixin',
        'business_type',
        'budget',
        'buycar_on',
        'series_ids',
        'competitor_series_ids',
        'remark',
        'company_name',
        'buy_count',
      ] as const
    ).map((key) => ({ keys: [key], by: [key] })),
    { keys: ['identify_type', 'identify_no'], by: ['identify_no'] },
    { keys: ['buy_province', 'buy_city', 'buy_area'], by: ['buy_province'] },
  ]

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isBlank = (value: FileValues[Key]): boolean =>
  value === '' || value === 0 || value === null || (Array.isArray(value) && value.length === 0)

/** Returns the columns that the row changes; empty cells change nothing. */
export function amend(
  file: FileValues,
  given: Given,
  way: ImportWay,
  storeCity: string,
): Partial<FileValues> {
  const after: Record<string, unknown> = { ...file }
  for (const { keys, by } of groups) {
    const blank = by.every((key) => isBlank(file[key]))
    if (by.some((key) => given[key] === undefined) || !(blank || way === importWay.overwrite)) continue
    for (const key of keys) if (given[key] !== undefined) after[key] = given[key]
  }
  const isSameCity = given.buy_province === file.buy_province && given.buy_city === file.buy_city
  if (isSameCity) after['buy_area'] = file.buy_area === '' ? (given.buy_area ?? '') : after['buy_area']
  else if (after['buy_city'] !== file.buy_city) after['buy_area'] = given.buy_area ?? ''
  const settled = settle(file, after as unknown as FileValues, storeCity)
  return Object.fromEntries(Object.entries(settled).filter(([key, value]) => !same(file[key as Key], value)))
}

/** Columns that others decide. They stay as they are while those do. */
function settle(file: FileValues, after: FileValues, storeCity: string): FileValues {
  const typed = after.business_type !== file.business_type
  return {
    ...after,
    company_name: after.type === 2 ? after.company_name : file.type === 2 ? '' : file.company_name,
    buy_count: after.business_type === bulkBusinessType ? after.buy_count : typed ? 0 : file.buy_count,
    is_replace: typed ? after.business_type === 3 : file.is_replace,
    old_series_id: typed && !oldCarBusinessTypes.includes(after.business_type) ? null : file.old_series_id,
    is_remote: after.buy_city === file.buy_city ? file.is_remote : after.buy_city === storeCity ? 2 : 1,
  }
}

/** Whether a company would be left without its name. */
export const lacksCompany = (file: FileValues, changed: Partial<FileValues>): boolean =>
  changed.type === 2 && (changed.company_name ?? file.company_name) === ''

export interface AmendLine {
  readonly field: string
  readonly before: string
  readonly after: string
}

const genders: Readonly<Record<number, string>> = { 1: '男', 2: '女' }
const types: Readonly<Record<number, string>> = { 1: '个人', 2: '企业' }

/** Describes the changes by the headings of the sheet, with numbers masked. */
export function describeAmendment(
  catalogue: Catalogue,
  file: FileValues,
  changed: Partial<FileValues>,
): AmendLine[] {
  const { display, seriesName, competitorName } = catalogue
  const comparedFields: readonly (readonly [string, readonly Key[], (values: FileValues) => string])[] = [
    ['客户姓名', ['name'], ({ name }) => maskText(name)],
    ['性别', ['gender'], ({ gender }) => genders[gender] ?? ''],
    ['客户类型', ['type'], ({ type }) => types[type] ?? ''],
    ['企业名称', ['company_name'], (values) => maskText(values.company_name)],
    ['备用号码', ['second_phone'], (values) => maskNumbers(values.second_phone)],
    ['微信号', ['weixin'], ({ weixin }) => maskText(weixin)],
    ['证件类型', ['identify_type'], (values) => display('identifyTypes', values.identify_type)],
    ['证件号码', ['identify_no'], (values) => maskIdNo(values.identify_no)],
    ['业务类型', ['business_type'], (values) => display('businessTypes', values.business_type)],
    ['购车数量', ['buy_count'], (values) => String(values.buy_count)],
    ['购车预算', ['budget'], ({ budget }) => display('budgets', budget)],
    ['预计购车日期', ['buycar_on'], (values) => values.buycar_on ?? ''],
    [
      '购车地区',
      ['buy_province', 'buy_city', 'buy_area'],
      (values) => [...new Set([values.buy_province, values.buy_city, values.buy_area])].join(''),
    ],
    ['意向车系', ['series_ids'], (values) => namesOf(seriesName, values.series_ids).join('、')],
    [
      '竞品车系',
      ['competitor_series_ids'],
      (values) => namesOf(competitorName, values.competitor_series_ids).join('、'),
    ],
    ['备注', ['remark'], ({ remark }) => maskText(remark)],
  ]
  const after = { ...file, ...changed }
  return comparedFields.flatMap(([field, keys, show]) =>
    keys.some((key) => key in changed) ? [{ field, before: show(file), after: show(after) }] : [],
  )
}

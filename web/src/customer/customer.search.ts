import type { RequestOf } from '@showroom/contract/kernel/call'
import type { list } from '@showroom/contract/customer/customer.api'
import { dayEnd } from '@showroom/contract/kernel/day'
import { z } from 'zod'
import type { DayRange } from '../ui/form/DayPicker'
import { nowSeconds } from '../ui/day'
import { pageSizes, rangeOf, readIds, readRange } from '../ui/list/dayRange'
import { createLastList } from '../ui/list/lastList'
import { code, word } from '../ui/list/searchFields'

/**
 * The list's filters as they stand in the address: short keys, defaults left out, so that refresh, back and a shared link
 * keep them. The keyword is not among them: it may be a phone number or a name, and stays in the history's state.
 */
export const CustomerListSearch = z.object({
  /** Status tab. */
  s: code(6),
  /** Levels. */
  lv: word,
  /** Ranges: created, ordered, delivered, followed, came, failed, dormant, smart drive. */
  cd: word,
  od: word,
  dd: word,
  fd: word,
  vd: word,
  xd: word,
  zd: word,
  td: word,
  /** Members, sources, online sources, custom source, business types, series. */
  m: word,
  fs: word,
  ol: word,
  os: code(1e9),
  bt: word,
  se: word,
  /** Single choices. */
  ft: code(2),
  ss: code(2),
  cs: code(4),
  sm: code(2),
  rm: code(3),
  pt: code(2),
  fr: code(999),
  rd: code(999),
  wx: code(2),
  zk: code(1),
  /** Sort, page, rows a page. */
  o: code(3),
  p: code(1e6),
  n: code(50),
  /** 1: the new-customer dialog is open. */
  new: code(1),
})
export type CustomerListSearch = z.output<typeof CustomerListSearch>

/** The same, as the page works with it. A range is '' (open), '29d' (relative to today) or 'YYYYMMDD-YYYYMMDD'. */
export interface CustomerFilter {
  type: number
  levels: string[]
  createdDate: string
  orderDate: string
  deliverDate: string
  followDate: string
  comeDate: string
  failDate: string
  suspendDate: string
  smartDriveDate: string
  saleIds: number[]
  fromSources: number[]
  onlineSources: number[]
  otherSource: number
  businessTypes: number[]
  series: number[]
  fromType: number
  suspendStatus: number
  comeStatus: number
  isSmartDrive: number
  isRemote: number
  payType: number
  failReason: number
  resumeDuration: number
  wxCustomerStatus: number
  isZk: number
  orderType: number
  pageStart: number
  pageCount: number
}

const defaultCreated = '29d'
/** In the address: every creation date, where absent means the default. */
const openCreated = 'all'

export const rangeFields = {
  createdDate: 'cd',
  orderDate: 'od',
  deliverDate: 'dd',
  followDate: 'fd',
  comeDate: 'vd',
  failDate: 'xd',
  suspendDate: 'zd',
  smartDriveDate: 'td',
} as const
export type RangeField = keyof typeof rangeFields

export const idFields = {
  saleIds: 'm',
  fromSources: 'fs',
  onlineSources: 'ol',
  businessTypes: 'bt',
  series: 'se',
} as const
export type IdField = keyof typeof idFields

export const choiceFields = {
  type: 's',
  otherSource: 'os',
  fromType: 'ft',
  suspendStatus: 'ss',
  comeStatus: 'cs',
  isSmartDrive: 'sm',
  isRemote: 'rm',
  payType: 'pt',
  failReason: 'fr',
  resumeDuration: 'rd',
  wxCustomerStatus: 'wx',
  isZk: 'zk',
  orderType: 'o',
} as const
export type ChoiceField = keyof typeof choiceFields

const entries = <Fields extends Record<string, keyof CustomerListSearch>>(fields: Fields) =>
  Object.entries(fields) as [keyof Fields & string, Fields[keyof Fields & string]][]

export function filterOf(search: CustomerListSearch): CustomerFilter {
  const filter = {} as CustomerFilter
  for (const [field, key] of entries(rangeFields)) filter[field] = readRange(search[key])
  if (search.cd === undefined) filter.createdDate = defaultCreated
  for (const [field, key] of entries(idFields)) filter[field] = readIds(search[key])
  for (const [field, key] of entries(choiceFields)) filter[field] = search[key] ?? 0
  filter.levels = (search.lv ?? '').split(',').filter((level) => /^[A-Z]$/.test(level))
  filter.pageStart = Math.max(1, search.p ?? 1)
  filter.pageCount = search.n && pageSizes.includes(search.n) ? search.n : 10
  return filter
}

export function searchOf(filter: CustomerFilter): CustomerListSearch {
  const search: Record<string, string | number> = {}
  const put = (key: keyof CustomerListSearch, value: string | number, absent: string | number): void => {
    if (value === absent || value === '') return
    // A lone id goes as a number: the router would put quotes around a string of digits.
    search[key] = /^\d{1,15}$/.test(String(value)) ? Number(value) : value
  }
  for (const [field, key] of entries(rangeFields)) put(key, filter[field], '')
  if (filter.createdDate === defaultCreated) delete search.cd
  if (filter.createdDate === '') search.cd = openCreated
  for (const [field, key] of entries(idFields)) put(key, filter[field].join(','), '')
  for (const [field, key] of entries(choiceFields)) put(key, filter[field], 0)
  put('lv', filter.levels.join(','), '')
  put('p', filter.pageStart, 1)
  put('n', filter.pageCount, 10)
  return search
}

export const defaultFilter = (): CustomerFilter => filterOf({})

/** What the call is sent. Relative ranges become days here; they end with the day, so the request is stable within it. */
export function requestOf(filter: CustomerFilter, key: string): Omit<RequestOf<typeof list>, 'dealerId'> {
  const now = dayEnd(nowSeconds()) - 1
  const ranges = Object.fromEntries(
    entries(rangeFields).map(([field]) => [field, rangeOf(filter[field], now)]),
  ) as Record<RangeField, DayRange | undefined>
  const ids = Object.fromEntries(
    entries(idFields).map(([field]) => [field, filter[field].join(',')]),
  ) as Record<IdField, string>
  return { ...filter, ...ranges, ...ids, levels: filter.levels.join(','), key }
}

/** Where the list was last, for the ways back to it. */
export const lastList = createLastList('customer-list', CustomerListSearch)

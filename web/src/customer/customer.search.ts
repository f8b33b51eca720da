import type { RequestOf } from '@showroom/contract/kernel/call'
import type { list } from '@showroom/contract/customer/customer.api'
import { dayEnd, lastDays } from '@showroom/contract/kernel/day'
import dayjs from 'dayjs'
import { z } from 'zod'
import type { DayRange } from '../ui/form/DayPicker'
import { dayOf, lastSecondOf, nowSeconds, secondsOf } from '../ui/day'

/**
 * The list's filters as they stand in the address: short keys, defaults left out, so that refresh, back and a shared link
 * keep them. A value that makes no sense is dropped instead of breaking the page. The keyword is not among them: it may be
 * a phone number or a name, and stays in the history's state.
 */
const word = z
  .union([z.string().max(400), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)
const code = (max: number) => z.coerce.number().int().min(0).max(max).optional().catch(undefined)

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

export const pageSizes = [10, 20, 30, 50]
export const shortcutDays = [1, 7, 29, 89, 364]
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

const readIds = (value: string | undefined): number[] =>
  (value ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

const rangePattern = /^(\d{1,3}d|(\d{8})?-(\d{8})?)$/
const readRange = (value: string | undefined): string =>
  value && rangePattern.test(value) && value !== '-' ? value : ''

/** Seconds of a range; nothing when it is open. */
export function rangeOf(range: string, now = nowSeconds()): DayRange | undefined {
  if (!range) return undefined
  if (range.endsWith('d')) return lastDays(now, Number(range.slice(0, -1)))
  const [from = '', to = ''] = range.split('-')
  const day = (text: string) => dayjs(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
  return {
    start: from && day(from).isValid() ? secondsOf(day(from)) : 0,
    end: to && day(to).isValid() ? lastSecondOf(day(to)) : 0,
  }
}

/** A picked range as text. One that equals a shortcut stays relative, so a link opened tomorrow means tomorrow's days. */
export function rangeText(range: DayRange | undefined, now = nowSeconds()): string {
  if (!range || (!range.start && !range.end)) return ''
  const shortcut = shortcutDays.find((days) => {
    const same = lastDays(now, days)
    return same.start === range.start && same.end === range.end
  })
  if (shortcut) return `${shortcut}d`
  const day = (seconds: number) => (seconds ? dayOf(seconds).format('YYYYMMDD') : '')
  return `${day(range.start)}-${day(range.end)}`
}

export const rangePresets = (now = nowSeconds()) =>
  shortcutDays.map((days) => ({ label: `近${days}天`, value: lastDays(now, days) }))

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

const storageKey = 'customer-list'

/**
 * Where the list was last: ways back to it (from a customer's page) keep filters and keyword. The filters outlive a reload of
 * that page; the keyword does not, because it may be a phone number or a name.
 */
export const lastList = {
  keyword: '',
  get search(): CustomerListSearch {
    try {
      return CustomerListSearch.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    } catch {
      return {}
    }
  },
  remember(search: CustomerListSearch, keyword: string): void {
    sessionStorage.setItem(storageKey, JSON.stringify(search))
    lastList.keyword = keyword
  },
}

import { levels } from '@showroom/contract/customer/customer.rules'
import type { RequestOf } from '@showroom/contract/kernel/call'
import type { list } from '@showroom/contract/customer/customer.api'
import type { DayRange } from '../../ui/form/DayPicker'
import { anyDay, rangeOf, readRange } from '../../ui/list/dayRange'
import { createLastList } from '../../ui/list/lastList'
import { type Page, readIds, readKnown, readPage, shortSearch } from '../../ui/list/searchFields'
import { CustomerListSearch } from './customer.address'

/** The filters of the address, as the page works with them. A range is '' (open), '29d' (relative to today) or 'YYYYMMDD-YYYYMMDD'. */
export interface CustomerFilter extends Page {
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
}

const defaultCreated = '29d'

const rangeFields = {
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

const idFields = {
  saleIds: 'm',
  fromSources: 'fs',
  onlineSources: 'ol',
  businessTypes: 'bt',
  series: 'se',
} as const
export type IdField = keyof typeof idFields

const choiceFields = {
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
  const filter = { ...readPage(search), levels: readKnown(search.lv, levels) } as CustomerFilter
  for (const [field, key] of entries(rangeFields)) filter[field] = readRange(search[key])
  filter.createdDate = readRange(search.cd, defaultCreated)
  for (const [field, key] of entries(idFields)) filter[field] = readIds(search[key])
  for (const [field, key] of entries(choiceFields)) filter[field] = search[key] ?? 0
  return filter
}

const { createdDate: _, ...otherRanges } = rangeFields

export const searchOf = (filter: CustomerFilter): CustomerListSearch =>
  shortSearch(filter, [
    ['cd', filter.createdDate || anyDay, defaultCreated],
    ...entries(otherRanges).map(([field, key]) => [key, filter[field], ''] as const),
    ...entries(idFields).map(([field, key]) => [key, filter[field].join(','), ''] as const),
    ...entries(choiceFields).map(([field, key]) => [key, filter[field], 0] as const),
    ['lv', filter.levels.join(','), ''],
  ])

export const defaultFilter = (): CustomerFilter => filterOf({})

/** What the call is sent. Relative ranges become days here. */
export function requestOf(filter: CustomerFilter, key: string): Omit<RequestOf<typeof list>, 'dealerId'> {
  const ranges = Object.fromEntries(
    entries(rangeFields).map(([field]) => [field, rangeOf(filter[field])]),
  ) as Record<RangeField, DayRange | undefined>
  const ids = Object.fromEntries(
    entries(idFields).map(([field]) => [field, filter[field].join(',')]),
  ) as Record<IdField, string>
  return { ...filter, ...ranges, ...ids, levels: filter.levels.join(','), key }
}

/** Where the list was last, for the ways back to it. */
export const lastCustomers = createLastList('customer-list', 'customers', CustomerListSearch)

import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { lockedSources, source } from '@showroom/contract/customer/customer.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { readCompetitorIds, readDisplays, readSeriesById, regionExists } from '../base/index.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import { sourceExists } from '../team/index.ts'

/** What only the database can tell about new customers: read once for as many as there are, then asked for each. */
export interface References {
  hasRegion(region: { province: string; city: string; area: string }): boolean
  /** Undefined for an id that is no series of ours. */
  seriesName(id: number): string | undefined
  hasCompetitor(id: number): boolean
  hasCustomSource(id: number): boolean
  /** Display text of a dictionary's code; empty for an unknown one. */
  display(kind: string, value: number): string
}

export const regionOf = (customer: NewCustomer) => ({
  province: customer.buyProvince,
  city: customer.buyCity,
  area: customer.buyArea,
})
const nameOf = (region: ReturnType<typeof regionOf>): string => Object.values(region).join('\n')
export const otherSourceOf = (customer: NewCustomer): number => customer.otherSource || customer.customSource
const seriesOf = (customer: NewCustomer): number[] => [
  ...customer.specIds,
  ...[customer.nextTestSpecId, customer.addPurchaseOldSeriesId].filter((id) => id > 0),
]

export async function readReferences(
  db: Executor,
  scope: Scope,
  customers: readonly NewCustomer[],
): Promise<References> {
  const regions = new Map<string, boolean>()
  for (const region of customers.map(regionOf)) {
    const name = nameOf(region)
    if (!regions.has(name)) regions.set(name, await regionExists(db, region))
  }
  const series = await readSeriesById(db, customers.flatMap(seriesOf))
  const competitors = await readCompetitorIds(
    db,
    customers.flatMap((customer) => customer.competitionSerieses),
  )
  const sources = new Map<number, boolean>()
  for (const customer of customers) {
    const id = customer.fromSource === source.custom ? otherSourceOf(customer) : 0
    if (id > 0 && !sources.has(id)) sources.set(id, await sourceExists(db, scope, id))
  }
  const display = await readDisplays(
    db,
    customers.flatMap((customer) => [
      { kind: 'customerFromSources', value: customer.fromSource },
      { kind: 'onlineSources', value: otherSourceOf(customer) },
    ]),
  )
  return {
    hasRegion: (region) => regions.get(nameOf(region)) ?? false,
    seriesName: (id) => series.get(id),
    hasCompetitor: (id) => competitors.has(id),
    hasCustomSource: (id) => sources.get(id) ?? false,
    display,
  }
}

/** All that is wrong with a new customer beside what the contract's own checks say. Images are looked at by who stores them. */
export function problemsOf(
  customer: NewCustomer,
  known: References,
  nowSeconds: number,
  /** The source of a customer who buys again may stay, even one that nobody can choose. */
  sourceBefore = 0,
): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (path: keyof NewCustomer, text: string | undefined | false): void => {
    if (text) fields.push({ path, text })
  }
  const noSeries = (id: number): boolean => id > 0 && known.seriesName(id) === undefined
  const { fromSource } = customer
  wrong('nextDate', nextDateProblem(customer, nowSeconds))
  const isLocked = lockedSources.includes(fromSource) && fromSource !== sourceBefore
  wrong('fromSource', isLocked && '该来源不可手工选择')
  wrong('buyProvince', !known.hasRegion(regionOf(customer)) && '请选择购车地区')
  wrong('specIds', customer.specIds.some(noSeries) && '请选择意向车系')
  wrong(
    'competitionSerieses',
    !customer.competitionSerieses.every((id) => known.hasCompetitor(id)) && '竞品车系不存在，请重新选择',
  )
  wrong(
    'nextTestSpecId',
    [customer.nextTestSpecId, customer.addPurchaseOldSeriesId].some(noSeries) && '请选择意向车型',
  )
  wrong('fromSource', known.display('customerFromSources', fromSource) === '' && '请选择客户来源')
  if (fromSource === source.custom)
    wrong('otherSource', !known.hasCustomSource(otherSourceOf(customer)) && '请选择自定义来源')
  if (fromSource === source.network)
    wrong('otherSource', known.display('onlineSources', otherSourceOf(customer)) === '' && '请选择网络来源')
  return fields
}

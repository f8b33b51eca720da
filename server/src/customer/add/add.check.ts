import { codeKey, stoppedText } from '@showroom/contract/base/codes'
import { nextDateProblem, purchaseProblem } from '@showroom/contract/customer/add.schema'
import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { lockedSources, source } from '@showroom/contract/customer/customer.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { sourceExists } from '../../team/index.ts'

/** Reference data for checking new customers: base data and the store's custom sources that they name. */
export interface References extends Catalogue {
  hasCustomSource(id: number): boolean
}

export const regionOf = (customer: NewCustomer) => ({
  province: customer.buyProvince,
  city: customer.buyCity,
  area: customer.buyArea,
})
export const otherSourceOf = (customer: NewCustomer): number => customer.otherSource || customer.customSource

/** Keys of pictures, which commas separate on the wire. */
export const imagesOf = (list: string): string[] => (list === '' ? [] : list.split(','))

/** Reads each named custom source once for all customers. */
export async function readReferences(
  db: Executor,
  scope: Scope,
  catalogue: Catalogue,
  customers: readonly NewCustomer[],
): Promise<References> {
  const sources = new Map<number, boolean>()
  for (const customer of customers) {
    const id = customer.fromSource === source.custom ? otherSourceOf(customer) : 0
    if (id > 0 && !sources.has(id)) sources.set(id, await sourceExists(db, scope, id))
  }
  return { ...catalogue, hasCustomSource: (id) => sources.get(id) ?? false }
}

/** The problem of a chosen online source. */
export const networkProblem = (known: Catalogue, id: number): string | undefined =>
  known.display('onlineSources', id) === ''
    ? '请选择网络来源'
    : known.isOff(codeKey('onlineSources', id))
      ? stoppedText
      : undefined

/** Returns all problems of a new customer that the contract's checks cannot see. Images are checked by the code that stores them. */
export function problemsOf(
  customer: NewCustomer,
  known: References,
  nowSeconds: number,
  /** The previous source of a returning customer stays valid, even if it cannot be chosen by hand. */
  sourceBefore = 0,
): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (path: keyof NewCustomer, text: string | undefined | false): void => {
    if (text) fields.push({ path, text })
  }
  const { fromSource } = customer
  wrong('nextDate', nextDateProblem(customer, nowSeconds))
  const isLocked = lockedSources.includes(fromSource) && fromSource !== sourceBefore
  wrong('fromSource', isLocked && '该来源不可手工选择')
  wrong('buyProvince', !known.hasRegion(regionOf(customer)) && '请选择购车地区')
  if (fromSource === source.custom)
    wrong('otherSource', !known.hasCustomSource(otherSourceOf(customer)) && '请选择自定义来源')
  if (fromSource === source.network) wrong('otherSource', networkProblem(known, otherSourceOf(customer)))
  return fields
}

/** Returns all problems of a customer whom a member types. An imported one may have a purchase in the past. */
export function typedProblems(...given: Parameters<typeof problemsOf>): FieldError[] {
  const [{ buycarDate }, , nowSeconds] = given
  const text = purchaseProblem(buycarDate, nowSeconds)
  return [...problemsOf(...given), ...(text ? [{ path: 'buycarDate', text }] : [])]
}

import { customerCan } from '@showroom/contract/customer/customer.rules'
import { type OnFileAnswer, type WayOn, wayOn } from '@showroom/contract/customer/on-file.schema'
import type { Context } from '../platform/http/handler.ts'
import { auditFound, lookUpNumber } from '../platform/number-search.ts'
import { describeFile, findOwnerByMobile } from './on-file.repository.ts'

/** Whose the number of a new customer is already. Of a file that the member does not see nothing but the owner's name is told. */
export async function onFile(context: Context, { phone }: { phone: string }): Promise<OnFileAnswer> {
  const { db, session } = context
  const look = () => findOwnerByMobile(db, session.scope, phone)
  const found = await lookUpNumber(context, phone, look, (one) => one === undefined)
  if (!found) return { customer: null }
  auditFound(context, 'new', found.customerId)
  const { ownerName } = found
  const seen = await describeFile(db, session.scope, found.customerId)
  if (!seen) return { customer: { ownerName, customerId: 0, name: '', level: '', next: '' } }
  const { state, ...file } = seen
  const possible = (way: WayOn): boolean => customerCan[way](state)
  // Who has got the car and comes again buys again: that says more than that one may be followed.
  const next = (['repurchase', ...wayOn] as const).find(possible) ?? ''
  return { customer: { ownerName, ...file, next } }
}

import { customerCan } from '@showroom/contract/customer/customer.rules'
import { type NextAction, nextActions } from '@showroom/contract/customer/level.rules'
import type { OnFileAnswer } from '@showroom/contract/customer/on-file.schema'
import type { Context } from '../../platform/http/handler.ts'
import { auditFound, lookUpNumber } from '../../platform/limits/number-search.ts'
import { describeFile, findOwnerByMobile } from './on-file.repository.ts'

/**
 * Returns the customer who already has the number of a new customer. If the member does not see the file, returns the owner's name only.
 */
export async function onFile(context: Context, { phone }: { phone: string }): Promise<OnFileAnswer> {
  const { db, session } = context
  const look = () => findOwnerByMobile(db, session.scope, phone)
  const owner = await lookUpNumber(context, phone, look, (one) => one === undefined)
  if (!owner) return { customer: null }
  auditFound(context, 'new', owner.customerId)
  const { ownerName } = owner
  const seen = await describeFile(db, session.scope, owner.customerId)
  if (!seen) return { customer: { ownerName, customerId: 0, name: '', level: '', next: '' } }
  const { state, ...file } = seen
  const possible = (way: NextAction): boolean => customerCan[way](state)
  // A repurchase goes first: a delivered customer may be followed up, too, but buying again is the likelier step.
  const next = (['repurchase', ...nextActions] as const).find(possible) ?? ''
  return { customer: { ownerName, ...file, next } }
}

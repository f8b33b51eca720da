import { gapsOf } from '@showroom/contract/order/complete.rules'
import type { OrderReview } from '@showroom/contract/order/verify.schema'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changesBetween } from '../changes.ts'
import { findRejectedForm, getForm } from '../form/save.repository.ts'
import { findFacts } from './review.repository.ts'

/** Facts for a reviewer: number of submissions, changes since the rejection, other orders of the buyer. */

export async function orderReview(context: Context, orderId: number): Promise<OrderReview> {
  const { db, session, now, catalogue } = context
  const facts = await findFacts(db, session.scope, orderId, now)
  if (!facts) throw new Refusal('NOT_FOUND')
  const { form } = await getForm(db, session.scope, orderId)
  const missing = gapsOf(form)
  if (!facts.rejection) return { ...facts, missing, changes: [] }
  const before = await findRejectedForm(db, session.scope, orderId)
  return { ...facts, missing, changes: before ? changesBetween(catalogue, before, form) : [] }
}

import type { Fail } from '@showroom/contract/customer/action.schema'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Requests to give a customer up. At most one waits for each deal, by a unique index. */

export type DefeatForm = Omit<Fail, 'dealerId'>

/** Asks for the customer to be given up; a reviewer decides. */
export async function insertDefeatRequest(
  db: Executor,
  scope: Scope,
  form: DefeatForm,
  facts: { followTimes: number; now: Date },
): Promise<void> {
  await db
    .insertInto('defeat_request')
    .values({
      dealer_id: scope.dealerId,
      customer_id: form.customerId,
      deal_id: form.dealId,
      requested_by: scope.memberId,
      requested_at: facts.now,
      reason: form.failReason,
      sub_reason: form.failSubReason,
      dealer_name: form.failDealerName,
      series_id: form.failSeriesId || null,
      purchase_reasons: form.failPurchaseReason,
      province: form.failProvince,
      city: form.failCity,
      remark: form.remark,
      follow_times: facts.followTimes,
    })
    .execute()
}

/** Decides the waiting request of a deal; undefined when there is none. */
export async function closeDefeatRequest(
  db: Executor,
  scope: Scope,
  dealId: number,
  review: { state: 1 | 2; crossRecall: number; remark: string; now: Date },
) {
  return db
    .updateTable('defeat_request')
    .set({
      state: review.state,
      cross_recall: review.crossRecall,
      review_remark: review.remark,
      reviewed_by: scope.memberId,
      reviewed_at: review.now,
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('state', '=', 0)
    .returning(['id', 'reason', 'province', 'city'])
    .executeTakeFirst()
}

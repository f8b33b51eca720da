import type { Fail } from '@showroom/contract/customer/action.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { endPlans, mainSeriesOf } from '../follow/activity.repository.ts'

/** Requests to give a customer up. A unique index allows one waiting request per deal. */

export type DefeatForm = Omit<Fail, 'dealerId'>

/** Whether the second reason belongs to the reason, which is its remark in the dictionary. */
export async function belongsTo(db: Executor, subReason: number, reason: number): Promise<boolean> {
  const rows = await db
    .selectFrom('dictionary')
    .select('value')
    .where('kind', '=', 'failSubReasons')
    .where('value', '=', String(subReason))
    .where('remark', '=', String(reason))
    .executeTakeFirst()
  return rows !== undefined
}

/** Inserts a request to give the customer up; a reviewer decides on it. */
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

/** Decides the waiting request of a deal. Returns undefined if none is waiting. */
export async function closeDefeatRequest(
  db: Executor,
  scope: Scope,
  dealId: number,
  review: {
    state: 1 | 2
    requestId: number
    crossRecall: number
    remark: string
    /** Owner of the customer at the time of the decision. */
    ownerId: number
    now: Date
  },
) {
  return db
    .updateTable('defeat_request')
    .set({
      state: review.state,
      cross_recall: review.crossRecall,
      review_remark: review.remark,
      reviewed_by: scope.memberId,
      reviewed_at: review.now,
      ...(review.state === 1 && {
        owner_id: review.ownerId,
        main_series_id: mainSeriesOf(scope.dealerId, dealId),
      }),
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('state', '=', 0)
    .$if(review.requestId > 0, (query) => query.where('id', '=', review.requestId))
    .returning(['id', 'reason', 'province', 'city'])
    .executeTakeFirst()
}

/** Ends the course of erased customers: their plans, waiting defeat requests, and the day on which they would wake. */
export async function endCourse(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
  now: Date,
): Promise<void> {
  await endPlans(db, scope, customerIds, now)
  const { dealerId, memberId } = scope
  const ids = sql`any(${[...customerIds]}::bigint[])`
  await sql`
    with ended as (
      update ${target('defeat_request')} set state = 2, reviewed_by = ${memberId}, reviewed_at = ${now}::timestamptz
      where dealer_id = ${dealerId} and customer_id = ${ids} and state = 0
    )
    update ${target('deal')} set waiting_fail_review = false, resume_at = null
    where dealer_id = ${dealerId} and customer_id = ${ids} and (waiting_fail_review or resume_at is not null)`.execute(
    db,
  )
}

/** Marks the deal's confirmed defeats as revived. */
export async function reviveDefeats(db: Executor, scope: Scope, dealId: number, now: Date): Promise<void> {
  await db
    .updateTable('defeat_request')
    .set({ revived_at: now })
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('state', '=', 1)
    .where('revived_at', 'is', null)
    .execute()
}

/** Whether this request of the deal is still waiting. */
export async function isWaiting(
  db: Executor,
  scope: Scope,
  dealId: number,
  requestId: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom('defeat_request')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('id', '=', requestId)
    .where('state', '=', 0)
    .executeTakeFirst()
  return rows !== undefined
}

/**
 * Returns the decision on the given request, or on the deal's latest one with id 0, with the reviewer's name. Undefined if none was
 * decided.
 */
export async function findDecision(db: Executor, scope: Scope, dealId: number, requestId: number) {
  return db
    .selectFrom('defeat_request as f')
    .innerJoin('member as m', (join) =>
      join.on('m.dealer_id', '=', scope.dealerId).onRef('m.id', '=', 'f.reviewed_by'),
    )
    .select(['f.state', 'm.name as reviewerName'])
    .where('f.dealer_id', '=', scope.dealerId)
    .where('f.deal_id', '=', dealId)
    .where('f.state', '<>', 0)
    .$if(requestId > 0, (query) => query.where('f.id', '=', requestId))
    .orderBy('f.requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

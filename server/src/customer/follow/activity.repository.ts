import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { rowFrom } from '../../platform/db/row-from.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Activities of a deal. A unique index allows at most one open activity per deal. */

/** Returns the open activities of the given deals. */
export async function listOpenActivities(db: Executor, scope: Scope, dealIds: readonly number[]) {
  return db
    .selectFrom('activity')
    .select(['id', 'deal_id as dealId', 'due_at as dueAt', 'type'])
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', 'in', [...dealIds])
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Returns the open return visits of the customer's earlier deals. */
export async function listEarlierVisits(db: Executor, scope: Scope, customerId: number) {
  return db
    .selectFrom('deal as e')
    .innerJoin('activity as a', (join) =>
      join.on('a.dealer_id', '=', scope.dealerId).onRef('a.deal_id', '=', 'e.id'),
    )
    .select(['a.id', 'a.deal_id as dealId'])
    .where('e.dealer_id', '=', scope.dealerId)
    .where('e.customer_id', '=', customerId)
    .where('e.is_current', '=', false)
    .where('a.dealer_id', '=', scope.dealerId)
    .where('a.completed_at', 'is', null)
    .where('a.cancelled_at', 'is', null)
    .execute()
}

export type OpenActivity = Awaited<ReturnType<typeof listOpenActivities>>[number]

export async function findOpenActivity(db: Executor, scope: Scope, dealId: number) {
  return db
    .selectFrom('activity')
    .select([
      'id',
      'type',
      'due_at as dueAt',
      'test_series_id as testSeriesId',
      'minutes',
      'test_car_id as carId',
      'appointment_id as appointmentId',
    ])
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
}

export interface Completion {
  readonly type: number
  readonly at: Date
  readonly result: Readonly<Record<string, unknown>>
  /** Member credited with it; the acting one if absent. */
  readonly memberId?: number
}

export async function completeActivity(
  db: Executor,
  scope: Scope,
  activityId: number,
  completion: Completion,
): Promise<void> {
  await db
    .updateTable('activity')
    .set({
      completed_at: completion.at,
      completed_type: completion.type,
      completed_by: completion.memberId ?? scope.memberId,
      result: JSON.stringify(completion.result),
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', activityId)
    .execute()
}

/** Undoes `completeActivity`. */
export async function reopenActivity(db: Executor, scope: Scope, activityId: number): Promise<void> {
  await db
    .updateTable('activity')
    .set({ completed_at: null, completed_type: null, completed_by: null, result: null })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', activityId)
    .execute()
}

interface Planned {
  readonly customerId: number
  readonly dealId: number
  readonly ownerId: number
  readonly type: number
  readonly dueAt: Date
  readonly testSeriesId: number | null
  /** Length of an appointment by the hour; 0 or missing while only the day is agreed. */
  readonly minutes?: number
  /** The test-drive car that the appointment books; 0 or missing for none. */
  readonly carId?: number
  /** First activity of the appointment that this one continues; missing for a new one. */
  readonly appointmentId?: number | undefined
  readonly at: Date
}

/** Inserts a planned activity and returns its id. With a completion, inserts one that is already done and was never planned. */
export async function insertActivity(
  db: Executor,
  scope: Scope,
  planned: Planned,
  completion?: Completion,
): Promise<number> {
  const row = rowFrom<'activity'>('copied', {
    dealer_id: scope.dealerId,
    customer_id: planned.customerId,
    deal_id: planned.dealId,
    owner_id: planned.ownerId,
    from_source: sql.ref('copied.from_source'),
    type: planned.type,
    due_at: planned.dueAt,
    test_series_id: planned.testSeriesId,
    minutes: planned.minutes || null,
    test_car_id: planned.carId || null,
    appointment_id: planned.appointmentId ?? null,
    created_at: planned.at,
    ...(completion && {
      completed_at: completion.at,
      completed_type: completion.type,
      completed_by: completion.memberId ?? scope.memberId,
      result: JSON.stringify(completion.result),
    }),
  })
  const { rows } = await sql<{ id: number }>`
    with copied as (select from_source from deal where dealer_id = ${scope.dealerId} and id = ${planned.dealId})
    insert into ${target('activity')} ${row} returning id`.execute(db)
  const [made] = rows
  if (!made) throw new Error(`deal ${planned.dealId} is missing`)
  return made.id
}

/** Copies the changed source of a deal to its activities. */
export async function copySource(
  db: Executor,
  scope: Scope,
  deal: { readonly customerId: number; readonly dealId: number; readonly fromSource: number },
): Promise<void> {
  await db
    .updateTable('activity')
    .set({ from_source: deal.fromSource })
    .where('dealer_id', '=', scope.dealerId)
    .where('customer_id', '=', deal.customerId)
    .where('deal_id', '=', deal.dealId)
    .execute()
}

/** Gives a planned activity to a member. */
export async function giveActivity(
  db: Executor,
  scope: Scope,
  activityId: number,
  ownerId: number,
): Promise<void> {
  await db
    .updateTable('activity')
    .set({ owner_id: ownerId })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', activityId)
    .execute()
}

/**
 * Ends all plans of customers, in all their deals: tasks and appointments. An appointment that ends with its customer frees its car, its
 * link shows that it is cancelled, its calendar entry goes, waiting texts about it are not sent, and neither a no-show nor a call follows.
 */
export async function endPlans(
  db: Executor,
  { dealerId }: Scope,
  customerIds: readonly number[],
  now: Date,
): Promise<void> {
  const ids = sql`any(${[...customerIds]}::bigint[])`
  await sql`
    with ended as (
      update ${target('activity')} set cancelled_at = ${now}::timestamptz
      where dealer_id = ${dealerId} and customer_id = ${ids} and completed_at is null and cancelled_at is null
    )
    update ${target('deal')} set next_follow_at = null, next_activity_type = 0
    where dealer_id = ${dealerId} and customer_id = ${ids} and next_follow_at is not null`.execute(db)
}

/** Cancels the plan when defeat or dormancy overtakes it, without recording it as completed. */
export async function cancelOpenActivity(
  db: Executor,
  scope: Scope,
  dealId: number,
  now: Date,
): Promise<void> {
  await openOf(db, scope, dealId).set({ cancelled_at: now }).execute()
}

const openOf = (db: Executor, scope: Scope, dealId: number) =>
  db
    .updateTable('activity')
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import { endOf } from '../../platform/db/conditions.ts'
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
  /** Series of a test drive; 0 or missing for the deal's main series. */
  readonly drivenId?: number
}

/** Main series of a deal at this moment, which everything that happens keeps (docs/decisions/0116); 0 for none. */
export const mainSeriesOf = (dealerId: number, dealId: RawBuilder<unknown> | number): RawBuilder<number> =>
  sql<number>`(select coalesce(series_ids[1], 0) from deal where dealer_id = ${dealerId} and id = ${dealId})`

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
      main_series_id: completion.drivenId || mainSeriesOf(scope.dealerId, sql.ref('activity.deal_id')),
      // An appointment that the release before settled.
      kept_series_id: sql<
        number | null
      >`coalesce(kept_series_id, case when kept is not null then main_series_id end)`,
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', activityId)
    .execute()
}

/** Undoes `completeActivity`. */
export async function reopenActivity(db: Executor, scope: Scope, activityId: number): Promise<void> {
  await db
    .updateTable('activity')
    .set({ completed_at: null, completed_type: null, completed_by: null, result: null, main_series_id: null })
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
  /** The customer comes to the store in this transaction. */
  readonly isArriving?: boolean
}

/**
 * Whether an appointment is planned too late to be an invitation (`activity.is_late`): after its hour, or after the customer had come on its
 * day.
 */
export const isPlannedLate = ({
  dueAt,
  minutes = 0,
  at,
  isArriving = false,
}: Pick<Planned, 'dueAt' | 'minutes' | 'at' | 'isArriving'>): boolean =>
  minutes > 0 && (dueAt <= at || (isArriving && dueAt < endOf(secondsOf(at))))

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
    is_late: isPlannedLate(planned) || sql.ref<boolean>('copied.has_come'),
    ...(completion && {
      main_series_id: completion.drivenId || sql.ref('copied.main_series_id'),
      completed_at: completion.at,
      completed_type: completion.type,
      completed_by: completion.memberId ?? scope.memberId,
      result: JSON.stringify(completion.result),
    }),
  })
  const { rows } = await sql<{ id: number }>`
    with copied as (
      select d.from_source, coalesce(d.series_ids[1], 0) as main_series_id, ${(planned.minutes ?? 0) > 0} and exists (
               select from visit v where v.dealer_id = ${scope.dealerId} and v.customer_id = ${planned.customerId}
                 and v.day = (${planned.dueAt}::timestamptz at time zone 'Asia/Shanghai')::date) as has_come
      from deal d where d.dealer_id = ${scope.dealerId} and d.id = ${planned.dealId})
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

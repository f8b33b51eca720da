import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { oneMore } from '../customer.repository.ts'

/** Changes of a follow-up to the deal. Instants are null if there is none. */
export interface DealChange {
  readonly level: string
  readonly seriesIds: readonly number[]
  /** Undefined leaves them unchanged. */
  readonly competitorIds: readonly number[] | undefined
  readonly next: { readonly at: Date; readonly type: number } | null
  /** The customer came, by themselves (1) or invited (2). */
  readonly arrival: { readonly kind: 1 | 2; readonly testDrive: boolean } | null
  readonly suspend: { readonly days: number; readonly resumeAt: Date } | null
  readonly waitingFailReview: boolean
  readonly failReason: number
}

/** Finds a test-drive car of the store, a removed one, too. */
export const findTestCar = (
  db: Executor,
  { dealerId }: Scope,
  carId: number,
): Promise<{ plate: string; seriesId: number } | undefined> =>
  db
    .selectFrom('test_car')
    .select(['plate', 'series_id as seriesId'])
    .where('dealer_id', '=', dealerId)
    .where('id', '=', carId)
    .executeTakeFirst()

export async function updateDeal(
  db: Executor,
  scope: Scope,
  dealId: number,
  change: DealChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('deal')
    .set({
      level: change.level,
      series_ids: [...change.seriesIds],
      ...(change.competitorIds && { competitor_series_ids: [...change.competitorIds] }),
      last_follow_at: now,
      follow_count: oneMore,
      next_follow_at: change.next?.at ?? null,
      next_activity_type: change.next?.type ?? 0,
      ...(change.arrival && {
        arrived_at: sql`coalesce(arrived_at, ${now})`,
        arrival_kind: sql`case when arrived_at is null then ${change.arrival.kind}::smallint else arrival_kind end`,
        ...(change.arrival.testDrive && { test_driven_at: now }),
      }),
      ...(change.suspend && {
        suspended_at: now,
        resume_duration: change.suspend.days,
        resume_at: change.suspend.resumeAt,
      }),
      ...(change.waitingFailReview && { waiting_fail_review: true, fail_reason: change.failReason }),
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .execute()
}

import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { Bulk } from '@showroom/contract/customer/bulk.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { progress } from '../../platform/queues/leased.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import type { Claimed, QueueTable } from '../../platform/queues/table.repository.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { Left } from './many.ts'

/** Bulk actions run by a worker, with their progress, so that another process can continue after a kill. */

export type Terms = Pick<Bulk, 'memberId' | 'remark' | 'addTags' | 'dropTags'>

export async function insertBulk(
  db: Executor,
  scope: Scope,
  made: { action: BulkAction; terms: Terms; customerIds: readonly number[]; ip: string; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('customer_bulk')
    .values({
      dealer_id: scope.dealerId,
      member_id: scope.memberId,
      action: made.action,
      terms: JSON.stringify(made.terms),
      customer_ids: [...made.customerIds],
      ip: made.ip,
      created_at: made.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceWork(db, 'bulks', [scope.dealerId], made.now)
  return id
}

export interface FoundBulk {
  readonly id: number
  readonly action: BulkAction
  readonly memberName: string
  readonly total: number
  readonly doneTotal: number
  readonly successTotal: number
  readonly failures: readonly Left[]
  readonly undoId: number
  readonly isDone: boolean
}

/** Finds one of the member's own bulk actions. With id 0, finds the latest that is running or finished after `since`. */
export async function findBulk(
  db: Executor,
  { dealerId, memberId }: Scope,
  bulkId: number,
  since: Date,
): Promise<FoundBulk | undefined> {
  const { rows } = await sql<FoundBulk>`
    select id, action, coalesce((select m.name from member m
             where m.dealer_id = ${dealerId} and m.id = (terms ->> 'memberId')::bigint), '') as "memberName",
           cardinality(customer_ids) as total, done_total as "doneTotal", success_total as "successTotal", failures,
           undo_id as "undoId", finished_at is not null as "isDone"
    from customer_bulk
    where dealer_id = ${dealerId} and member_id = ${memberId}
      and (id = ${bulkId} or ${bulkId}::bigint = 0 and coalesce(finished_at, 'infinity') > ${since})
    order by id desc limit 1`.execute(db)
  return rows[0]
}

export interface BulkRow {
  readonly memberId: number
  readonly action: BulkAction
  readonly terms: Terms
  readonly customerIds: readonly number[]
  readonly doneTotal: number
  readonly ip: string
}
export type ClaimedBulk = Claimed<BulkRow>

export const bulks: QueueTable<'customer_bulk', BulkRow> = {
  queue: 'bulks',
  table: 'customer_bulk',
  waits: sql`w.finished_at is null`,
  dueAt: 'lease_until',
  since: 'created_at',
  token: 'lease_holder',
  leaseSeconds: 60,
  columns: sql`
    w.member_id as "memberId", w.action, w.terms, w.customer_ids as "customerIds", w.done_total as "doneTotal", w.ip`,
}

/** Records the progress of a claimed bulk action. */
export const advanceBulk = (
  db: Executor,
  claimed: ClaimedBulk,
  step: { doneTotal: number; taken: readonly object[]; left: readonly Left[]; now: Date },
): Promise<void> =>
  progress(
    db,
    bulks,
    claimed,
    {
      done_total: step.doneTotal,
      success_total: sql`success_total + ${step.taken.length}`,
      taken: sql`taken || ${JSON.stringify(step.taken)}::jsonb`,
      failures: sql`failures || ${JSON.stringify(step.left)}::jsonb`,
    },
    step.now,
  )

/** Returns everything done so far, for the undo. */
export async function readTaken<Taken>(
  db: Executor,
  { dealerId, id }: ClaimedBulk,
): Promise<readonly Taken[]> {
  const { rows } = await sql<{ taken: readonly Taken[] }>`
    select taken from customer_bulk where dealer_id = ${dealerId} and id = ${id}`.execute(db)
  return rows[0]?.taken ?? []
}

export const finishBulk = (
  db: Executor,
  claimed: ClaimedBulk,
  { undoId, now }: { undoId: number; now: Date },
): Promise<void> =>
  progress(db, bulks, claimed, { undo_id: undoId, taken: '[]', finished_at: now, lease_until: null }, now)

import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { Bulk } from '@showroom/contract/customer/bulk.schema'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/client.ts'
import { announceWork, ofStore } from '../../platform/queues/queue.repository.ts'
import type { Waiting } from '../../platform/queues/queue.repository.ts'
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
             where m.dealer_id = customer_bulk.dealer_id and m.id = (terms ->> 'memberId')::bigint), '') as "memberName",
           cardinality(customer_ids) as total, done_total as "doneTotal", success_total as "successTotal", failures,
           undo_id as "undoId", finished_at is not null as "isDone"
    from customer_bulk
    where dealer_id = ${dealerId} and member_id = ${memberId}
      and (id = ${bulkId} or ${bulkId}::bigint = 0 and coalesce(finished_at, 'infinity') > ${since})
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Lease duration: a process that reports no progress for this long is considered dead. */
const leaseSeconds = 60
const leaseUntil = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)

export interface ClaimedBulk {
  readonly dealerId: number
  readonly id: number
  readonly memberId: number
  readonly action: BulkAction
  readonly terms: Terms
  readonly customerIds: readonly number[]
  readonly doneTotal: number
  readonly ip: string
}

export const waitingBulks: Waiting = (dealerId) => sql`
  select dealer_id, coalesce(lease_until, created_at) as due_at from customer_bulk
  where finished_at is null and ${ofStore(dealerId)}`

/** Claims the store's oldest unfinished bulk action whose lease is free. */
export async function claimBulk(
  db: Database,
  dealerId: number,
  holder: string,
  now: Date,
): Promise<ClaimedBulk | undefined> {
  const { rows } = await sql<ClaimedBulk>`
    update customer_bulk set lease_holder = ${holder}, lease_until = ${leaseUntil(now)}
    where dealer_id = ${dealerId} and id = (
      select id from customer_bulk
      where dealer_id = ${dealerId} and finished_at is null and (lease_until is null or lease_until <= ${now})
      order by created_at limit 1 for update skip locked)
    returning dealer_id as "dealerId", id, member_id as "memberId", action, terms, customer_ids as "customerIds",
              done_total as "doneTotal", ip`.execute(db)
  return rows[0]
}

/** Releases the lease, so that any process can continue. */
export async function releaseBulk(
  db: Executor,
  { dealerId, id }: ClaimedBulk,
  holder: string,
): Promise<void> {
  await sql`
    update customer_bulk set lease_until = null
    where dealer_id = ${dealerId} and id = ${id} and lease_holder = ${holder}`.execute(db)
}

/** Records the progress of a claimed bulk action and extends its lease. Returns false if another process has claimed it. */
export async function advanceBulk(
  db: Executor,
  { dealerId, id }: ClaimedBulk,
  holder: string,
  step: { doneTotal: number; taken: readonly object[]; left: readonly Left[]; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update customer_bulk
    set done_total = ${step.doneTotal}, success_total = success_total + ${step.taken.length},
        taken = taken || ${JSON.stringify(step.taken)}::jsonb, failures = failures || ${JSON.stringify(step.left)}::jsonb,
        lease_until = ${leaseUntil(step.now)}
    where dealer_id = ${dealerId} and id = ${id} and lease_holder = ${holder}
    returning id`.execute(db)
  return rows.length > 0
}

/** Returns everything done so far, for the undo. */
export async function readTaken<Taken>(
  db: Executor,
  { dealerId, id }: ClaimedBulk,
): Promise<readonly Taken[]> {
  const { rows } = await sql<{ taken: readonly Taken[] }>`
    select taken from customer_bulk where dealer_id = ${dealerId} and id = ${id}`.execute(db)
  return rows[0]?.taken ?? []
}

export async function finishBulk(
  db: Executor,
  { dealerId, id }: ClaimedBulk,
  holder: string,
  end: { undoId: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update customer_bulk
    set undo_id = ${end.undoId}, taken = '[]', finished_at = ${end.now}::timestamptz, lease_until = null
    where dealer_id = ${dealerId} and id = ${id} and lease_holder = ${holder} and finished_at is null
    returning id`.execute(db)
  return rows.length > 0
}

export async function deleteOldBulks(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('customer_bulk').where('finished_at', '<', before).execute()
}

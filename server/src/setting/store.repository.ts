import type { Store, StoreFacts } from '@showroom/contract/setting/store.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { sql } from 'kysely'
import { writeAudit } from '../platform/auditing/audit.ts'
import type { Executor } from '../platform/db/client.ts'
import { lockNetwork } from '../platform/db/network-lock.ts'
import { literals } from '../platform/db/conditions.ts'
import { notify } from '../platform/db/notify.ts'

/** Stores that are closed, merged and removed. Each store is read by its own statement. */

export async function listStates(db: Executor, ids: readonly number[]): Promise<Store[]> {
  const { rows } = await sql<Store>`
    select d.id, d.code, d.name, d.city, coalesce(epoch(d.closed_at), 0) as "closedAt",
           coalesce(d.successor_id, 0) as "successorId", coalesce(s.name, '') as "successorName",
           coalesce(m.name, '') as "mergedName", exists (select from store_move where store_id = d.id) as "isMoving"
    from dealer d
    left join dealer s on s.id = d.successor_id
    left join dealer m on m.id = d.merged_into_id
    where d.id = any(${[...ids]}::int[]) order by d.closed_at is not null, d.code`.execute(db)
  return rows
}

interface Closing {
  readonly closedAt: Date | null
  readonly successorId: number | null
}
export interface LockedStore extends Closing {
  readonly id: number
  readonly code: string
  readonly name: string
  /** A merge or a removal has begun, or another store is being merged into it. */
  readonly isMoving: boolean
}

/** Locks a store's state until the end of the transaction; network files and other changes of stores wait. */
export async function lockStore(
  db: Executor,
  by: { readonly id: number } | { readonly code: string },
): Promise<LockedStore | undefined> {
  await lockNetwork(db)
  const { rows } = await sql<LockedStore>`
    select id, code, name, closed_at as "closedAt", successor_id as "successorId",
           exists (select from store_move where store_id = d.id or (into_id = d.id and ended_at is null)) as "isMoving"
    from dealer d where ${'id' in by ? sql`id = ${by.id}` : sql`code = ${by.code}`}`.execute(db)
  return rows[0]
}

/** Sets the state, and notifies every process, which reads the store's sessions again. */
export async function setClosing(
  db: Executor,
  { id, closedAt, successorId }: LockedStore,
  to: Closing,
  by: {
    readonly now: Date
    readonly ip: string
    readonly source?: string
    readonly accountId?: number
    readonly memberId?: number
  },
): Promise<void> {
  const { now: at, source, ...actor } = by
  await db
    .updateTable('dealer')
    .set({ closed_at: to.closedAt, successor_id: to.successorId })
    .where('id', '=', id)
    .execute()
  const stateOf = (one: Closing) =>
    one.closedAt === null ? null : { closed: one.closedAt, successor: one.successorId }
  const detail = { old: stateOf({ closedAt, successorId }), new: stateOf(to), ...(source && { source }) }
  await writeAudit(db, { dealerId: id, action: 'setting', record: 'setting:closed', detail, at, ...actor })
  await notify(db, 'session_changed', [`dealer:${id}`])
  await notify(db, 'lead_backlog', [id])
}

/** Counts what lives in a store. */
export async function countStore(
  db: Executor,
  dealerId: number,
): Promise<Pick<StoreFacts, 'memberTotal' | 'customerTotal' | 'leadTotal' | 'openOrderTotal'>> {
  const { rows } = await sql<
    Pick<StoreFacts, 'memberTotal' | 'customerTotal' | 'leadTotal' | 'openOrderTotal'>
  >`
    select (select count(*)::int from member where dealer_id = ${dealerId} and left_at is null) as "memberTotal",
           (select count(*)::int from customer where dealer_id = ${dealerId} and merged_into_id is null) as "customerTotal",
           (select count(*)::int from lead where dealer_id = ${dealerId} and status = 1) as "leadTotal",
           (select count(*)::int from vehicle_order where dealer_id = ${dealerId} and status not in ${literals([orderStatus.cancelled, orderStatus.delivered])}) as "openOrderTotal"`.execute(
    db,
  )
  return rows[0] as Pick<StoreFacts, 'memberTotal' | 'customerTotal' | 'leadTotal' | 'openOrderTotal'>
}

/** Mobiles of a store's files, of those in the list if there is one; and which of them wait for a review. */
export async function listMobiles(db: Executor, dealerId: number, among?: readonly string[]) {
  const { rows } = await sql<{ mobile: string; isWaiting: boolean }>`
    select c.mobile, d.waiting_fail_review as "isWaiting" from customer c
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${dealerId} and c.mobile <> '' and c.merged_into_id is null
      and ${among ? sql`c.mobile = any(${among}::text[])` : sql`true`}`.execute(db)
  return rows
}

/** Members at work in a store, by their accounts. */
export async function listAccounts(db: Executor, dealerId: number) {
  return db
    .selectFrom('member')
    .select(['account_id as accountId', 'name', 'role'])
    .where('dealer_id', '=', dealerId)
    .where('left_at', 'is', null)
    .execute()
}

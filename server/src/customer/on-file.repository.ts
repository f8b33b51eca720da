import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Who is on file with a number already, for those that bring in many at once: the online leads. */

export interface OnFile {
  readonly customerId: number
  readonly dealId: number
  readonly name: string
  readonly level: string
  readonly isSuspend: boolean
  readonly ownerId: number
  readonly ownerName: string
  /** The owner can be told: neither frozen nor gone. */
  readonly isOwnerAtWork: boolean
}

/** Files by mobile; a number that a merge has put away leads to the file that is left. */
export async function findOnFile(
  db: Executor,
  scope: Scope,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // Each half by its own partial index: asked for together PostgreSQL would read all of the store's files.
  const half = (merged: RawBuilder<unknown>) => sql`
    select mobile, id, merged_into_id from customer
    where dealer_id = ${scope.dealerId} and mobile = any(${mobiles}::text[]) and mobile <> '' and merged_into_id ${merged}`
  const { rows } = await sql<{ mobile: string; id: number }>`
    select distinct on (mobile) mobile, coalesce(merged_into_id, id) as id
    from (${half(sql`is null`)} union all ${half(sql`is not null`)}) as found
    order by mobile, merged_into_id nulls first`.execute(db)
  return new Map(rows.map(({ mobile, id }) => [mobile, id]))
}

/**
 * Locks the files of the mobiles, in the order of their ids so that two batches at once wait instead of deadlocking, and tells them by
 * mobile.
 */
export async function lockOnFile(
  db: Executor,
  scope: Scope,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, OnFile>> {
  const found = await findOnFile(db, scope, mobiles)
  if (found.size === 0) return new Map()
  const ids = [...new Set(found.values())]
  const locked = await sql`
    select id from customer
    where dealer_id = ${scope.dealerId} and id = any(${ids}::bigint[]) and merged_into_id is null
    order by id for update`.execute(db)
  // Merged while it was waited for: the number now leads to another file.
  if (locked.rows.length < ids.length) return lockOnFile(db, scope, mobiles)
  const { rows } = await sql<OnFile>`
    select c.id as "customerId", d.id as "dealId", c.name, d.level, d.suspended_at is not null as "isSuspend",
           d.owner_id as "ownerId", m.name as "ownerName", m.status = 0 and m.left_at is null as "isOwnerAtWork"
    from customer c
    join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
    where c.dealer_id = ${scope.dealerId} and c.id = any(${ids}::bigint[])`.execute(db)
  const files = new Map(rows.map((row) => [row.customerId, row]))
  return new Map(
    [...found].flatMap(([mobile, id]) => {
      const file = files.get(id)
      return file ? [[mobile, file] as const] : []
    }),
  )
}

/** Marks files as changed. */
export async function bumpVersions(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return
  await sql`
    update customer set row_version = row_version + 1
    where dealer_id = ${scope.dealerId} and id = any(${customerIds}::bigint[])`.execute(db)
}

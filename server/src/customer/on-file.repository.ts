import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Who is on file with a number already, for those that bring in many at once: the online leads. */

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

import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Names of those of the customers that the member sees, masked as in lists. */
export async function readNames(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, mask_text(c.name) as name
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = any(${customerIds}::bigint[]) and c.merged_into_id is null
      and ${seesOwner(scope, 'd.owner_id')}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

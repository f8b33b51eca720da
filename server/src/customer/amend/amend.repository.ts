import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import type { Scope } from '../../platform/session/session.ts'
import { amendable } from './amend.rules.ts'
import type { FileValues } from './amend.rules.ts'

export interface AmendableFile {
  readonly customerId: number
  readonly dealId: number
  readonly level: string
  readonly isSuspend: boolean
  readonly isWaiting: boolean
  readonly values: FileValues
}

const columnsOf = (table: 'c' | 'd', columns: readonly string[]) =>
  sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`${table}.${column}`)]))

/** Returns those of the files that the member sees, by id. */
export async function readFiles(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, AmendableFile>> {
  const { rows } = await sql<AmendableFile>`
    select c.id as "customerId", d.id as "dealId", d.level, d.suspended_at is not null as "isSuspend",
           d.waiting_fail_review as "isWaiting", json_build_object(${columnsOf('c', amendable.customer)},
             ${columnsOf('d', [...amendable.deal, ...amendable.derived])}) as values
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = any(${[...new Set(customerIds)]}::bigint[]) and c.merged_into_id is null
      and ${seesOwner(scope, 'd.owner_id')}`.execute(db)
  return new Map(rows.map((row) => [row.customerId, row]))
}

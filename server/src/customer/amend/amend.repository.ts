import { timelineType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
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

interface GivenFollow {
  readonly row_no: number
  readonly customer_id: number
  readonly deal_id: number
  readonly level: string
  readonly at: Date
  readonly member_id: number
  readonly person: string
  readonly content: string
  readonly facts: unknown
}

/**
 * Adds follow-ups that the timelines do not have yet, and moves the last follow-up of their deals. Returns the numbers of the added rows. The
 * caller has locked the customers.
 */
export async function insertImported(
  db: Executor,
  { dealerId }: Scope,
  given: readonly GivenFollow[],
): Promise<number[]> {
  const { rows } = await sql<{ rowNo: number }>`
    with given as (
      select distinct on (customer_id, at, content) *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (row_no int, customer_id bigint, deal_id bigint, level text,
        at timestamptz, member_id bigint, person text, content text, facts jsonb)
      order by customer_id, at, content, row_no
    ), fresh as (
      select g.* from given g
      join customer c on c.dealer_id = ${dealerId} and c.id = g.customer_id
      where not exists (
        select from timeline t
        where t.dealer_id = ${dealerId} and t.customer_id = g.customer_id and t.created_at = g.at
          and t.type = ${sql.lit(timelineType.imported)} and t.content = g.content)
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select ${dealerId}::int, customer_id, deal_id, at, member_id, person, level, ${sql.lit(timelineType.imported)}, '导入', content, facts
      from fresh order by customer_id, at, row_no
    ), moved as (
      update ${target('deal')} d set last_follow_at = f.at
      from (select deal_id, max(at) as at from fresh group by deal_id) as f
      where d.dealer_id = ${dealerId} and d.id = f.deal_id and d.last_follow_at < f.at
    )
    select row_no as "rowNo" from fresh`.execute(db)
  return rows.map(({ rowNo }) => rowNo)
}

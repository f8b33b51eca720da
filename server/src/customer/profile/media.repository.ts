import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../platform/http/handler.ts'
import type { Scope } from '../../platform/session/session.ts'
import { seesFile } from '../customer.repository.ts'

/** Access to pictures and recordings of customers, by the rows that refer to them. */

type Reader = Pick<Context, 'db' | 'session'>

/** Returns those keys of `named` (`key`, `customer_id`) whose customer the member sees. */
async function seen({ db, session: { scope } }: Reader, named: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct n.key
    from (${named}) as n
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = n.customer_id and c.merged_into_id is null
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where ${seesFile(scope)}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Uses a partial index of the column, which leaves out rows without a recording. */
const byColumn = ({ dealerId }: Scope, table: 'timeline' | 'call_record', keys: readonly string[]) => sql`
  select r.audio_key as key, r.customer_id from ${sql.table(table)} r
  where r.dealer_id = ${dealerId} and r.audio_key <> '' and r.audio_key = any(${keys}::text[])`
const byList = (
  { dealerId }: Scope,
  table: 'timeline' | 'deal',
  column: 'image_keys' | 'proof_images',
  keys: readonly string[],
) => sql`
  select key, r.customer_id from ${sql.table(table)} r cross join lateral unnest(r.${sql.ref(column)}) as key
  where r.dealer_id = ${dealerId} and r.${sql.ref(column)} <> '{}' and r.${sql.ref(column)} && ${keys}::text[]
    and key = any(${keys}::text[])`

/** Returns those pictures that belong to a source proof or a timeline row of a customer that the member sees. */
export const seenPictures = (reader: Reader, keys: readonly string[]): Promise<string[]> => {
  const { scope } = reader.session
  return seen(
    reader,
    sql`${byList(scope, 'deal', 'proof_images', keys)} union all ${byList(scope, 'timeline', 'image_keys', keys)}`,
  )
}

/** Returns those recordings that belong to a call with a customer that the member sees. */
export const seenRecordings = (reader: Reader, keys: readonly string[]): Promise<string[]> => {
  const { scope } = reader.session
  return seen(
    reader,
    sql`${byColumn(scope, 'call_record', keys)} union all ${byColumn(scope, 'timeline', keys)}`,
  )
}

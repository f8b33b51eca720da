import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { target } from '../db/target.ts'
import type { Scope } from '../session/session.ts'
import { columnsOf } from './describe.ts'
import type { AllTables } from './describe.ts'

/** Moves rows of a merged customer to the file that remains, in the tables that `customer.moves` describes; one statement for all. */
export async function moveToSurvivor(
  db: Executor,
  { dealerId }: Scope,
  all: AllTables,
  { masterId, slaveId }: { readonly masterId: number; readonly slaveId: number },
): Promise<void> {
  const [first, ...others] = columnsOf(all, 'customer')
    .filter(({ word }) => word.on === 'moves')
    .map(
      ({ table: { table }, column }) => sql`
        update ${target(table)} set ${sql.ref(column)} = ${masterId} where dealer_id = ${dealerId} and ${sql.ref(column)} = ${slaveId}`,
    )
  const parts = others.map((update, at) => sql`${sql.ref(`moved_${at}`)} as (${update})`)
  await sql`with ${sql.join(parts)} ${first}`.execute(db)
}

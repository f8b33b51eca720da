import { sql } from 'kysely'
import type { Executor } from './client.ts'

/** Makes network files and other changes of stores wait until the transaction ends. */
export const lockNetwork = async (db: Executor): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext('showroom network'))`.execute(db))

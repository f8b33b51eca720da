import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'

export interface DatabaseFacts {
  readonly version: string
  readonly bytes: number
  readonly connections: number
  readonly mostConnections: number
  /** Names of the connections for notifications, one for each server process. */
  readonly lines: readonly string[]
}

/** Reads facts of the database server. Other roles' connections have no `backend_type` for a role without pg_monitor. */
export async function readDatabase(db: Executor): Promise<DatabaseFacts | undefined> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      current_setting('max_connections')::int as "mostConnections",
      count(*)::int as connections,
      coalesce(array_agg(a.application_name order by a.application_name) filter (
        where a.datname = current_database() and a.application_name like 'showroom-line%'), '{}') as lines
    from pg_stat_activity a
    where a.datid is not null and coalesce(a.backend_type, 'client backend') = 'client backend'`.execute(db)
  return rows[0]
}

/** Names of the faults that admins have a message about. */
export const listFaults = async (db: Executor): Promise<readonly string[]> =>
  (await db.selectFrom('system_fault').select('name').execute()).map(({ name }) => name)

/** Keeps these faults alone, so that one that ends and returns is a new one. */
export async function replaceFaults(db: Executor, names: readonly string[], now: Date): Promise<void> {
  await sql`
    with ended as (delete from ${target('system_fault')} where name <> all(${[...names]}::text[]))
    insert into ${target('system_fault')} (name, warned_at)
    select name, ${now}::timestamptz from unnest(${[...names]}::text[]) as fault (name)
    on conflict (name) do nothing`.execute(db)
}

import type pg from 'pg'
import { appliedText } from './migrate.ts'
import type { Applied } from './migrate.ts'

/** Questions to a database that may not be ours yet, on a plain connection. */

async function readOne<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows
  if (!row) throw new Error('The database returned no row.')
  return row
}

export const readVersion = (client: pg.Client) =>
  readOne<{ number: number; shown: string; encoding: string }>(
    client,
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as shown,
       current_setting('server_encoding') as encoding`,
  )

export const readWritable = (client: pg.Client) =>
  readOne<{ isStandby: boolean; isReadOnly: boolean }>(
    client,
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )

export const readRights = (client: pg.Client) =>
  readOne<{ mayCreate: boolean; user: string }>(
    client,
    `select has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "mayCreate",
       current_user as user`,
  )

/**
 * Counts connections: `free` under the tightest limit (server, database or role), `ours` of the product, and its processes, each of which
 * has one line. Other roles' rows have no `backend_type` for a role without pg_monitor.
 */
export const countConnections = (client: pg.Client) =>
  readOne<{ free: number; ours: number; processes: number }>(
    client,
    `with connection as (
       select usename = current_user as is_role, datname = current_database() as is_database, coalesce(application_name, '') as name
       from pg_stat_activity where datid is not null and coalesce(backend_type, 'client backend') = 'client backend'
     )
     select least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true), '0')::int - count(*),
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) - count(*) filter (where is_database),
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) - count(*) filter (where is_role)
       )::int as free,
       (count(*) filter (where is_role and is_database and name ~ '^showroom'))::int as ours,
       (count(*) filter (where is_role and is_database and name like 'showroom-line%'))::int as processes
     from connection`,
  )

/** The version of TLS, null without it, and whether the server sees another machine at the end of the connection. */
export const readEncryption = (client: pg.Client) =>
  readOne<{ version: string | null; isRemote: boolean }>(
    client,
    `select (select version from pg_stat_ssl where pid = pg_backend_pid()) as version,
       coalesce(inet_client_addr() <> inet_server_addr(), false) as "isRemote"`,
  )

export const readClock = async (client: pg.Client): Promise<Date> =>
  (await readOne<{ at: Date }>(client, 'select clock_timestamp() as at')).at

/** Migrations that the database has run. */
export async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { exists } = await readOne<{ exists: boolean }>(
    client,
    `select to_regclass('kysely_migration_later') is not null as exists`,
  )
  return exists ? (await client.query<Applied>(appliedText)).rows : []
}

/** Collation by which lists of names are sorted. */
export const nameCollation = 'zh-x-icu'

/** Collations of the database whose rules have changed since its indexes were built, and whether it has the one of names. */
export const readCollations = (client: pg.Client) =>
  readOne<{ hasNames: boolean; changed: string[] }>(
    client,
    `select exists (select from pg_collation where collname = '${nameCollation}') as "hasNames",
       array(
         select datcollate from pg_database
         where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
         union all select '${nameCollation}' from pg_collation
         where collname = '${nameCollation}' and collversion <> pg_collation_actual_version(oid)
       ) as changed`,
  )

/**
 * A query whose rows are the statements that give the tables to the role. `reassign owned` refuses those of the first superuser, who
 * restores most dumps.
 */
export const givesTables = (role: string): string =>
  `select format('alter table %s owner to %I', oid::regclass, '${role}') from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and pg_get_userbyid(relowner) <> '${role}'`

/** Roles other than this one that own tables or sequences of the product, such as after a restore. */
export const readOtherOwners = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ owner: string }>(
      `select distinct pg_get_userbyid(relowner) as owner from pg_class
       where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'S', 'v') and not pg_has_role(relowner, 'usage')`,
    )
  ).rows.map(({ owner }) => owner)

import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster/cluster.ts'
import { emptySent } from './guards/sent.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away cluster's maintenance database. */
    clusterUrl: string
    /** Maintenance databases of all servers: several on Citus. */
    servers: readonly string[]
    /** Tables whose rows belong to a dealer. */
    tenantTables: string[]
    /** Tables whose `id` comes from a sequence. */
    numberedTables: string[]
    /** Columns of each unique index, by table. */
    uniqueColumns: Record<string, string[][]>
  }
}

/** One throw-away cluster per run, with a migrated template that each test database is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  emptySent()
  const cluster = await startTestCluster()
  // Also for the plan checks, which run afterwards.
  project.vitest.provide('clusterUrl', cluster.url)
  project.vitest.provide('servers', cluster.servers)
  project.provide('tenantTables', await findTables(cluster.templateUrl, `column_name = 'dealer_id'`))
  project.provide(
    'numberedTables',
    await findTables(cluster.templateUrl, `column_name = 'id' and is_identity = 'YES'`),
  )
  project.provide('uniqueColumns', await readUniqueColumns(cluster.templateUrl))
  return () => cluster.stop()
}

/** Tables with a column that meets the condition. */
async function findTables(url: string, condition: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and ${condition}`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

async function readUniqueColumns(url: string): Promise<Record<string, string[][]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; columns: string[][] }>(`
    select t.relname as name, coalesce((select json_agg((
        select json_agg(a.attname) from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)))
      from pg_index i where i.indrelid = t.oid and i.indisunique), '[]') as columns
    from pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace`)
  await client.end()
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

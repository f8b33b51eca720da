import type pg from 'pg'
import { rowsPrint } from '../database/snapshot.ts'

/**
 * Begins a transaction without triggers and foreign keys. On Citus it writes reference tables too and sends the last setting to all servers
 * together with all other statements of the same query, so each has its own query.
 */
const begin = [
  'begin',
  `set local citus.multi_shard_modify_mode = 'sequential'`,
  `set local citus.propagate_set_commands = 'local'`,
  'set local session_replication_role = replica',
]

/**
 * Snapshots a database. The returned function restores it: newer rows are found by their transaction ids, at a
 * fraction of the cost of another copy. Sequences are not reset. The client must be a superuser.
 */
export async function keepContent(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  )
  const tables = rows.map(({ name, columns }) => ({
    name,
    table: `public.${client.escapeIdentifier(name)}`,
    kept: client.escapeIdentifier(`kept_${name}`),
    columns,
  }))
  const print = {
    name: 'prints',
    text: tables
      .map(({ name, table }) => `select '${name}' as name, ${rowsPrint} as print from ${table}`)
      .join(' union all '),
  }
  const prints = async (): Promise<Map<string, string>> => {
    const tablePrints = await client.query<{ name: string; print: string }>(print)
    return new Map(tablePrints.rows.map((row) => [row.name, row.print]))
  }
  let before = await prints()
  for (const { table, kept } of tables) await client.query(`create temp table ${kept} as table ${table}`)

  return async () => {
    const now = await prints()
    const written = tables.filter(({ name }) => now.get(name) !== before.get(name))
    if (written.length === 0) return
    const back = written.map(
      ({ table, kept, columns }) =>
        `delete from ${table}; insert into ${table} (${columns}) overriding system value select ${columns} from ${kept}`,
    )
    await Promise.all([...begin, `${back.join('; ')}; commit`].map((text) => client.query(text)))
    before = await prints()
  }
}

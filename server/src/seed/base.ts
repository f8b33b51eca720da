import { DatabaseClient } from '../platform/db/connect.ts'
import { inSequence } from '../platform/db/placed.ts'
import { notifying } from '../platform/db/notify.ts'
import { dictionaries } from './dictionaries.ts'
import { regions } from './regions.ts'
import { blocklist, brands, catalogue, competitorSeries } from './vehicles.ts'

const dictionaryRows = () =>
  Object.entries(dictionaries).flatMap(([kind, entries]) =>
    entries.map(([value, display, remark], at) => ({
      kind,
      value: String(value),
      display,
      name: display,
      remark: remark ?? '',
      position: at + 1,
    })),
  )

/**
 * Tables in the order of their references, with their rows. Region names follow the package; everything else belongs to the network once it
 * exists.
 */
const tables: readonly { table: string; key: string; rows: () => readonly object[]; update?: string }[] = [
  { table: 'dictionary', key: 'kind, value', rows: dictionaryRows },
  {
    table: 'region',
    key: 'code',
    rows: () => regions,
    update: 'name = excluded.name, parent_code = excluded.parent_code',
  },
  { table: 'brand', key: 'id', rows: () => brands },
  { table: 'series', key: 'id', rows: () => catalogue.series },
  { table: 'model', key: 'id', rows: () => catalogue.models },
  { table: 'configuration', key: 'id', rows: () => catalogue.configurations },
  { table: 'sku', key: 'id', rows: () => catalogue.skus },
  { table: 'competitor_series', key: 'id', rows: () => competitorSeries },
]

/**
 * Inserts missing base data: dictionaries, regions, vehicles, competitors, blocklist. Runs at every start. Existing rows keep the network's
 * changes (texts, prices, order); only region names follow the package.
 */
export async function seedBase(databaseUrl: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(inSequence)
    await client.query('begin')
    // Several processes may start at the same time on one database.
    await client.query(`select pg_advisory_xact_lock(hashtext('showroom seed'))`)
    const changed: string[] = []
    for (const { table, key, rows, update } of tables) {
      const all = rows()
      const columns = Object.keys(all[0] as object).join(', ')
      const change = update ? `do update set ${update} where ${table}.name <> excluded.name` : 'do nothing'
      const { rowCount } = await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)
         on conflict (${key}) ${change}`,
        [JSON.stringify(all)],
      )
      if (rowCount) changed.push(table)
    }
    await client.query(
      `insert into blocklist (name, mobile, identify_no, contacts)
       select name, mobile, identify_no, contacts from jsonb_populate_recordset(null::blocklist, $1)
       where not exists (select from blocklist)`,
      [JSON.stringify(blocklist)],
    )
    await client.query(notifying, ['base_changed', changed])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.end()
  }
}

import pg from 'pg'

/** Compares the rows of databases, and examines their files. */

/** Rows and a checksum of their content, by table. */
export type Tables = ReadonlyMap<string, string>

async function withClient<T>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Reads every table of the product. The jobs' own tables change by themselves. */
export const readTables = (config: pg.ClientConfig): Promise<Tables> =>
  withClient(config, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const content = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ content: string }>(
        `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as content from ${name} t`,
      )
      content.set(name, rows[0]?.content ?? '')
    }
    return content
  })

export const compareTables = (expected: Tables, actual: Tables): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])].flatMap((name) =>
    expected.get(name) === actual.get(name)
      ? []
      : [`${name}: ${actual.get(name) ?? 'none'} instead of ${expected.get(name) ?? 'none'}`],
  )

/** Examines all B-trees and the rows of all tables by amcheck. */
export const examineFiles = (
  config: pg.ClientConfig,
): Promise<{ readonly examined: number; readonly damaged: readonly string[] }> =>
  withClient(config, async (client) => {
    await client.query('create extension if not exists amcheck')
    const { rows } = await client.query<{ name: string; kind: string }>(
      `select c.oid::regclass::text as name, c.relkind as kind from pg_class c
       left join pg_index i on i.indexrelid = c.oid left join pg_am a on a.oid = c.relam
       where c.relpersistence = 'p' and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree' and i.indisvalid))`,
    )
    const damaged: string[] = []
    for (const { name, kind } of rows) {
      const check =
        kind === 'r'
          ? 'select msg from verify_heapam($1::regclass)'
          : 'select bt_index_check($1::regclass, true)'
      await client.query<{ msg?: string }>(check, [name]).then(
        (found) => damaged.push(...found.rows.flatMap(({ msg }) => (msg ? [`${name}: ${msg}`] : []))),
        (error: unknown) => damaged.push(`${name}: ${(error as Error).message}`),
      )
    }
    return { examined: rows.length, damaged }
  })

/** The creation of the newest customer. */
export const readNewest = (config: pg.ClientConfig): Promise<Date | undefined> =>
  withClient(config, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select max(created_at) as at from customer')
    return rows[0]?.at ?? undefined
  })

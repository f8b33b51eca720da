import pg from 'pg'

/** Parts of a schema, each as one line of text, independent of the creation order, for comparing schemas. */
const parts = {
  tables: `
    select c.relname || ' ' || coalesce(array_to_string(array(select unnest(c.reloptions) order by 1), ', '), '') as line
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`,
  columns: `
    select format('%s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                  case when a.attnotnull then ' not null' end, ' identity ' || nullif(a.attidentity::text, ''),
                  case a.attgenerated::text when '' then ' default ' else ' generated ' end || pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely%'`,
  constraints: `
    select format('%s %s %s', n.conrelid::regclass, n.conname, pg_get_constraintdef(n.oid)) as line
    from pg_constraint n join pg_class c on c.oid = n.conrelid
    where c.relnamespace = 'public'::regnamespace and n.contype <> 'n' and c.relname not like 'kysely%'`,
  indexes: `
    select pg_get_indexdef(i.indexrelid) as line
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`,
  sequences: `
    select format('%s %s', s.sequencename, s.data_type) as line from pg_sequences s where s.schemaname = 'public'`,
  functions: `
    select pg_get_functiondef(p.oid) as line
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  triggers: `
    select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
}

export type Schema = Readonly<Record<keyof typeof parts, readonly string[]>>

/** Reads the schema `public` from the catalogue, without the migrator's own tables and without extensions. */
export async function readSchema(url: string): Promise<Schema> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables: [string, string[]][] = []
    for (const [part, statement] of Object.entries(parts)) {
      const { rows } = await client.query<{ line: string }>(statement)
      tables.push([part, rows.map(({ line }) => line).toSorted()])
    }
    return Object.fromEntries(tables) as Record<keyof typeof parts, string[]>
  } finally {
    await client.end()
  }
}

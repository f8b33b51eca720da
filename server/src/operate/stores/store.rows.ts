import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { Condition } from '../../platform/db/conditions.ts'
import { listTables } from '../../platform/tables/describe.ts'
import { renamedKeys } from './store.files.ts'
import type { AllTables, NamedDescription } from '../../platform/tables/describe.ts'

/**
 * Rows of a store in all tables, in batches by the primary key (docs/decisions/0136-merged-stores.md). The statements follow from the
 * descriptions and from the catalogue. None joins rows of two stores, which lie on different servers of Citus.
 */

export interface StoreTable extends NamedDescription {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Primary key without the store. */
  readonly keys: readonly string[]
  /** A unique key does not have the store, so its rows cannot be copied: they change their store in place. */
  readonly isInPlace: boolean
  readonly uniques: readonly Unique[]
}
interface Unique {
  readonly name: string
  /** Columns without the store. */
  readonly columns: readonly string[]
  readonly where: string | null
  readonly nullsMeet: boolean
}
/** Values of a primary key, as texts. */
export type Key = readonly string[]

/** Reads the tables with rows of stores, in the order of the rooms, but customers last: a file is in reach once all of it is there. */
export async function listStoreTables(db: Executor, all: AllTables): Promise<StoreTable[]> {
  const { rows } = await sql<
    Pick<StoreTable, 'columns'> & { table: string; uniques: (Unique & { isKey: boolean })[] }
  >`
    select c.relname as table,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select jsonb_agg(jsonb_build_object('name', x.indexrelid::regclass::text, 'isKey', x.indisprimary,
         'where', pg_get_expr(x.indpred, x.indrelid), 'nullsMeet', x.indnullsnotdistinct,
         'columns', (select jsonb_agg(a.attname order by k.at) from unnest(x.indkey::int2[]) with ordinality k (number, at)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where k.at <= x.indnkeyatts)))
       from pg_index x where x.indrelid = c.oid and x.indisunique) as uniques
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'dealer_id' and not a.attisdropped)`.execute(
    db,
  )
  const factsOf = new Map(rows.map((row) => [row.table, row]))
  const tables = listTables(all).flatMap((described): StoreTable[] => {
    const facts = factsOf.get(described.table)
    if (!facts) return []
    const own = (columns: readonly string[]) => columns.filter((name) => name !== 'dealer_id')
    const primary = facts.uniques.find(({ isKey }) => isKey)?.columns ?? []
    return [
      {
        ...described,
        columns: facts.columns,
        keys: own(primary),
        isInPlace: facts.uniques.some(({ columns }) => !columns.includes('dealer_id')),
        uniques: facts.uniques.map((one) => ({ ...one, columns: own(one.columns) })),
      },
    ]
  })
  const isFile = ({ table }: StoreTable) => table === 'customer'
  return [...tables.filter((one) => !isFile(one)), ...tables.filter(isFile)]
}

/** Columns whose values exist in one store: ids, hashes of secrets, and keys of files, which name their store. */
const isOfOneStore = ({ texts }: StoreTable, column: string): boolean =>
  !['source_id', 'group_id', 'account_id', 'source_key'].includes(column) &&
  (/^id$|_hash$|^key$|_key$|^order_no$/.test(column) || (column.endsWith('_id') && !(column in texts)))

/** Unique keys of which two stores may have the same. */
export const sharedKeysOf = (of: StoreTable): readonly Unique[] =>
  of.uniques.filter(
    ({ columns, nullsMeet }) => nullsMeet || !columns.some((column) => isOfOneStore(of, column)),
  )

/** A part of the schema as the catalogue prints it. */
// source-disable-next-line rawSql -- comes from the catalogue, never from a request
const printed = (text: string): RawBuilder<unknown> => sql.raw(text)

const typeOf = ({ columns }: StoreTable, name: string): RawBuilder<unknown> =>
  printed(columns.find((one) => one.name === name)?.type ?? 'text')
const refs = (names: readonly string[], alias = ''): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}${name}`)))

/** The primary key as a list of texts. */
const keyOf = ({ keys }: StoreTable): RawBuilder<unknown> =>
  sql`array[${keys.length > 0 ? sql.join(keys.map((name) => sql`${sql.ref(name)}::text`)) : sql``}]::text[]`

/** Rows whose primary keys are these. */
function withKeys(of: StoreTable, keys: readonly Key[]): Condition {
  if (keys.length === 0) return sql`false`
  if (of.keys.length === 0) return sql`true`
  const lists = of.keys.map((name, at) => sql`${keys.map((key) => key[at])}::text[]::${typeOf(of, name)}[]`)
  return sql`(${refs(of.keys)}) in (select * from unnest(${sql.join(lists)}))`
}

/** Rows after a key, up to another. */
function between(of: StoreTable, after: Key | undefined, last: Key | undefined): Condition {
  const values = (key: Key) => sql.join(of.keys.map((name, at) => sql`${key[at]}::text::${typeOf(of, name)}`))
  const limits = [
    ...(after && of.keys.length > 0 ? [sql`(${refs(of.keys)}) > (${values(after)})`] : []),
    ...(last && of.keys.length > 0 ? [sql`(${refs(of.keys)}) <= (${values(last)})`] : []),
  ]
  return limits.length > 0 ? sql`${sql.join(limits, sql` and `)}` : sql`true`
}
export interface Span {
  readonly after?: Key | undefined
  readonly last?: Key | undefined
}

/** Keys of a store's next rows, at most `limit`, in their order. */
export async function listKeys(
  db: Executor,
  of: StoreTable,
  dealerId: number,
  { after }: Span,
  limit: number,
): Promise<Key[]> {
  const { rows } = await sql<{ key: Key }>`
    select ${keyOf(of)} as key
    from ${sql.table(of.table)} where dealer_id = ${dealerId} and ${between(of, after, undefined)}
    ${of.keys.length > 0 ? sql`order by ${refs(of.keys)}` : sql``} limit ${limit}`.execute(db)
  return rows.map(({ key }) => key)
}

export interface Stores {
  readonly from: number
  readonly into: number
}

/** Rows of a span that the merge drops, by the description. */
const droppedOf = ({ storeMerge }: StoreTable): Condition =>
  typeof storeMerge === 'object' && 'dropped' in storeMerge
    ? storeMerge.dropped === true
      ? sql`true`
      : storeMerge.dropped
    : sql`false`

/** Keys of rows of which the other store has a unique key. */
export async function listColliding(
  db: Executor,
  of: StoreTable,
  { from, into }: Stores,
  span: Span,
): Promise<Key[]> {
  if (['moves', 'copies'].includes(of.storeMerge as string)) return []
  if (typeof of.storeMerge === 'object' && ('dropped' in of.storeMerge || 'renumbers' in of.storeMerge))
    return []
  const keys = new Map<string, Key>()
  for (const { columns, where, nullsMeet } of sharedKeysOf(of)) {
    const condition = where === null ? sql`true` : printed(where)
    const key = keyOf(of)
    const same = columns.map((name, at) => {
      const [theirs, own] = [sql.ref(name), sql.ref(`s.c${at}`)]
      return nullsMeet
        ? sql`(${theirs} = ${own} or (${theirs} is null and ${own} is null))`
        : sql`${theirs} = ${own}`
    })
    const values = sql.join(
      [key, ...columns.map((name, at) => sql`${sql.ref(name)} as ${sql.ref(`c${at}`)}`)].map((one, at) =>
        at === 0 ? sql`${one} as row_key` : one,
      ),
    )
    // The rows of the two stores are read one after the other: `s` is a result that Citus sends to the other store's server.
    const { rows } = await sql<{ key: Key }>`
      with s as materialized (
        select ${values} from ${sql.table(of.table)} where dealer_id = ${from} and ${condition} and ${between(of, span.after, span.last)} and not (${droppedOf(of)})
      )
      select distinct s.row_key as key from s join ${sql.table(of.table)} t on ${sql.join([sql`true`, ...same], sql` and `)}
      where t.dealer_id = ${sql.lit(into)} and ${condition}`.execute(db)
    for (const row of rows) keys.set(JSON.stringify(row.key), row.key)
  }
  return [...keys.values()]
}

export interface Copying extends Stores {
  readonly now: Date
  /** Appended to ids of senders that both stores have. */
  readonly code: string
  /** Members of the closed store with an account in both, and those of the other store, who go on. */
  readonly members: { readonly from: readonly number[]; readonly into: readonly number[] }
  /** Number of the newest version that the other store has, of each table with versions. */
  readonly versions: ReadonlyMap<string, number>
}

/** Values of a copied row: everything stays, but the store, owners who are in both stores, keys of files, and what collides. */
function valueOf(
  of: StoreTable,
  { name, type }: StoreTable['columns'][number],
  by: Copying,
  colliding: Condition,
): RawBuilder<unknown> {
  const column = sql.ref(name)
  const { storeMerge } = of
  if (name === 'dealer_id') return sql`${by.into}::int`
  if (typeof storeMerge === 'object') {
    if ('ends' in storeMerge && storeMerge.ends === name)
      return sql`case when ${colliding} then coalesce(${column}, ${by.now}::timestamptz) else ${column} end`
    if ('differs' in storeMerge && storeMerge.differs === name)
      return sql`case when ${colliding} then ${column} || ${`@${by.code}`}::text else ${column} end`
    if ('blanks' in storeMerge && storeMerge.blanks === name)
      return sql`case when ${colliding} then '' else ${column} end`
    if ('renumbers' in storeMerge && storeMerge.renumbers === name)
      return sql`case when ${column} > 0 then ${column} + ${by.versions.get(storeMerge.by) ?? 0}::int else ${column} end`
  }
  const word = of.ids[name]
  if (word?.of === 'member' && 'rows' in word && word.rows && by.members.from.length > 0)
    return sql`case when ${word.rows} then coalesce((${by.members.into}::bigint[])[array_position(${by.members.from}::bigint[], ${column})], ${column}) else ${column} end`
  const text = of.texts[name]
  const holdsKeys =
    /(^|_)keys?$/.test(name) ||
    (text !== undefined && 'kind' in text && ['file', 'files', 'json', 'list'].includes(text.kind))
  if (!holdsKeys || !['text', 'text[]', 'jsonb'].includes(type)) return column
  const { pattern, replacement } = renamedKeys(by)
  const renamed = sql`regexp_replace(${column}::text, ${pattern}, ${replacement}, 'g')::${printed(type)}`
  return sql`case when ${column}::text like ${`%/${by.from}/%`} then ${renamed} else ${column} end`
}
export interface Copied {
  /** Rows that are new in the other store. */
  readonly copied: number
  /** Rows that were joined with the other store's, or are left out. */
  readonly joined: number
}

/** Copies the rows of a span to the other store. Each row of the span must be there afterwards, or be accounted for by its word. */
export async function copyRows(
  db: Executor,
  of: StoreTable,
  by: Copying,
  keys: readonly Key[],
  after: Key | undefined,
): Promise<Copied> {
  const span = { after, last: keys.at(-1) }
  const here = sql`dealer_id = ${by.from} and ${between(of, span.after, span.last)}`
  const colliding = await listColliding(db, of, by, span)
  const isColliding = withKeys(of, colliding)
  const word = of.storeMerge
  const isLeftOut =
    word === 'yields' || (typeof word === 'object' && ('adds' in word || 'unites' in word))
      ? isColliding
      : sql`false`
  const dropped = droppedOf(of)
  const joins = typeof word === 'object' && ('adds' in word || 'unites' in word) && colliding.length > 0
  const joined = joins ? await joinRows(db, of, by, isColliding) : 0
  if (of.isInPlace) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(of.table)} set dealer_id = ${sql.lit(by.into)} where ${here} and not (${dropped}) and not (${isLeftOut})`.execute(
      db,
    )
    return { copied: Number(numAffectedRows), joined: keys.length - Number(numAffectedRows) }
  }
  const names = refs(of.columns.map(({ name }) => name))
  const values = sql.join(of.columns.map((column) => valueOf(of, column, by, isColliding)))
  const isAlways = of.columns.some(({ name }) => name === 'id')
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(of.table)} (${names}) ${isAlways ? sql`overriding system value` : sql``}
    select ${values} from ${sql.table(of.table)} where ${here} and not (${dropped}) and not (${isLeftOut})`.execute(
    db,
  )
  const copied = Number(numAffectedRows)
  if (joins && joined !== colliding.length)
    throw new Error(`${of.table}: ${colliding.length} rows collide, ${joined} were joined`)
  return { copied, joined: keys.length - copied }
}

/** Adds numbers of colliding rows to those of the other store, or unites their lists. */
async function joinRows(
  db: Executor,
  of: StoreTable,
  { from, into }: Stores,
  colliding: Condition,
): Promise<number> {
  const word = of.storeMerge
  if (typeof word !== 'object' || !('adds' in word || 'unites' in word)) return 0
  const { rows } = await sql<{ list: string | null }>`
    select jsonb_agg(to_jsonb(r))::text as list from ${sql.table(of.table)} r where dealer_id = ${from} and ${colliding}`.execute(
    db,
  )
  const sets =
    'adds' in word
      ? word.adds.map((name) => {
          const [theirs, own] = [sql.ref(`t.${name}`), sql.ref(`s.${name}`)]
          return sql`${sql.ref(name)} = coalesce(${theirs} + ${own}, ${theirs}, ${own})`
        })
      : [
          sql`${sql.ref(word.unites)} = array(select distinct unnest(${sql.ref(`t.${word.unites}`)} || ${sql.ref(`s.${word.unites}`)}))`,
        ]
  const columns = sharedKeysOf(of)[0]?.columns ?? []
  const same = columns.map(
    (name) => sql`${sql.ref(`t.${name}`)} is not distinct from ${sql.ref(`s.${name}`)}`,
  )
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(of.table)} t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${sql.table(of.table)}, ${rows[0]?.list ?? '[]'}::jsonb) s
    where t.dealer_id = ${into} and ${sql.join(same, sql` and `)}`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes a store's next rows, at most `limit`; returns their number. */
export async function deleteRows(
  db: Executor,
  of: StoreTable,
  dealerId: number,
  limit: number,
): Promise<number> {
  if (of.storeMerge === 'copies') return 0
  await sql`set local showroom.moving_store = 'on'`.execute(db)
  const next =
    of.keys.length > 0
      ? sql`and (${refs(of.keys)}) in (
          select ${refs(of.keys)} from ${sql.table(of.table)} where dealer_id = ${dealerId} order by ${refs(of.keys)} limit ${limit})`
      : sql``
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(of.table)} where dealer_id = ${dealerId} ${next}`.execute(db)
  return Number(numAffectedRows)
}

/** Number of a store's rows. */
export async function countRows(db: Executor, of: StoreTable, dealerId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(of.table)} where dealer_id = ${dealerId}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Rows of one transaction in a removal. */
const erased = 5000

/** Deletes all rows of a store but those that stay as its trace, in the opposite order of a copy. */
export async function eraseRows(db: Database, all: readonly StoreTable[], dealerId: number): Promise<void> {
  for (const of of all.toReversed())
    while ((await transact(db, (trx) => deleteRows(trx, of, dealerId, erased))) === erased);
}

/** Reads a table in lists of at most `most` rows, each value as a text. */
export async function* readRows(
  db: Executor,
  of: StoreTable,
  names: readonly string[],
  dealerId: number,
  most: number,
): AsyncGenerator<readonly (readonly (string | null)[])[]> {
  let after: Key | undefined
  for (;;) {
    const { rows } = await sql<{ key: Key; cells: (string | null)[] }>`
      select ${keyOf(of)} as key, array[${sql.join(names.map((name) => sql`${sql.ref(name)}::text`))}] as cells
      from ${sql.table(of.table)} where dealer_id = ${dealerId} and ${between(of, after, undefined)}
      ${of.keys.length > 0 ? sql`order by ${refs(of.keys)}` : sql``} limit ${most}`.execute(db)
    if (rows.length > 0) yield rows.map(({ cells }) => cells)
    after = rows.at(-1)?.key
    if (rows.length < most || !after) return
  }
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Condition } from '../db/conditions.ts'
import type { Executor } from '../db/client.ts'
import { target } from '../db/target.ts'
import { jsonPattern, numbersPattern, personPattern } from './pattern.ts'
import { erasedText } from '../tables/words.ts'
import type { PersonalColumn, RootName } from '../tables/words.ts'
import type { PersonalTable, Person } from './personal.ts'

/** Finds, erases and reads a person's rows of any table, by the table's declaration. */

/** The primary key of a row, without its store. */
export type Key = readonly (number | string)[]

export interface Hit {
  readonly key: Key
  /** The row is the person's own. Otherwise it only names the number. */
  readonly isOwn: boolean
  /** The erasure leaves the row alone. */
  readonly isKept: boolean
  /** The numbers in a record's row, and the record that it became part of. */
  readonly numbers: readonly string[]
  readonly names: readonly string[]
  readonly joins: number | null
}

/** Rows read per batch. */
const batch = 2_000

const ref = (column: string) => sql.ref(`t.${column}`)
/** The row is the store's own, or the store itself. */
const storeIs = ({ table }: PersonalTable, dealerId: number): Condition =>
  table === 'dealer' ? sql`t.id = ${dealerId}` : sql`t.dealer_id = ${dealerId}`
const keyOf = ({ key }: PersonalTable): Condition => sql`(${sql.join(key.map(ref))})`
const columnsOf = ({ columns }: PersonalTable, kinds: readonly PersonalColumn['kind'][]): string[] =>
  Object.entries(columns).flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : []))

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`

/** A customer is the person by the entered number alone: the other numbers of a file may be those of relatives. */
const ownNumbers = ({ root }: PersonalTable, { number, numbers }: Person): readonly string[] =>
  root?.as === 'customer' ? [number, number.toUpperCase()] : numbers

/** Rows that belong to the person. */
function ownCondition(table: PersonalTable, person: Person): RawBuilder<unknown> {
  const { of = {}, record, root, numbers = [], ownIf, lookUp } = table
  const byId = (Object.entries(of) as [RootName, string][]).map(
    ([name, column]) => sql`${ref(column)} = any(${person[name]}::bigint[])`,
  )
  const records = (['customer', 'lead', 'order'] as const).flatMap((name) =>
    person[name].map((id) => `${name}:${id}`),
  )
  return anyOf([
    ...byId,
    ...(root ? [sql`${ref('id')} = any(${person[root.as]}::bigint[])`] : []),
    ...(root?.joins ? [sql`${ref(root.joins)} = any(${person[root.as]}::bigint[])`] : []),
    ...(record ? [sql`${ref(record)} = any(${records}::text[])`] : []),
    ...numbers.map((column) => sql`${ref(column)} = any(${ownNumbers(table, person)}::text[])`),
    ...(ownIf ? [ownIf(numbersPattern(person))] : []),
    ...(lookUp ? [sql`true`] : []),
  ])
}

/** Searched columns with their kinds; typed ones are searched as texts. */
const searched = ({ columns, typed }: PersonalTable): (readonly [string, PersonalColumn['kind']])[] => [
  ...Object.entries(columns).map(([name, { kind }]) => [name, kind] as const),
  ...typed.map((name) => [name, 'text'] as const),
]

const patterns: Readonly<Partial<Record<PersonalColumn['kind'], (person: Person) => string>>> = {
  text: personPattern,
  id: personPattern,
  list: personPattern,
  name: numbersPattern,
  json: jsonPattern,
}

/** Without `array_to_string`, which is not immutable: Citus refuses such functions in the conditions of an update. */
const namedIn = (column: string, kind: PersonalColumn['kind'], pattern: string): Condition =>
  kind === 'list'
    ? sql`exists (select from unnest(${ref(column)}) as item where item ~* ${pattern})`
    : sql`${ref(column)}::text ~* ${pattern}`

/** Rows whose texts name the person. */
const mentions = (table: PersonalTable, person: Person): Condition =>
  anyOf(
    searched(table).flatMap(([name, kind]) => {
      const pattern = patterns[kind]?.(person)
      return pattern === undefined ? [] : [sql`coalesce(${namedIn(name, kind, pattern)}, false)`]
    }),
  )

const textsOf = (columns: readonly string[]): Condition =>
  columns.length > 0 ? sql`array[${sql.join(columns.map(ref))}]::text[]` : sql`'{}'::text[]`

/** Finds the person among the next rows of a store's table. `next` is the key to go on after, undefined at the end. */
export async function findIn(
  db: Executor,
  dealerId: number,
  table: PersonalTable,
  person: Person,
  after: Key | undefined,
): Promise<{ hits: readonly Hit[]; next: Key | undefined }> {
  const { lookUp, kept, root, numbers = [], key } = table
  // The buyer of an order may be someone else.
  const isPerson = root !== undefined && root.as !== 'order'
  const from = lookUp
    ? sql`${storeIs(table, dealerId)} and ${lookUp(dealerId, person.numbers)}`
    : sql`${storeIs(table, dealerId)} ${after ? sql`and ${keyOf(table)} > (${sql.join(after)})` : sql``}`
  const order = sql.join(key.map(ref))
  const { rows } = await sql<{ total: number; last: Key | null; hits: readonly Hit[] }>`
    with t as materialized (
      select t.* from ${sql.table(table.table)} t where ${from} order by ${order} limit ${batch}
    ), seen as (
      select jsonb_build_array(${order}) as key, ${ownCondition(table, person)} as own,
             ${mentions(table, person)} as mention, ${kept?.where ?? sql`false`} as kept,
             ${textsOf(root ? numbers : [])} as numbers, ${textsOf(isPerson ? columnsOf(table, ['name']) : [])} as names,
             ${root?.joins ? ref(root.joins) : sql`null::bigint`} as joins,
             row_number() over (order by ${order}) as place
      from t
    )
    select count(*)::int as total, (array_agg(key order by place desc))[1] as last,
           coalesce(jsonb_agg(jsonb_build_object('key', key, 'isOwn', coalesce(own, false), 'isKept', kept,
                              'numbers', numbers, 'names', names, 'joins', joins) order by place)
                    filter (where own or mention), '[]') as hits
    from seen`.execute(db)
  const { total = 0, last = null, hits = [] } = rows[0] ?? {}
  return { hits, next: !lookUp && total === batch && last ? last : undefined }
}

/** Condition of the rows with these keys. */
const withKeys = (table: PersonalTable, keys: readonly Key[]): Condition =>
  table.key.length === 1
    ? sql`${keyOf(table)} = any(${keys.map(([first]) => first)})`
    : sql`${keyOf(table)} in (${sql.join(keys.map((one) => sql`(${sql.join(one)})`))})`

/** Lets this transaction change append-only rows of the timeline and of leads. */
export const allowErasing = async (db: Executor): Promise<void> =>
  void (await sql`set local showroom.erasing = 'on'`.execute(db))

/** Erases rows: deletes them, or blanks own ones and takes the numbers out of others. Returns the files that they named. */
export async function eraseRows(
  db: Executor,
  dealerId: number,
  table: PersonalTable,
  person: Person,
  { own, mentioning }: { readonly own: readonly Key[]; readonly mentioning: readonly Key[] },
): Promise<string[]> {
  const files = await readFiles(db, dealerId, table, own)
  const all = [...own, ...mentioning]
  if (table.isDeleted && all.length > 0)
    await sql`
      delete from ${target(table.table)} t
      where ${storeIs(table, dealerId)} and ${withKeys(table, all)}`.execute(db)
  if (!table.isDeleted && own.length > 0)
    await update(db, dealerId, table, own, [...blanks(table, person), ...(table.ends ? [table.ends] : [])])
  if (!table.isDeleted && mentioning.length > 0)
    await update(db, dealerId, table, mentioning, blurs(table, person))
  return files
}

async function update(
  db: Executor,
  dealerId: number,
  table: PersonalTable,
  keys: readonly Key[],
  values: readonly Condition[],
): Promise<void> {
  const sets = [...values, ...(table.sets ? [table.sets] : [])]
  await sql`
    update ${target(table.table)} t set ${sql.join(sets)}
    where ${storeIs(table, dealerId)} and ${withKeys(table, keys)}`.execute(db)
}

const blanks = (table: PersonalTable, person: Person): Condition[] =>
  searched(table).map(([name, kind]) => {
    const { blank } = table.columns[name] ?? {}
    return blank === undefined || kind === 'id'
      ? blurred(table, person, name, kind)
      : sql`${sql.ref(name)} = ${blank}`
  })

/** Numbers and names within texts are replaced, and an id that holds one becomes random; a list or JSON with one is blanked. */
const blurs = (table: PersonalTable, person: Person): Condition[] =>
  searched(table).flatMap(([name, kind]) => (patterns[kind] ? [blurred(table, person, name, kind)] : []))

function blurred(
  table: PersonalTable,
  person: Person,
  name: string,
  kind: PersonalColumn['kind'],
): Condition {
  const pattern = patterns[kind]?.(person) ?? '(?!)'
  if (kind === 'text' || kind === 'name')
    return sql`${sql.ref(name)} = regexp_replace(${ref(name)}, ${pattern}, ${erasedText}, 'gi')`
  // Citus accepts immutable functions alone: the random part is a parameter.
  const value = kind === 'id' ? sql`md5(${randomUUID()} || ${ref(name)})` : sql`${table.columns[name]?.blank}`
  return sql`${sql.ref(name)} = case when ${namedIn(name, kind, pattern)} then ${value} else ${ref(name)} end`
}

async function readFiles(
  db: Executor,
  dealerId: number,
  table: PersonalTable,
  keys: readonly Key[],
): Promise<string[]> {
  const columns = [
    ...columnsOf(table, ['file']).map((name) => sql`array[${ref(name)}]`),
    ...columnsOf(table, ['files']).map((name) => sql`${ref(name)}`),
  ]
  if (columns.length === 0 || keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select distinct k.key from ${sql.table(table.table)} t, unnest(${sql.join(columns, sql` || `)}) as k (key)
    where ${storeIs(table, dealerId)} and ${withKeys(table, keys)} and k.key <> ''`.execute(db)
  return rows.map(({ key }) => key)
}

/** Reads the personal columns of rows, for the person's copy. */
export async function readRows(
  db: Executor,
  dealerId: number,
  table: PersonalTable,
  keys: readonly Key[],
): Promise<Readonly<Record<string, unknown>>[]> {
  if (keys.length === 0) return []
  const columns = Object.keys(table.columns)
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join(columns.map(ref))} from ${sql.table(table.table)} t
    where ${storeIs(table, dealerId)} and ${withKeys(table, keys)}
    order by ${sql.join(table.key.map(ref))}`.execute(db)
  return rows
}

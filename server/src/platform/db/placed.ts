import type pg from 'pg'
import type { Place, Places } from '../tables/describe.ts'

/**
 * Settings of commands, which write many tables in a transaction. On Citus they write one shard after the other, because a transaction that
 * has written shards in parallel may not write a reference table, and may create triggers. Elsewhere the settings have no effect.
 */
export const inSequence = `set citus.multi_shard_modify_mode = 'sequential'; set citus.enable_unsafe_triggers = on`

/** The schema as the placing of tables needs it, read from the catalogue. */

export interface TableFacts {
  readonly name: string
  /** Type of `dealer_id`; null without the column. */
  readonly dealerType: string | null
  /** Primary key and unique indexes, with their first column. */
  readonly uniques: readonly { readonly name: string; readonly first: string | null }[]
  readonly keys: readonly ForeignKey[]
  readonly triggers: readonly Trigger[]
  /** Its place so far; null before, and for local tables. */
  readonly placed: 'distributed' | 'reference' | null
}
/** A function that statements may call. */
export interface FunctionFacts {
  /** Name and types of the arguments. */
  readonly signature: string
  /** Exists on all servers. */
  readonly isPlaced: boolean
}
export interface ForeignKey {
  readonly name: string
  readonly to: string
  /** Compares `dealer_id` with `dealer_id`. */
  readonly isByDealer: boolean
  /** As `alter table … add constraint` takes it. */
  readonly definition: string
}
export interface Trigger {
  readonly name: string
  readonly isOn: boolean
  readonly isOnTruncate: boolean
  /** Text of the function, and of the functions that it may call. */
  readonly body: string
}

/** Tables of the schema `public`, without the migrator's own. `placedText` reads a table's place. */
const factsText = (placedText: string): string => `
  select c.relname as name,
    (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
     where a.attrelid = c.oid and a.attname = 'dealer_id' and not a.attisdropped) as "dealerType",
    (select coalesce(jsonb_agg(jsonb_build_object('name', x.indexrelid::regclass::text, 'first', f.attname) order by 1), '[]')
     from pg_index x left join pg_attribute f on f.attrelid = x.indrelid and f.attnum = x.indkey[0]
     where x.indrelid = c.oid and (x.indisunique or x.indisexclusion)) as uniques,
    (select coalesce(jsonb_agg(jsonb_build_object('name', k.conname, 'to', k.confrelid::regclass::text, 'definition', pg_get_constraintdef(k.oid),
       'isByDealer', exists (
         select from unnest(k.conkey, k.confkey) as pair (own, other)
         join pg_attribute o on o.attrelid = k.conrelid and o.attnum = pair.own and o.attname = 'dealer_id'
         join pg_attribute p on p.attrelid = k.confrelid and p.attnum = pair.other and p.attname = 'dealer_id')) order by k.conname), '[]')
     from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as keys,
    (select coalesce(jsonb_agg(jsonb_build_object('name', t.tgname, 'isOn', t.tgenabled <> 'D', 'isOnTruncate', t.tgtype & 32 <> 0,
       'body', p.prosrc) order by t.tgname), '[]')
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    ${placedText} as placed
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '^kysely'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`

const placedOnCitus = `(select case p.partmethod when 'h' then 'distributed' when 'n' then case p.repmodel when 't' then 'reference' end end
                        from pg_dist_partition p where p.logicalrelid = c.oid)`

export const hasCitus = async (client: pg.Client): Promise<boolean> =>
  (await client.query(`select from pg_extension where extname = 'citus'`)).rows.length > 0

const functionsText = (isPlacedText: string): string => `
  select p.proname as name, p.prosrc as body, p.oid::regprocedure::text as signature, ${isPlacedText} as "isPlaced"
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 3`

const isPlacedOnCitus = `exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`

export interface Facts {
  readonly tables: readonly TableFacts[]
  readonly functions: readonly FunctionFacts[]
}

/** Reads tables and functions, and on Citus their places. */
export async function readFacts(client: pg.Client): Promise<Facts> {
  const isCitus = await hasCitus(client)
  const { rows } = await client.query<TableFacts>(factsText(isCitus ? placedOnCitus : 'null'))
  const { rows: functions } = await client.query<FunctionFacts & { name: string; body: string }>(
    functionsText(isCitus ? isPlacedOnCitus : 'false'),
  )
  const tables = rows.map((table) => ({
    ...table,
    triggers: table.triggers.map((trigger) => ({ ...trigger, body: withCalled(trigger.body, functions) })),
  }))
  return { tables, functions }
}

/** Adds the texts of called functions, and of those that these call. */
function withCalled(body: string, functions: readonly { name: string; body: string }[]): string {
  const called = new Set<string>()
  let text = body
  for (;;) {
    const helpers = functions.filter(
      ({ name }) => !called.has(name) && new RegExp(`\\b${name}\\s*\\(`).test(text),
    )
    if (helpers.length === 0) return text
    for (const { name, body: further } of helpers) {
      called.add(name)
      text += `\n${further}`
    }
  }
}

const reads = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:public\.)?([a-z_]+)/g

/**
 * Whether a trigger does more than change or refuse its own row: it asks a table, or notifies. On the servers that hold the rows it
 * must not.
 */
const actsElsewhere = ({ body }: Trigger, places: Places): boolean =>
  /\bpg_notify\b/.test(body) || [...body.matchAll(reads)].some(([, table = '']) => places.has(table))

/** Reasons why the tables cannot have these places; none if they can. */
export function faultsOf(tables: readonly TableFacts[], places: Places): string[] {
  const names = new Set(tables.map(({ name }) => name))
  return [
    ...tables.flatMap((table) => faultsOfTable(table, places)),
    ...[...places.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `${name} has a place, but does not exist`),
  ]
}

function faultsOfTable({ name, dealerType, uniques, keys, triggers }: TableFacts, places: Places): string[] {
  const place = places.get(name)
  if (!place) return [`${name} is not described in the <room>.tables.ts of its room`]
  const faults = keys
    .filter((key) => !mayRefer(place, places.get(key.to), key))
    .map((key) => `${name}.${key.name}: a ${place} table must not refer to ${key.to}`)
  if (place !== 'local')
    for (const trigger of triggers.filter((one) => one.isOn && actsElsewhere(one, places)))
      faults.push(
        `${name}: the trigger ${trigger.name} acts on other tables. Those of earlier releases go by npm run migrate -- --remove`,
      )
  if (place !== 'distributed') return faults
  if (dealerType !== 'integer') faults.push(`${name} has no int column dealer_id`)
  if (uniques.length === 0) faults.push(`${name} has no primary key`)
  for (const { name: index, first } of uniques)
    if (first !== 'dealer_id') faults.push(`${index} is unique and does not begin with dealer_id`)
  return faults
}

const mayRefer = (
  from: Place,
  to: Place | undefined,
  { isByDealer }: Pick<ForeignKey, 'isByDealer'>,
): boolean =>
  from === to ? from !== 'distributed' || isByDealer : from === 'distributed' && to === 'reference'

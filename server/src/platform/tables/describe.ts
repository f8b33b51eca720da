import type { Topic } from '@showroom/contract/kernel/call'
import type { Selectable } from 'kysely'
import type { Retention } from '../config/config.retention.ts'
import type { Condition } from '../db/conditions.ts'
import type { Channel } from '../db/notify.ts'
import type { DB } from '../db/tables.ts'
import type { CustomerWord, MemberWord, OtherWord, PersonalColumn, PersonalRows, TextWord } from './words.ts'

/**
 * The description of each table, in its room's `<room>.tables.ts`. Leave, merge, erasure, retention, places on Citus and the tests' guards
 * read it, so a new table is added in one place. Types follow the generated tables: an id or a text without its word does not compile.
 */

export type Table = keyof DB
type Row<T extends Table> = Selectable<DB[T]>
type Name<T extends Table> = keyof Row<T> & string

type IsText<Value> = [string] extends [Value] ? true : [Value] extends [readonly string[]] ? true : false
type IsNumber<Value> = [Value] extends [number | readonly number[]] ? true : false
/** A day also has the type `string`, but with another one in updates. */
type IsDay<Column> = Column extends { readonly __update__: infer Update }
  ? undefined extends Update
    ? true
    : false
  : false
type TextColumn<T extends Table> = {
  [C in Name<T>]: true extends IsDay<NonNullable<DB[T][C & keyof DB[T]]>>
    ? never
    : IsText<NonNullable<Row<T>[C]>> extends true
      ? C
      : never
}[Name<T>]
type NumberColumn<T extends Table> = {
  [C in Name<T>]: IsNumber<NonNullable<Row<T>[C]>> extends true ? C : never
}[Name<T>]

type Part = '' | `${string}_`
type Plural = '' | 's'
/** Ids of records by their table's name: they need no word. */
type RecordId = `${Part}${Exclude<Table, 'member' | 'customer'>}_id${Plural}`
type MemberId = `${Part}${'member' | 'owner' | 'manager' | 'receiver' | 'user'}_id${Plural}` | `${string}_by`
type CustomerId = `${Part}customer_id${Plural}`
type IdColumn<T extends Table> = Exclude<
  Extract<NumberColumn<T>, `${string}_id${Plural}` | `${string}_by`>,
  Exclude<RecordId, MemberId | CustomerId>
>
type IdWord<C> = C extends CustomerId
  ? CustomerWord
  : C extends MemberId
    ? MemberWord
    : MemberWord | CustomerWord | OtherWord

type IdWords<T extends Table> = { readonly [C in IdColumn<T>]: IdWord<C> } & {
  readonly [C in Exclude<NumberColumn<T>, IdColumn<T>>]?: MemberWord | CustomerWord
}
type TextWords<T extends Table> = { readonly [C in TextColumn<T>]: TextWord } & {
  readonly [C in Exclude<Name<T>, TextColumn<T>>]?: PersonalColumn
}

/**
 * Places of the tables in a database that Citus spreads over several servers (docs/deploy.md, "Several database servers"):
 * - `distributed`: rows of a store, on one of the servers by the hash of `dealer_id`, beside the store's other rows;
 * - `reference`: a copy on every server, for tables that statements join with distributed ones; writes reach all servers;
 * - `local`: on the coordinator alone, for tables that no statement joins with the rows of a store.
 */
export type Place = 'distributed' | 'reference' | 'local'

/** Rows that a daily job deletes so many days after the time in a column. */
export interface Aging<Column extends string = string> {
  readonly at: Column
  /** A number, or the setting of an operator. */
  readonly days: number | keyof Retention
  /** Rows (`w`) that are deleted; by default all. */
  readonly where?: Condition
}

/**
 * The effect of a merge on the rows of the closed store (docs/decisions/0136-merged-stores.md):
 * - `moves`: no key of a row exists in the other store;
 * - `copies`: also stays, as the trace of the closed store;
 * - `dropped`: the closed store's settings, or counted again; all rows (`true`), or these;
 * - else the rows move, and one of which the other store has the unique key already `yields` (is left out), `ends` (gets the time of the
 *   merge in this column, as a key of those that have ended is free), `differs` (the store's code is appended to this column), `blanks`
 *   this column until its customer is merged, `adds` its numbers or `unites` its list with the other's row;
 * - `renumbers`: its versions come behind those that the other store has of this table.
 */
export type StoreMerge<Column extends string = string> =
  | 'moves'
  | 'copies'
  | 'yields'
  | { readonly dropped: true | Condition }
  | { readonly ends: Column }
  | { readonly differs: Column }
  | { readonly blanks: Column }
  | { readonly adds: readonly Column[] }
  | { readonly unites: Column }
  | { readonly renumbers: Column; readonly by: Table }

type Write = 'insert' | 'update' | 'delete'
/** Columns of other tables, by their table. */
type OtherColumns = { readonly [T in Table]?: readonly Name<T>[] }
/**
 * A companion of a write of the table's rows (docs/decisions/0085, 0090, 0116): the same statement `copies` values into these columns of
 * the rows; or its transaction `writes` columns of other tables, `uses` another table at all, writes one of several columns (`either`),
 * reads the members that it names `for key share` (`holds`), or `notifies` the processes. Tests may stage rows that no process caches,
 * beside no leave: the last two hold for the product alone.
 */
export type Companion<Column extends string = string> = {
  readonly on: Write | readonly Write[]
  /** Limits it to statements that write one of these columns. */
  readonly with?: readonly Column[]
} & (
  | {
      readonly copies: readonly Column[]
      /** Tests may leave it out: null reads as today's value. */
      readonly isOptional?: true
    }
  | { readonly writes: OtherColumns }
  | { readonly uses: Table }
  | { readonly either: readonly Column[] }
  | { readonly holds: 'member' }
  | { readonly notifies: Channel }
)

interface Facts<Column extends string = string> {
  /** Reason why no open page displays changes of its rows; by default a write emits the topic of the room. */
  readonly silent?: string
  /** Topic of a table of the platform: the room that displays its rows. */
  readonly topic?: Topic
  /**
   * Rank of its row locks (docs/decisions/0020-lock-order.md): that of customers, or after them in the order of the rooms. Rows without a
   * rank that name a customer are locked after that customer only.
   */
  readonly lock?: 'customer' | 'room'
  /** Columns that hold clear numbers although they are neither personal nor typed, with the reason; others may hold none. */
  readonly clear?: { readonly [C in Column]?: string }
  /** Its texts hold no clear number: those that members type are masked before they are stored. */
  readonly isMasked?: true
  /** Columns of the primary key after `dealer_id`; by default `id`. */
  readonly key?: readonly Column[]
  readonly retention?: Aging<Column>
  readonly companions?: readonly Companion<Column>[]
  /** The shared code that claims and writes its rows as a queue. */
  readonly queue?: 'inbox' | 'leased' | 'outbox'
  /** Its rows keep the series of their moment (`main_series_id`); the job `past-series` fills those of before. */
  readonly keepsSeries?: true
  /** Reason why processes write it at any time, also while they refuse a call. */
  readonly background?: string
  /** Reason why a store has few rows at any age: statements may walk them. */
  readonly few?: string
}
/** A key of an id exists once in all stores; any other needs a word for a merge of stores. */
type Merged<T extends Table> =
  'dealer_id' extends Name<T>
    ? 'id' extends Name<T>
      ? { readonly storeMerge?: StoreMerge<Name<T>> }
      : { readonly storeMerge: StoreMerge<Name<T>> }
    : None<'storeMerge'>
type Placed<T extends Table> =
  'dealer_id' extends Name<T> ? { readonly place?: Place } : { readonly place: Exclude<Place, 'distributed'> }
type Identified<T extends Table> = [IdColumn<T>] extends [never]
  ? { readonly ids?: IdWords<T> }
  : { readonly ids: IdWords<T> }
type None<Key extends string> = { readonly [K in Key]?: never }
/**
 * Texts: a word for each column, or one reason for all: `free` where no one types them, `typed` where members type data of themselves or
 * of the store, which no erasure of a customer touches.
 */
type Spoken<T extends Table> =
  | ({ readonly texts: TextWords<T> } & Partial<PersonalRows> & None<'free' | 'typed'>)
  | ({ readonly free: string } & None<'typed' | 'texts' | keyof PersonalRows>)
  | ({ readonly typed: string } & None<'free' | 'texts' | keyof PersonalRows>)
  | ([TextColumn<T>] extends [never] ? None<'free' | 'typed' | 'texts'> : never)

type Descriptions = {
  readonly [T in Table]?: Facts<Name<T>> & Merged<T> & Placed<T> & Identified<T> & Spoken<T>
}

/** A described table, as the mechanisms read it. */
export interface Described extends Facts, Partial<PersonalRows> {
  readonly place: Place
  readonly key: readonly string[]
  readonly ids: Readonly<Record<string, MemberWord | CustomerWord | OtherWord>>
  readonly texts: Readonly<Record<string, TextWord>>
  readonly free?: string
  readonly typed?: string
  readonly storeMerge: StoreMerge
}
/** A room's tables, which it alone writes. */
export type RoomTables = { readonly [T in Table]?: Described }

const isPersonal = (word: TextWord): word is PersonalColumn => 'kind' in word

/** Describes a room's tables. */
export function describeTables(descriptions: Descriptions): RoomTables {
  const all = Object.entries(descriptions as Readonly<Record<string, Partial<Described>>>)
  return Object.fromEntries(
    all.map(([table, given]) => {
      const { texts = {}, title } = given
      const isSearched = Object.values(texts).some((word) => isPersonal(word) || word.typed !== undefined)
      if (isSearched !== (title !== undefined))
        throw new Error(
          isSearched
            ? `${table} has personal or typed columns, and no title for them`
            : `${table} has a title, but no personal or typed column: describe its texts as free`,
        )
      return [table, { place: 'distributed', key: ['id'], ids: {}, storeMerge: 'moves', ...given, texts }]
    }),
  )
}

/** Tables by room; the order of the rooms is that of their locks. */
export type AllTables = Readonly<Record<string, RoomTables>>

/** A table with its name and its room. */
export interface NamedDescription extends Described {
  readonly table: Table
  readonly room: string
}

/** All tables of all rooms, in their order. */
export const listTables = (all: AllTables): NamedDescription[] =>
  Object.entries(all).flatMap(([room, tables]) =>
    (Object.entries(tables) as [Table, Described][]).map(([table, of]) => ({ table, room, ...of })),
  )

/** Place of each table by its name. */
export type Places = ReadonlyMap<string, Place>

export const placesOf = (all: AllTables): Places =>
  new Map(listTables(all).map(({ table, place }) => [table, place]))

/** A column with the word of its ids. */
interface WordedColumn<Word> {
  readonly table: NamedDescription
  readonly column: string
  readonly word: Word
}

/** All columns that hold members, or customers. */
export function columnsOf(all: AllTables, of: 'member'): WordedColumn<MemberWord>[]
export function columnsOf(all: AllTables, of: 'customer'): WordedColumn<CustomerWord>[]
export function columnsOf(all: AllTables, of: string): WordedColumn<MemberWord | CustomerWord | OtherWord>[] {
  return listTables(all).flatMap((table) =>
    Object.entries(table.ids).flatMap(([column, word]) => (word.of === of ? [{ table, column, word }] : [])),
  )
}

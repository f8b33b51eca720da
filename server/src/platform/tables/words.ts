import type { Condition } from '../db/conditions.ts'

/** Words of columns in the description of a table (describe.ts). */

/** The id of a member or of a customer, when the member leaves or the customer's file is merged into another. */
interface Word<Of extends 'member' | 'customer'> {
  readonly of: Of
  /** The row keeps the id, the room moves the row by its own rules, or the platform moves it. */
  readonly on: 'stays' | 'own' | 'moves'
  /** Rows that a leave moves: their member works at the store. */
  readonly rows?: Condition
}
export type MemberWord = Word<'member'>
export type CustomerWord = Word<'customer'>

export const member = {
  /** Names the member who acted, also after they left. */
  stays: { of: 'member', on: 'stays' },
  /** The room's subscription to a leave moves these rows. */
  own: (rows: Condition): MemberWord => ({ of: 'member', on: 'own', rows }),
  /** A leave gives these rows to the successor; taking it back returns those not changed since. */
  moves: (rows: Condition): MemberWord => ({ of: 'member', on: 'moves', rows }),
} as const

export const customer = {
  /** The row keeps the id of the merged file. */
  stays: { of: 'customer', on: 'stays' },
  /** The room's subscription to a merge moves the row. */
  own: { of: 'customer', on: 'own' },
  /** The row moves to the file that remains. */
  moves: { of: 'customer', on: 'moves' },
} as const

/** The id of another record than a member or customer. */
export interface OtherWord {
  readonly of: 'other'
}
/** A text without data of customers that no one types: a code, a key, the name of a member or place. */
export interface FreeWord {
  readonly of: 'free'
  /** A text that members or senders type, and what it is about; an erasure replaces the person's numbers and names within it. */
  readonly typed?: string
}

const each = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as { readonly [C in Name]: Value }

export const other = <Name extends string>(...names: readonly Name[]) =>
  each<Name, OtherWord>(names, { of: 'other' })
export const free = <Name extends string>(...names: readonly Name[]) =>
  each<Name, FreeWord>(names, { of: 'free' })
export const typed = <Name extends string>(why: string, ...names: readonly Name[]) =>
  each<Name, FreeWord>(names, { of: 'free', typed: why })

/** A column with personal data, and the value that an erasure leaves in it. */
export interface PersonalColumn {
  /**
   * `text`, `json` and `list` (of texts) are searched for the person's numbers and names, and `name` for the numbers alone, because others
   * have the same name; `id` is chosen by a sender and becomes random once it holds one; `plain` is not searched; `file` and `files` hold
   * storage keys.
   */
  readonly kind: 'text' | 'name' | 'id' | 'json' | 'list' | 'plain' | 'file' | 'files'
  /** The column's name on the person's copy. */
  readonly title: string
  readonly blank: Blank
  /** Files: those that show `clear` numbers are read by a reveal, which is limited and audited; `open` ones with their record. */
  readonly shows?: Shows
}
type Shows = 'clear' | 'open'
/** A value, or an expression by the row `t`. */
type Blank = string | number | boolean | Condition | null

const column =
  (kind: PersonalColumn['kind'], usual: Blank) =>
  (title: string, blank: Blank = usual): PersonalColumn => ({ kind, title, blank })

/** Text that replaces a name, and a number within a text. */
export const erasedText = '已删除'

const files =
  (kind: PersonalColumn['kind'], blank: Blank) =>
  (title: string, shows: Shows): PersonalColumn => ({ kind, title, blank, shows })

/** Constructors of columns, with the usual value after an erasure. */
export const personal = {
  text: column('text', ''),
  name: column('name', erasedText),
  id: column('id', ''),
  json: column('json', '{}'),
  list: column('list', '{}'),
  plain: column('plain', null),
  file: files('file', ''),
  files: files('files', '{}'),
}

/** Records whose ids tie rows to a person. */
export const rootNames = ['customer', 'lead', 'order'] as const
export type RootName = (typeof rootNames)[number]

/** How the rows of a person are found and erased. */
export interface PersonalRows {
  /** Name of the kind, in Chinese. */
  readonly title: string
  /** Columns with the id of the person's lead or order; that of a customer is known by its word. */
  readonly of?: { readonly [Root in RootName]?: string }
  /** Column that names such a record as `customer:12`. */
  readonly record?: string
  /** The rows are such records: their ids tie others. `joins` holds the id of the record they became part of. */
  readonly root?: { readonly as: RootName; readonly joins?: string }
  /** Its rows become customers or leads. */
  readonly feeds?: true
  /** A row is the person's own if one of these columns is the number. */
  readonly numbers?: readonly string[]
  /** Makes further rows (`t`) the person's own, by the pattern of the numbers. */
  readonly ownIf?: (pattern: string) => Condition
  /** Finds the rows by an index instead of walking the store's. In its SQL the row has the alias `t`. */
  readonly lookUp?: (dealerId: number, numbers: readonly string[]) => Condition
  /** An erasure removes the rows; otherwise it blanks the columns of the person's own rows, and the number in the texts of others. */
  readonly isDeleted?: true
  /** Rows (`t`) that an erasure leaves alone, with the reason for the person. */
  readonly kept?: { readonly where: Condition; readonly why: string }
  /** Further changes of an erased row, as `row_version = row_version + 1`. */
  readonly sets?: Condition
  /** Changes of the person's own rows alone, which end what is under way. */
  readonly ends?: Condition
}

export type TextWord = PersonalColumn | FreeWord

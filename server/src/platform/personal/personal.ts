import type { Condition } from '../db/conditions.ts'
import type { DB } from '../db/tables.ts'

/**
 * Declarations of personal data (docs/decisions/0081-personal-data.md). Each room declares its tables once; finding, erasing and exporting
 * a person follow from that. `server/test/rows/personal.test.ts` compares the declarations with the catalogue.
 */

/** A column with personal data, and the value that an erasure leaves in it. */
export interface PersonalColumn {
  /** `text`, `json` and `list` (of texts) are searched for numbers; `plain` is not; `file` and `files` hold storage keys. */
  readonly kind: 'text' | 'json' | 'list' | 'plain' | 'file' | 'files'
  /** The column's name on the person's copy. */
  readonly title: string
  readonly blank: Blank
}
/** A value, or an expression by the row `t`. */
type Blank = string | number | boolean | Condition | null

const column =
  (kind: PersonalColumn['kind'], usual: Blank) =>
  (title: string, blank: Blank = usual): PersonalColumn => ({ kind, title, blank })

/** Constructors of columns, with the usual value after an erasure. */
export const personal = {
  text: column('text', ''),
  json: column('json', '{}'),
  list: column('list', '{}'),
  plain: column('plain', null),
  file: column('file', ''),
  files: column('files', '{}'),
}

/** Text that replaces a name, and a number within a text. */
export const erasedText = '已删除'

/** Records whose ids tie rows to a person. */
export const rootNames = ['customer', 'lead', 'order'] as const
export type RootName = (typeof rootNames)[number]

export interface PersonalTable {
  /** Name of the kind, in Chinese. */
  readonly title: string
  /** Columns of the primary key after `dealer_id`. */
  readonly key: readonly string[]
  /** Columns with the id of one of the person's records. */
  readonly of?: { readonly [Root in RootName]?: string }
  /** Column that names such a record as `customer:12`. */
  readonly record?: string
  /** The rows are such records: their ids tie others. `joins` holds the id of the record they became part of. */
  readonly root?: { readonly as: RootName; readonly joins?: string }
  /** A row is the person's own if one of these columns is the number. */
  readonly numbers?: readonly string[]
  /** Finds the rows by an index instead of walking the store's. In its SQL the row has the alias `t`. */
  readonly lookUp?: (dealerId: number, numbers: readonly string[]) => Condition
  readonly columns: Readonly<Record<string, PersonalColumn>>
  /** Columns with text that hold no personal data of customers. */
  readonly free?: readonly string[]
  /** An erasure removes the rows; otherwise it blanks the columns of the person's own rows, and the number in the texts of others. */
  readonly isDeleted?: true
  /** Rows (`t`) that an erasure leaves alone, with the reason for the person. */
  readonly kept?: { readonly where: Condition; readonly why: string }
  /** Further changes of an erased row, as `row_version = row_version + 1`. */
  readonly sets?: Condition
}

/** A table with text columns, but without data of customers: the reason. */
export type FreeTable = string

/** A room's tables with text columns. */
export type PersonalTables = { readonly [Table in keyof DB]?: PersonalTable | FreeTable }

/** A table that holds data of persons, by its name. */
export interface NamedTable extends PersonalTable {
  readonly table: keyof DB
}

/** Tables with personal data, in the order in which they are walked: records first, because their ids find other rows. */
export function personalTables(all: readonly PersonalTables[]): NamedTable[] {
  const named = all.flatMap((tables) =>
    (Object.entries(tables) as [keyof DB, PersonalTable | FreeTable][]).flatMap(([table, of]) =>
      typeof of === 'string' ? [] : [{ table, ...of }],
    ),
  )
  const place = ({ root }: NamedTable): number => (root ? rootNames.indexOf(root.as) : rootNames.length)
  return named.toSorted((a, b) => place(a) - place(b) || a.table.localeCompare(b.table))
}

/** A person in a store: numbers in clear, and the ids of records by kind. */
export interface Person extends Readonly<Record<RootName, readonly number[]>> {
  /** The number that was entered. */
  readonly number: string
  /** The entered number, and those of the person's own records. */
  readonly numbers: readonly string[]
  /** Customers that the person's own files became part of. */
  readonly joins: readonly number[]
}

import { listTables } from '../tables/describe.ts'
import type { AllTables, NamedDescription } from '../tables/describe.ts'
import { rootNames } from '../tables/words.ts'
import type { PersonalColumn, PersonalRows, RootName } from '../tables/words.ts'

/**
 * Personal data in the descriptions of tables (docs/decisions/0081-personal-data.md): finding, erasing and exporting a person follow from
 * them. `server/test/rows/personal.test.ts` compares them with the catalogue.
 */

/** A table that holds data of persons. */
export interface PersonalTable extends PersonalRows {
  readonly table: NamedDescription['table']
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, PersonalColumn>>
  /** Columns of typed texts, in which the person is replaced. */
  readonly typed: readonly string[]
  readonly texts: NamedDescription['texts']
}

/**
 * Tables with personal data, in the order in which they are walked: records first, because their ids find other rows. An erasure knows
 * the ids, and goes from rows that become leads over leads to customers, so that none slips through.
 */
export function personalTables(all: AllTables, isErasing = false): PersonalTable[] {
  const order = isErasing ? (['feeds', 'lead', 'customer', 'order'] as const) : rootNames
  const place = ({ root, feeds }: PersonalTable): number => {
    const at = (order as readonly string[]).indexOf(root?.as ?? (feeds ? 'feeds' : ''))
    return at < 0 ? order.length : at
  }
  return listTables(all)
    .flatMap((table) => (table.title === undefined ? [] : [personalTable({ ...table, title: table.title })]))
    .toSorted((a, b) => place(a) - place(b) || a.table.localeCompare(b.table))
}

function personalTable(table: NamedDescription & { readonly title: string }): PersonalTable {
  const ofCustomer = ([name, { of }]: [string, { of: string }]): boolean =>
    of === 'customer' && name.endsWith('_id') && name !== table.root?.joins
  const [customer] = Object.entries(table.ids).find(ofCustomer) ?? []
  const words = Object.entries(table.texts)
  const columns = words.flatMap(([name, word]) => ('kind' in word ? [[name, word]] : []))
  return {
    ...table,
    // A table with one row for each store.
    key: table.key.length > 0 ? table.key : ['dealer_id'],
    typed: words.flatMap(([name, word]) => ('typed' in word ? [name] : [])),
    of: { ...(customer !== undefined && { customer }), ...table.of },
    columns: Object.fromEntries(columns) as PersonalTable['columns'],
  }
}

/** A person in a store: numbers in clear, and the ids of records by kind. */
export interface Person extends Readonly<Record<RootName, readonly number[]>> {
  /** The number that was entered. */
  readonly number: string
  /** The entered number, and those of the person's own records. */
  readonly numbers: readonly string[]
  /** Names on the person's own files and leads; missing in requests of before. */
  readonly names?: readonly string[]
  /** Customers that the person's own files became part of. */
  readonly joins: readonly number[]
}

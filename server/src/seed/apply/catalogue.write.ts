import type { Client } from 'pg'
import { notifying } from '../../platform/db/notify.ts'
import { keyOf } from './catalogue.check.ts'
import type { Catalogue, Entry, TablePlan } from './catalogue.check.ts'
import { catalogueSheets } from './catalogue.sheets.ts'
import type { CatalogueSheet, Field } from './catalogue.sheets.ts'

/** Reads and writes the catalogue in the database. Names of tables and columns come from `catalogueSheets` alone. */

const sheetOf = (name: string): CatalogueSheet => {
  const sheet = catalogueSheets.find((one) => one.name === name)
  if (!sheet) throw new Error(`the workbook has no sheet ${name}`)
  return sheet
}

/** SQL for the code of a row's parent: sheets hold codes, tables hold ids. */
const codeOfParent = ({ column, parent = '' }: Field): string => {
  const { table, keys } = sheetOf(parent)
  return `(select p.${keys[0]}::text from ${table} p where p.id = t.${column})`
}
const idOfParent = ({ column, parent = '' }: Field): string => {
  const { table, keys } = sheetOf(parent)
  return `(select p.id from ${table} p where p.${keys[0]}::text = r.${column})`
}

/** Reads the catalogue and locks it until the transaction ends, so that catalogue files are imported one at a time. */
export async function readCatalogue(client: Client): Promise<Catalogue> {
  await client.query(`select pg_advisory_xact_lock(hashtext('showroom seed'))`)
  const entries = new Map<string, ReadonlyMap<string, Entry>>()
  for (const sheet of catalogueSheets) {
    const columns = sheet.columns.map((field) =>
      field.parent
        ? `${codeOfParent(field)} as ${field.column}`
        : `t.${field.column}::text as ${field.column}`,
    )
    const { rows } = await client.query<Entry>(`select ${columns.join(', ')} from ${sheet.table} t`)
    entries.set(sheet.name, new Map(rows.map((row) => [keyOf(sheet, row), row])))
  }
  return entries
}

/** First id for imported rows. Lower ids are reserved for the package, which may add more. */
const firstMadeId = 100_000_000

export async function writeCatalogue(client: Client, plans: readonly TablePlan[]): Promise<string[]> {
  for (const { sheet: name, added, changed } of plans) {
    const sheet = sheetOf(name)
    const { table, columns, keys, makesId } = sheet
    const fields = columns.map(({ column }) => `${column} text`).join(', ')
    const value = (field: Field): string =>
      field.parent ? idOfParent(field) : `r.${field.column}${casts[field.kind]}`
    const names = [...(makesId ? ['id'] : []), ...columns.map(({ column }) => column)]
    const values = [
      ...(makesId ? [`(select greatest(max(id), ${firstMadeId}) from ${table}) + row_number() over ()`] : []),
      ...columns.map(value),
    ]
    if (added.length > 0)
      await client.query(
        `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from jsonb_to_recordset($1) r (${fields})`,
        [JSON.stringify(added)],
      )
    const free = columns.filter(({ column, parent }) => !keys.includes(column) && !parent)
    if (changed.length > 0)
      await client.query(
        `update ${table} t set ${free.map((field) => `${field.column} = ${value(field)}`).join(', ')}
         from jsonb_to_recordset($1) r (${fields})
         where ${keys.map((column) => `t.${column}::text = r.${column}`).join(' and ')}`,
        [JSON.stringify(changed)],
      )
  }
  await client.query(notifying, ['base_changed', plans.map(({ sheet }) => sheetOf(sheet).table)])
  return []
}

/** Casts from the sheet's texts to the table's column types. */
const casts: Readonly<Record<Field['kind'], string>> = {
  text: '',
  code: '',
  number: '::int',
  off: '::boolean',
  yuan: '::bigint',
}

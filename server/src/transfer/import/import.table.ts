import { maskText } from '@showroom/contract/kernel/mask'
import type { HeadingPlace, ImportPlace, ImportStatus } from '@showroom/contract/transfer/transfer.schema'
import { importWay } from '@showroom/contract/transfer/way.rules'
import type { Executor } from '../../platform/db/client.ts'
import {
  findTable,
  headingIds,
  headingRows,
  headingsId,
  lettersOf,
  tableAt,
} from '../../platform/xlsx/table.ts'
import type { SheetTable } from '../../platform/xlsx/table.ts'
import type { FilledSheet } from '../../platform/xlsx/xlsx.ts'
import { firstOf, specs, tableFields } from './import.columns.ts'
import { findMatch } from '../match/match.repository.ts'

/** The table that an import found in its workbook. */

/** The part of the table that an import keeps. */
export interface KeptTable extends Pick<SheetTable, 'sheet' | 'headingRow' | 'match'> {
  /** Columns with content that name no field. */
  readonly open: SheetTable['open']
  /** Headings with their columns and ids, and the first cells below them; missing in imports of before. */
  readonly columns?: readonly {
    readonly at: number
    readonly id: string
    readonly heading: string
    readonly samples: readonly string[]
  }[]
  readonly headings?: string
  readonly places?: readonly ImportPlace[]
  /** The row that the member named as the headings. */
  readonly picked?: HeadingPlace
}

const shownSamples = 3
const longestText = 40
const masked = (text: string): string => maskText(firstOf(text, longestText))

export const keptOf = ({ sheet, headingRow, match, open, headings, rows }: SheetTable): KeptTable => {
  const ids = headingIds(headings)
  return {
    sheet,
    headingRow,
    match,
    // Columns without content lose nothing.
    open: open.filter(({ at }) => rows.some(({ cells }) => cells[at])),
    headings: headingsId(headings),
    columns: headings.flatMap((heading, at) => {
      const id = ids[at] ?? ''
      const samples = rows.slice(0, shownSamples).map(({ cells }) => masked(cells[at] ?? ''))
      return id ? [{ at, id, heading, samples }] : []
    }),
  }
}

const mostPlaces = 100

/** The rows that may hold the headings and have rows below them. */
export const placesOf = (sheets: readonly FilledSheet[]): ImportPlace[] =>
  headingRows(sheets)
    .filter(({ sheet, index }) => index < sheet.rows.length - 1)
    .slice(0, mostPlaces)
    .map(({ sheet, index }) => {
      const { number = 1, cells = [] } = sheet.rows[index] ?? {}
      return {
        sheet: sheet.name,
        headingRow: number,
        text: cells.filter(Boolean).slice(0, 4).map(masked).join('、'),
      }
    })

/** Whether a field needs a column: the required ones; of updates the mobile alone, by which a file is found. */
export const isNeeded = (way: number, heading: string): boolean =>
  way === importWay.onlyNew
    ? specs.some((spec) => spec.heading === heading && spec.required === true)
    : heading === '手机号'

/** The table as the dialog shows it. */
export function shownTable(
  table: KeptTable | null,
  way: number,
): Pick<ImportStatus, 'sheet' | 'headingRow' | 'columns' | 'places' | 'fields'> {
  if (!table?.columns) return { sheet: '', headingRow: 0, columns: [], places: [], fields: [] }
  const fieldAt = new Map(Object.entries(table.match).map(([field, at]) => [at, field]))
  return {
    sheet: masked(table.sheet),
    headingRow: table.headingRow,
    columns: table.columns.map(({ at, heading, samples }) => ({
      at,
      letters: lettersOf(at),
      heading: masked(heading),
      field: fieldAt.get(at) ?? '',
      samples: [...samples],
    })),
    places: (table.places ?? []).map((place) => ({ ...place, sheet: masked(place.sheet) })),
    fields: tableFields.map(({ heading }) => ({ heading, isRequired: isNeeded(way, heading) })),
  }
}

/**
 * Finds the customers' table: below the row that the member picked, below headings that a member matched before, otherwise where most
 * headings are known.
 */
export async function findCustomers(
  db: Executor,
  dealerId: number,
  sheets: readonly FilledSheet[],
  picked?: HeadingPlace | null,
): Promise<{ readonly table: SheetTable; readonly isMatched: boolean } | undefined> {
  const all = headingRows(sheets).map((row) => ({
    ...row,
    id: headingsId(row.sheet.rows[row.index]?.cells ?? []),
  }))
  const pick = all.find(
    ({ sheet, index }) => sheet.name === picked?.sheet && sheet.rows[index]?.number === picked.headingRow,
  )
  const rows = pick ? [pick] : all
  const match = await findMatch(
    db,
    { dealerId },
    rows.map(({ id }) => id),
  )
  const row = rows.find(({ id }) => id === match?.headings)
  if (match && row) {
    const chosen = new Map(Object.entries(match.fields))
    return { table: tableAt(row.sheet, row.index, tableFields, chosen), isMatched: true }
  }
  const table = pick ? tableAt(pick.sheet, pick.index, tableFields) : findTable(sheets, tableFields)
  return table && { table, isMatched: false }
}

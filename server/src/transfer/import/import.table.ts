import { role } from '@showroom/contract/access/access.rules'
import { maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { importWay, missingFields } from '@showroom/contract/transfer/transfer.schema'
import type {
  HeadingPlace,
  ImportLeft,
  ImportPlace,
  ImportStatus,
} from '@showroom/contract/transfer/transfer.schema'
import { headingIds, headingKey, headingRows, headingsId, lettersOf } from '../../platform/xlsx/table.ts'
import type { SheetTable } from '../../platform/xlsx/table.ts'
import type { FilledSheet } from '../../platform/xlsx/xlsx.ts'
import { firstOf, region, specOf, specs, tableFields } from './import.columns.ts'
import type { Heading, KnownWords, Names, Whole, WordKind } from './import.columns.ts'

/** The table that an import found in its workbook, as it is kept and shown. */

type Place = Pick<SheetTable, 'sheet' | 'headingRow' | 'match'>

export interface OpenWord {
  readonly field: string
  readonly kind: WordKind
  /** Hash of the word. */
  readonly id: string
  /** Masked. */
  readonly text: string
  readonly rows: number
  /** The code offered for it; 0 for none. */
  readonly guess: number
}

/** The part of the table that an import keeps. Imports of before lack the optional parts. */
export interface KeptTable extends Place {
  /** Columns with content that name no field. */
  readonly open: SheetTable['open']
  /** Headings with their columns and ids, and the first cells below them. */
  readonly columns?: readonly {
    readonly at: number
    readonly id: string
    readonly heading: string
    readonly samples: readonly string[]
    readonly isGuess?: boolean
  }[]
  readonly headings?: string
  readonly places?: readonly ImportPlace[]
  /** The row that the member named as the headings. */
  readonly picked?: HeadingPlace
  /** Further sheets with the same headings. */
  readonly parts?: readonly Place[]
  readonly left?: readonly ImportLeft[]
  readonly words?: readonly OpenWord[]
  /** Values for all rows, as the member gave them for this import, or last for these headings. */
  readonly whole?: Whole
  readonly offered?: Whole
}

const shownSamples = 3
const longestText = 40
export const masked = (text: string): string => maskText(firstOf(text, longestText))

export function keptOf(
  { sheet, headingRow, match, open, headings, rows }: SheetTable,
  guessed: ReadonlySet<number> = new Set(),
): KeptTable {
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
      return id ? [{ at, id, heading, samples, ...(guessed.has(at) && { isGuess: true }) }] : []
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

export interface Asking {
  readonly way: number
  readonly memberRole: number
}

/** Whether a field needs a column: the required ones; of updates the mobile alone, by which a file is found. */
export function isNeeded({ way, memberRole }: Asking, heading: string): boolean {
  if (way !== importWay.onlyNew) return heading === '手机号'
  // Front desk staff own no customers.
  if (heading === '客户经理') return memberRole === role.frontDesk
  return specs.some((spec) => spec.heading === heading && spec.required === true)
}

/** Needed fields that neither a column nor a value for all rows holds. */
export const missingOf = (asking: Asking, given: Iterable<string>): string[] =>
  missingFields(
    specs.map(({ heading }) => heading).filter((heading) => isNeeded(asking, heading)),
    new Set(given),
  )

/**
 * Required columns that the call of one step lacks. A column under our own heading 购车城市 does not hold the province; one that is called
 * 地区 does.
 */
export function missingColumnsOf({ match, headings, missing }: SheetTable, way: number): string[] {
  const city = headings[match['购车城市'] ?? -1] ?? ''
  const isRegion = city !== '' && headingKey(city) !== headingKey('购车城市')
  const needed = { way, memberRole: 0 }
  return missing.filter((one) => isNeeded(needed, one) && !(one === '购车省份' && isRegion))
}

/** Fields that may take one value for all rows. A region is one text in the city's field. */
export const wholeFields: readonly Heading[] = [
  '性别',
  '意向车系',
  '购车城市',
  '客户来源',
  '意向级别',
  '客户经理',
  '业务类型',
]

/** The choices of a field: each code once. Members of one name have their masked mobile beside it. */
export function optionsOf(words: KnownWords) {
  const byCode = new Map(words.list.toReversed().map(({ code, name }) => [code, name]))
  const mobiles = new Map(words.list.map(({ code, name }) => [code, name]))
  return [...byCode].toReversed().map(([code, name]) => ({
    code,
    name: words.code(name) === 'several' ? `${name} ${maskMobile(mobiles.get(code) ?? '')}` : name,
  }))
}

/** The texts of the values for all rows: words by which their codes are found, and the parts of a region (浙江省/杭州市/西湖区). */
export const textsOf = (whole: Whole, names: Names): Whole =>
  Object.fromEntries(
    Object.entries(whole).flatMap(([field, value]) => {
      const { words } = specOf(field as Heading)
      if (!words) {
        const parts = value.split('/')
        return (parts.length > 1 ? parts : ['', value]).map((part, at) => [region[at] ?? '', part])
      }
      const { list, code } = names[words]
      const word = list.find((one) => one.code === Number(value) && code(one.name) === one.code)
      return [[field, word?.name ?? '']]
    }),
  )

type ShownTable = Pick<
  ImportStatus,
  'sheet' | 'sheets' | 'headingRow' | 'columns' | 'places' | 'fields' | 'wholes' | 'words' | 'choices'
>
export const noTable: ShownTable = {
  sheet: '',
  sheets: [],
  headingRow: 0,
  columns: [],
  places: [],
  fields: [],
  wholes: [],
  words: [],
  choices: [],
}

/** The table as the dialog shows it. */
export function shownTable(table: KeptTable | null, asking: Asking, names: Names): ShownTable {
  if (!table?.columns) return noTable
  const fieldAt = new Map(Object.entries(table.match).map(([field, at]) => [at, field]))
  const openWords = table.words ?? []
  const chosen = { ...table.offered, ...table.whole }
  const fields = new Set<string>([...wholeFields, ...openWords.map(({ field }) => field)])
  return {
    sheet: masked(table.sheet),
    sheets: (table.parts ?? []).map(({ sheet }) => masked(sheet)),
    headingRow: table.headingRow,
    columns: table.columns.map(({ at, heading, samples, isGuess = false }) => ({
      at,
      letters: lettersOf(at),
      heading: masked(heading),
      field: fieldAt.get(at) ?? '',
      samples: [...samples],
      isGuess,
    })),
    places: (table.places ?? []).map((place) => ({ ...place, sheet: masked(place.sheet) })),
    fields: tableFields.map(({ heading }) => ({ heading, isRequired: isNeeded(asking, heading) })),
    wholes: wholeFields.map((field) => ({
      field,
      isRequired: isNeeded(asking, field),
      value: chosen[field] ?? '',
    })),
    words: openWords.map(({ field, text, rows, guess }) => ({
      field,
      text,
      rows,
      value: guess ? String(guess) : '',
    })),
    choices: [...fields].flatMap((field) => {
      const { words } = specOf(field as Heading)
      if (!words) return []
      return [
        { field, options: optionsOf(names[words]).map(({ code, name }) => ({ value: String(code), name })) },
      ]
    }),
  }
}

import { makeZip } from './zip.ts'

/** Workbooks written by hand, as other programs write them. */

export interface HandSheet {
  readonly name: string
  readonly isHidden?: boolean
  /** The content of its sheetData. */
  readonly data: string
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8"?>'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** The parts of a workbook, to be changed before they are packed. Style 1 is a date. */
export function partsOf(sheets: readonly HandSheet[], properties = ''): Record<string, string> {
  const entries = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const links = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${links.join('')}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ data }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letters = (column: number): string =>
  (column < 26 ? '' : String.fromCodePoint(64 + Math.floor(column / 26))) +
  String.fromCodePoint(65 + (column % 26))
/** A cell that is not text, with `@` for its address. */
export interface RawCell {
  readonly raw: string
}
export const rounded: RawCell = { raw: '<c r="@"><v>3.3010619900101123E+17</v></c>' }
export const numberCell = (value: number): RawCell => ({ raw: `<c r="@"><v>${value}</v></c>` })
export const dateCell = (serial: number): RawCell => ({ raw: `<c r="@" s="1"><v>${serial}</v></c>` })

/** The rows of a sheet's data; the first is row `first`. */
export const dataOf = (rows: readonly (readonly (string | RawCell)[])[], first = 1): string =>
  rows
    .map((cells, index) => {
      const row = first + index
      const xml = cells.map((cell, column) => {
        const address = `${letters(column)}${row}`
        if (typeof cell !== 'string') return cell.raw.replaceAll('@', address)
        return cell === '' ? '' : `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
      })
      return `<row r="${row}">${xml.join('')}</row>`
    })
    .join('')

export const workbookOf = (sheets: readonly HandSheet[], properties?: string): Buffer =>
  makeZip(partsOf(sheets, properties))

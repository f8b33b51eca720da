import { cleanText } from '@showroom/contract/kernel/clean'
import { erasedText } from '../tables/words.ts'
import type { Parts } from './archive.ts'
import type { EraseTask } from './xlsx.ts'

/** Takes a person out of the parts of a workbook. Texts of cells lie in the sheets, or in a table of shared texts. */

const rowElement = /<(\w+:)?row\b([^>]*?)(?:\/>|>[\s\S]*?<\/\1row>)/g
const cellElement = /<(\w+:)?c\b([^>]*?)>([\s\S]*?)<\/\1c>/g
const sharedElement = /<(\w+:)?si\b[^>]*?(?:\/>|>([\s\S]*?)<\/\1si>)/g
const isShared = (attributes: string): boolean => /\bt="s"/.test(attributes)
/** Cleaned as the import reads it. */
const textOf = (xml: string): string => cleanText(xml.replaceAll(/<[^<>]*>/g, ''))
/** Some programs write long numbers as 1.3912345678E10. */
const withoutExponent = (text: string): string =>
  /^\d(?:\.\d+)?E\+?\d+$/i.test(text) ? String(Number(text)) : text
const numberOf = (attributes: string): string | undefined => /\br="(\d+)"/.exec(attributes)?.[1]

/** The parts that change; empty if none names the person. */
export function eraseParts(parts: Parts, { numbers, names }: Pick<EraseTask, 'numbers' | 'names'>) {
  // A number within a longer text only mentions the person.
  const number = new RegExp(`^(?:${numbers})$`, 'i')
  // A text that is a name alone may be someone else's.
  const person = new RegExp(`${numbers}|(?<!>)(?:${names})|(?:${names})(?!<)`, 'gi')
  const before = new Map(
    [...parts].flatMap(([name, part]) => (/\.(?:xml|rels)$/i.test(name) ? [[name, part.toString()]] : [])),
  )
  const isOf = (kind: RegExp) => (name: string) => kind.test(name)
  const sheets = [...before.keys()].filter(isOf(/worksheets\/[^/]*\.xml$/i))
  const tables = [...before.keys()].filter(isOf(/sharedStrings[^/]*\.xml$/i))
  const shared = tables.flatMap((name) =>
    [...(before.get(name) ?? '').matchAll(sharedElement)].map(([, , inner = '']) => textOf(inner)),
  )
  const texts = new Map(before)
  const used = new Set<number>()
  for (const name of sheets) {
    const sheet = withoutRows(before.get(name) ?? '', (row) =>
      [...row.matchAll(cellElement)].some(([, , attributes = '', inner = '']) =>
        number.test(
          isShared(attributes) ? (shared[Number(textOf(inner))] ?? '') : withoutExponent(textOf(inner)),
        ),
      ),
    )
    for (const [, , attributes = '', inner = ''] of sheet.matchAll(cellElement))
      if (isShared(attributes)) used.add(Number(textOf(inner)))
    texts.set(name, sheet)
  }
  let at = -1
  for (const name of tables)
    texts.set(
      name,
      (before.get(name) ?? '').replaceAll(sharedElement, (item, prefix = '') => {
        at += 1
        return used.has(at) || !new RegExp(`${numbers}|${names}`, 'i').test(shared[at] ?? '')
          ? item
          : `<${prefix}si><${prefix}t/></${prefix}si>`
      }),
    )
  const changed = new Map<string, Buffer>()
  for (const [name, text] of texts) {
    const after = text.replaceAll(person, erasedText)
    if (after !== before.get(name)) changed.set(name, Buffer.from(after))
  }
  return changed
}

/** Removes rows, with all elements of the same number: some writers make one for each cell. */
function withoutRows(sheet: string, isNamed: (row: string) => boolean): string {
  const rows = [...sheet.matchAll(rowElement)].filter(([row]) => isNamed(row))
  const elements = new Set(rows.map(([row]) => row))
  const gone = new Set(rows.flatMap(([, , attributes = '']) => numberOf(attributes) ?? []))
  return sheet.replaceAll(rowElement, (row: string, _prefix: string, attributes: string) =>
    elements.has(row) || gone.has(numberOf(attributes) ?? '') ? '' : row,
  )
}

import { tableMaxColumns, tableMaxRows } from '@showroom/contract/report/report.schema'
import { Parser } from 'htmlparser2'
import type { Handler } from 'htmlparser2'

/**
 * Extracts the text of an HTML table. Parses as a stream, so that no tree is ever built and an oversized table stops the parser at once.
 */

export type TableProblem = 'none' | 'several' | 'size' | 'broken'

class Unreadable extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Real tables are never nested this deep. Each open element makes every further one slower to parse. */
const mostDepth = 64
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'svg',
  'select',
  'iframe',
])

class TableReader implements Partial<Handler> {
  readonly rows: string[][] = []
  private tables = 0
  private depth = 0
  private muted = 0
  private cell: { text: string; width: number; height: number } | undefined
  /** By column: number of further rows that a cell above still covers (rowspan). */
  private readonly taken: number[] = []

  onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1
    if (this.depth > mostDepth) throw new Unreadable('broken')
    if (silent.has(name)) this.muted += 1
    if (name === 'table') {
      this.tables += 1
      if (this.tables > 1) throw new Unreadable('several')
    }
    if (this.tables === 0) return
    if (name === 'tr') this.beginRow()
    if (name === 'td' || name === 'th') {
      if (this.rows.length === 0) this.beginRow()
      const [width, height] = [spanOf(attributes['colspan']), spanOf(attributes['rowspan'])]
      if (width > tableMaxColumns || height > tableMaxRows) throw new Unreadable('size')
      this.cell = { text: '', width, height }
    }
    if (name === 'br' && this.cell) this.cell.text += '\n'
  }

  ontext(text: string): void {
    if (this.cell && this.muted === 0) this.cell.text += text.replaceAll(/\s/g, ' ')
  }

  onclosetag(name: string): void {
    this.depth -= 1
    if (silent.has(name)) this.muted -= 1
    if (name === 'td' || name === 'th') this.endCell()
    if (name === 'tr') this.endRow()
  }

  onend(): void {
    if (this.tables === 0) throw new Unreadable('none')
  }

  private beginRow(): void {
    if (this.rows.length >= tableMaxRows) throw new Unreadable('size')
    this.rows.push([])
  }

  private put(text: string): void {
    const row = this.rows.at(-1)
    if (!row || row.length >= tableMaxColumns) throw new Unreadable('size')
    row.push(text)
  }

  /** Skips a column that a cell above covers; returns whether it did. */
  private skip(): boolean {
    const at = this.rows.at(-1)?.length ?? 0
    const left = this.taken[at] ?? 0
    if (left === 0) return false
    this.taken[at] = left - 1
    this.put('')
    return true
  }

  private endCell(): void {
    const { cell } = this
    this.cell = undefined
    if (!cell) return
    while (this.skip());
    for (let at = 0; at < cell.width; at += 1) {
      this.taken[this.rows.at(-1)?.length ?? 0] = cell.height - 1
      this.put(at === 0 ? tidy(cell.text) : '')
    }
  }

  private endRow(): void {
    const row = this.rows.at(-1)
    if (!row) return
    while (this.taken.some((left, at) => at >= row.length && left > 0)) if (!this.skip()) this.put('')
  }
}

const spanOf = (attribute = '1'): number => {
  const digits = /^\s*(\d+)/.exec(attribute)?.[1] ?? '1'
  return Math.max(1, Number(digits))
}

/** Longest text of a cell in a workbook. */
const mostText = 32_000

/** Removes what no workbook can hold: control characters and lone surrogates. */
const tidy = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/\p{Cs}|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gu, '')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()
    .slice(0, mostText)

/** Returns the rows of the only table in an HTML text, padded to one length, or the problem found. */
export function readTable(
  html: string,
): { readonly problem: TableProblem } | { readonly rows: readonly (readonly string[])[] } {
  const reader = new TableReader()
  try {
    const parser = new Parser(reader, { decodeEntities: true })
    parser.end(html)
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
  const width = Math.max(0, ...reader.rows.map(({ length }) => length))
  if (width === 0) return { problem: 'none' }
  return { rows: reader.rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]) }
}

import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A value of a column. Dates become instants, arrays PostgreSQL arrays, objects JSON. */
type Cell = string | number | boolean | null | undefined | Date | readonly (string | number)[] | object

const special = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escape = (text: string): string => text.replace(special, (char) => escapes[char] as string)

function arrayText(items: readonly (string | number)[]): string {
  const quoted = items.map((item) =>
    typeof item === 'number' ? item : `"${item.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${quoted.join(',')}}`
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N'
  if (typeof cell === 'string') return escape(cell)
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  if (cell instanceof Date) return cell.toISOString()
  return escape(Array.isArray(cell) ? arrayText(cell) : JSON.stringify(cell))
}

/** One line of COPY's text format. */
const copyLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join('\t')}\n`

const chunkLength = 256 * 1024

/** Loads rows with COPY and waits whenever the database is slower. Keys are column names; all rows have the keys of the first. */
export async function copyObjects(client: Client, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  const done = once(stream, 'finish')
  // The error is reported by the awaits below; without a listener it would end the process.
  done.catch(() => undefined)
  let chunk = ''
  for (const row of rows as readonly Record<string, Cell>[]) {
    chunk += copyLine(columns.map((column) => row[column]))
    if (chunk.length < chunkLength) continue
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    chunk = ''
  }
  stream.end(chunk)
  await done
}

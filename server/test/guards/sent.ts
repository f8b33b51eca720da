import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The statements that the product sent during a run of the server tests, kept for the plans guard: one file per test
 * file.
 */

export interface Sent {
  readonly text: string
  /** The values of one of its runs, as JSON. */
  readonly values?: readonly unknown[]
  /** Path below server/, as `src/customer/list/list.repository.ts`; undefined if unknown. */
  readonly file?: string | undefined
}

const folder = path.resolve(import.meta.dirname, '../../../test-results/statements')

export function emptySent(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

export function keepSent(sent: readonly Sent[]): void {
  if (sent.length === 0) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${randomBytes(8).toString('hex')}.json`), JSON.stringify(sent))
}

/** Each text once, with the file that sent it. */
export function readSent(): Sent[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const all = names.flatMap((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Sent[])
  return [...new Map(all.map((one) => [`${one.file} ${one.text}`, one])).values()]
}

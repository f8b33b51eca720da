import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Shown } from './shown.guard.ts'

/**
 * Observations of the guards during a run of the server tests, kept for the checks after it: one file per test file for the
 * statements that the product sent, and one for the topics that its queries read.
 */

export interface Sent {
  readonly text: string
  /** The values of one of its runs, as JSON. */
  readonly values?: readonly unknown[]
  /** Path below server/, as `src/customer/list/list.repository.ts`; undefined if unknown. */
  readonly file?: string | undefined
}

const folder = path.resolve(import.meta.dirname, '../../../test-results/statements')
type Kind = 'sent' | 'shown'

export function emptySent(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

function keep(kind: Kind, seen: unknown): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${randomBytes(8).toString('hex')}.${kind}.json`), JSON.stringify(seen))
}

export function keepSent(sent: readonly Sent[], shown: Shown): void {
  if (sent.length > 0) keep('sent', sent)
  if (Object.keys(shown).length > 0) keep('shown', shown)
}

const read = (kind: Kind): unknown[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(`.${kind}.json`))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown)

/** Each text once, with the file that sent it. */
export function readSent(): Sent[] {
  const all = (read('sent') as Sent[][]).flat()
  return [...new Map(all.map((one) => [`${one.file} ${one.text}`, one])).values()]
}

/** Topics by query, for each test file. */
export const readShown = (): Shown[] => read('shown') as Shown[]

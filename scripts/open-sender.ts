import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { askOpen } from './open-request.ts'
import type { Signed } from './open-request.ts'

/** Shared parts of the commands that play another system: credentials, target, requests and output. */

const text = { type: 'string' } as const
const usual = { url: text, key: text, secret: text } as const

/** The end of each usage; `of` names the owner of the key. */
export const senderHelp = (of: string, prefix: string): string => `
  --key, --secret  of ${of}, else ${prefix}_KEY and ${prefix}_SECRET, else the demo's
  --url     the server, else SHOWROOM_URL (http://localhost:3000)`

/** Reads the command line; key and secret come from it, from `<prefix>_KEY` and `<prefix>_SECRET`, or are the demo's. */
export function readSender<Options extends ParseArgsOptionsConfig>(
  options: Options,
  { prefix, demo }: { readonly prefix: string; readonly demo: Pick<Signed, 'key' | 'secret'> },
) {
  const { values } = parseArgs({ options: { ...options, ...usual } })
  const { url, key, secret } = values as Partial<Signed>
  const { env } = process
  const sender: Signed = {
    url: url ?? env['SHOWROOM_URL'] ?? 'http://localhost:3000',
    key: key ?? env[`${prefix}_KEY`] ?? demo.key,
    secret: secret ?? env[`${prefix}_SECRET`] ?? demo.secret,
  }
  return { given: values, sender }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Told {
  readonly detail: string
  readonly data?: readonly Readonly<Record<string, string>>[]
  readonly receipts?: readonly Readonly<Record<string, string>>[]
}

/**
 * Lists refused records or retries them, if the command line asks for it, one line each with the wrong fields.
 * Returns true if it did.
 */
export async function printRefused(
  sender: Signed,
  path: string,
  given: { readonly refused?: boolean; readonly replay?: boolean },
  fields: readonly string[],
): Promise<boolean> {
  if (!given.refused && !given.replay) return false
  const { data, receipts, detail } = given.refused
    ? await askOpen<Told>(sender, 'GET', `${path}/refused`)
    : await askOpen<Told>(sender, 'POST', `${path}/replay`, '{}')
  const rows = data ?? receipts ?? []
  for (const row of rows) print(fields.flatMap((field) => row[field] ?? []).join('  '))
  print(detail || `${rows.length} ${given.refused ? 'refused' : 'refused deliveries tried again'}`)
  return true
}

/** Runs the command; prints an error as its last line. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

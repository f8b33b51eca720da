import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@showroom/contract/kernel/call'
import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { handledChannel } from '../../src/platform/http/calls.ts'
import { usesOf } from './sql.ts'
import type { TableUse } from './sql.ts'

/** A statement that the server sent, as the guards see it. */
export interface SeenStatement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly uses: readonly TableUse[]
  /** The call during which it was sent. */
  readonly call: Call | undefined
  /**
   * The file below server/ that sent it, as `src/customer/list/list.repository.ts`; undefined if the stack contains none.
   */
  file(): string | undefined
}

/** Observes the server, from the start of a test file to its end. */
export interface Guard {
  see(statement: SeenStatement): void
  /** Violations seen so far, one text each. */
  problems(): readonly string[]
}

const server = path.resolve(import.meta.dirname, '../..')
/** Files that every statement passes through; they are not its origin. */
const throughAll =
  /^(?:src\/platform\/(?:observe\/trace|db\/(?:client|statement|held)|files\/(?:files|clamav)|queues\/table\.repository|outside\/(?:ask|outcomes|public))\.ts|test\/guards\/(?!(?:held|stored)\.test)|test\/statements\.ts)/
const deepest = 60
/** The frames between a statement and the file that sent it: a longer trace costs a tenth of a test's time. */
const usual = 24

/** The files of the stack above `from`, across awaits. */
function filesAbove(from: (...args: never[]) => unknown, frameCount = deepest): readonly string[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = frameCount
  Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName() ?? '')
  const holder: { stack?: unknown } = {}
  Error.captureStackTrace(holder, from)
  const files = holder.stack as string[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return files
}

/** The nearest file of the repository on the stack, across awaits. */
export function findFile(): string | undefined {
  for (const frameCount of [usual, deepest])
    for (const file of filesAbove(findFile, frameCount)) {
      const ours = oursAs(file)
      if (ours) return ours
    }
  return undefined
}

/** The file of the repository that called the function; undefined if a library did. */
export function findCaller(called: (...args: never[]) => unknown): string | undefined {
  const caller = filesAbove(called).find((file) => file !== '' && !file.startsWith('node:'))
  return caller === undefined ? undefined : oursAs(caller)
}

/** The file that sent each statement. Only the subscribers of its message may ask for it, because the stack is that of the sender. */
const senders = new WeakMap<object, string | undefined>()
/** As `findFile`, once for all guards that ask for the same message: a trace costs more than most guards. */
export function findSender(message: object): string | undefined {
  if (!senders.has(message)) senders.set(message, findFile())
  return senders.get(message)
}

const names = new Map<string, string | undefined>()
/** A repository file below server/; undefined for others, and for files that every statement passes through. */
function oursAs(file: string): string | undefined {
  if (!names.has(file)) {
    const name = path.relative(server, file.replace('file://', '')).replaceAll('\\', '/')
    names.set(file, /^(?:src|test)\//.test(name) && !throughAll.test(name) ? name : undefined)
  }
  return names.get(file)
}

/** The call under way. */
export const handling = new AsyncLocalStorage<Call>()
handledChannel.bindStore(handling)

/** Keeps what is found in each text: the server sends few texts, each of them often. */
export function perText<Found>(find: (text: string) => Found): (text: string) => Found {
  const results = new Map<string, Found>()
  return (text) => {
    const earlier = results.get(text)
    if (earlier !== undefined || results.has(text)) return earlier as Found
    const result = find(text)
    results.set(text, result)
    return result
  }
}

const isQuery = /^\s*(?:select|insert|update|delete|merge|with)\b/i

/** The uses of real tables in a statement. */
export const usesIn = perText((text): readonly TableUse[] => (isQuery.test(text) ? usesOf(text) : []))

/** The word by which a statement begins or ends a transaction. */
export const boundaryIn = perText((text) =>
  /^\s*(begin|start transaction|commit|rollback)\b(?! to)/i.exec(text)?.[1]?.toLowerCase(),
)

/** Passes every statement of this process's server to the guards, until the returned function is called. */
export function watchStatements(guards: readonly Guard[]): () => void {
  const see = (message: unknown): void => {
    const { text, values = [] } = message as SentStatement
    const uses = usesIn(text)
    if (uses.length === 0) return
    const statement: SeenStatement = {
      text,
      values,
      uses,
      call: handling.getStore(),
      file: () => findSender(message as SentStatement),
    }
    for (const guard of guards) guard.see(statement)
  }
  statementChannel.subscribe(see)
  return () => {
    statementChannel.unsubscribe(see)
  }
}

/** A statement by a test or a test tool, not by the product. */
export const isOfTests = (file: string): boolean =>
  file.startsWith('test/') || /\.(?:test|factory|walk)\.ts$/.test(file)

const exceptions = new Map<string, readonly string[]>()

/**
 * Whether a file of the product excepts itself from a guard, by a comment beside the code: `guard-exception <what>: <reason>`. `what` is
 * the guard's name, and the table if the guard asks for each.
 */
export function isExcepted(file: string, what: string): boolean {
  let exceptionsOfFile = exceptions.get(file)
  if (!exceptionsOfFile) {
    const name = path.join(server, file)
    const text = existsSync(name) ? readFileSync(name, 'utf8') : ''
    exceptionsOfFile = [...text.matchAll(/guard-exception ([\w ]+): \S.{9,}/g)].map(([, of = '']) => of)
    exceptions.set(file, exceptionsOfFile)
  }
  return exceptionsOfFile.includes(what)
}

/** A statement on one line, short enough for a message. */
export const shorten = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 400)

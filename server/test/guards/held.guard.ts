import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promised from 'node:timers/promises'
import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { heldChannel, isInTransaction } from '../../src/platform/db/held.ts'
import type { Held } from '../../src/platform/db/held.ts'
import { boundaryIn, findCaller, findFile, handling, isOfTests, shorten } from './statement.ts'

/**
 * Watches what an open transaction of this process does besides its statements: requests to other systems, timers, and statements on other
 * connections. Its locks would be held for as long as these take; and a transaction that waits for a second connection of the pool blocks
 * the pool, once as many as it has connections do so. `besideTransaction` excepts work, with its reason.
 */

/** Channels of Node.js on which it publishes requests: by `fetch`, by `http` and `https`, and by sockets. */
const requestChannels = ['undici:request:create', 'http.client.request.created', 'net.client.socket']

interface Problems {
  add(what: string): void
}

/** Passes the requests of any library, and those that drivers report. */
function watchRequests(problems: Problems): () => void {
  const see = (system: string): void => {
    if (isInTransaction()) problems.add(`asks ${system} within a transaction`)
  }
  const reported = (message: unknown): void => see((message as Held).system)
  const sent = (_message: unknown, name: string | symbol): void => see(String(name))
  heldChannel.subscribe(reported)
  for (const name of requestChannels) subscribe(name, sent)
  return () => {
    heldChannel.unsubscribe(reported)
    for (const name of requestChannels) unsubscribe(name, sent)
  }
}

type Timers = Record<string, (...args: never[]) => unknown>

/** Functions that wait, by the objects that hold them. */
const waits: readonly (readonly [holder: object, names: readonly string[]])[] = [
  [globalThis, ['setTimeout', 'setInterval']],
  [timers, ['setTimeout', 'setInterval']],
  [promised, ['setTimeout', 'setInterval']],
  [promised.scheduler, ['wait']],
  [Atomics, ['wait', 'waitAsync']],
]

/** Wraps the functions that wait; those that libraries call for themselves are no problem. */
function watchTimers(problems: Problems): () => void {
  const originals: (() => void)[] = []
  for (const [holder, names] of waits)
    for (const name of names) {
      const held = holder as Timers
      const original = held[name]
      if (!original) continue
      const watched = function (this: unknown, ...args: never[]): unknown {
        if (isInTransaction() && findCaller(watched)) problems.add(`waits by ${name} within a transaction`)
        return Reflect.apply(original, this, args)
      }
      // Among them the variant that `util.promisify` takes.
      Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original))
      held[name] = watched
      originals.push(() => (held[name] = original))
    }
  syncBuiltinESMExports()
  return () => {
    for (const restore of originals) restore()
    syncBuiltinESMExports()
  }
}

/** Passes statements of an open transaction that are sent on another connection, and those that sleep. */
function watchConnections(problems: Problems): () => void {
  const open = new WeakSet()
  const see = (message: unknown): void => {
    const { connection, text } = message as SentStatement
    if (isInTransaction()) {
      if (!open.has(connection))
        problems.add(`sends a statement beside its transaction, on another connection (${shorten(text)})`)
      if (/\bpg_sleep/i.test(text)) problems.add(`sleeps within a transaction (${shorten(text)})`)
    }
    const word = boundaryIn(text)
    if (word === 'commit' || word === 'rollback') open.delete(connection)
    else if (word) open.add(connection)
  }
  statementChannel.subscribe(see)
  return () => {
    statementChannel.unsubscribe(see)
  }
}

/**
 * Files that the guard leaves out: the one that opens connections of the pool, whose statements are watched, and the check of the session
 * before the commit, whose connection counts as another one once its transaction was retried.
 */
const exempt: ReadonlySet<string> = new Set([
  'src/platform/db/connect.ts',
  'src/access/session/session.repository.ts',
])

/** The returned function ends watching and returns the problems, a sentence each. */
export function watchHeld(isExempt: (file: string) => boolean = isOfTests): () => readonly string[] {
  const stamps = new Set<string>()
  const problems: Problems = {
    add(what) {
      const from = findFile()
      // Exporters of traces send between the steps of whatever runs, without a caller of ours.
      if (from !== undefined && !exempt.has(from) && !isExempt(from))
        stamps.add(`${from} ${what} (${handling.getStore()?.path ?? 'a job'})`)
    },
  }
  const stops = [watchRequests, watchTimers, watchConnections].map((watch) => watch(problems))
  return () => {
    for (const stop of stops) stop()
    return [...stamps]
  }
}

import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { placesOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { shorten } from './statement.ts'

/**
 * Checks the lock order (docs/decisions/0020-lock-order.md): a transaction that locks a lower rank than it already
 * holds can deadlock with another. Locks that skip locked rows never wait and may come at any time. Also reports
 * shared locks on rows of reference tables: Citus locks the whole table, in two steps, between which two transactions deadlock.
 */

const places = placesOf(allTables)

const ranks: Readonly<Record<string, number>> = {
  team: 0,
  choice: 1,
  customer: 2,
  deal: 2,
  member: 2,
  vehicle_order: 3,
  lead: 4,
  city: 5,
  showroom: 6,
}
const tables = 'customer|deal|vehicle_order|lead'

interface Lock {
  readonly rank: number
  /** Whether the transaction may wait for the lock. */
  readonly waits: boolean
  /**
   * Locks by writing a row, not by an explicit lock: not counted if the transaction already locked or made rows of
   * that rank.
   */
  readonly writes: boolean
}

const plain = (sent: string): string => sent.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ')

/** Tables whose rows a statement locks for share. */
const sharedIn = (sent: string): string[] => {
  const text = plain(sent)
  return [...text.matchAll(/\bfor (?:key )?share\b/g)].map(({ index }) => lastTable(text.slice(0, index)))
}

/** The ordered locks that a statement takes. */
export function locksIn(sent: string): Lock[] {
  const text = plain(sent)
  const locks: Lock[] = []
  if (text.includes("hashtext('team')")) locks.push({ rank: 0, waits: true, writes: false })
  if (text.includes("hashtext('lead assignment')")) locks.push({ rank: 1, waits: true, writes: false })
  if (text.includes("hashtext('city pool')")) locks.push({ rank: 5, waits: true, writes: false })
  if (text.includes("hashtext('showroom of a store')")) locks.push({ rank: 6, waits: true, writes: false })
  for (const match of text.matchAll(
    /\bfor (?:no key )?update(?: of ([a-z_]+(?:, [a-z_]+)*))?( skip locked)?/g,
  )) {
    const before = text.slice(0, match.index)
    const names = match[1]?.split(', ').map((alias) => tableOf(text, alias)) ?? [lastTable(before)]
    for (const name of names) {
      const rank = ranks[name]
      if (rank) locks.push({ rank, waits: !match[2], writes: false })
    }
  }
  for (const match of text.matchAll(
    new RegExp(`(?<!for )\\b(?:update|insert into|delete from) (${tables})\\b(?!_)`, 'g'),
  ))
    locks.push({ rank: ranks[match[1] ?? ''] ?? 0, waits: !match[0].startsWith('insert'), writes: true })
  return locks
}

/** The table behind an alias. */
const tableOf = (text: string, alias: string): string =>
  new RegExp(`\\b(${tables}) (?:as )?${alias}\\b`).exec(text)?.[1] ?? alias
/** The table of the nearest FROM. */
const lastTable = (text: string): string => [...text.matchAll(/\bfrom ([a-z_]+)/g)].at(-1)?.[1] ?? ''

interface Held {
  highest: number
  /** Ranks whose rows the transaction explicitly locked or made. */
  readonly own: Set<number>
  readonly statements: string[]
}

/** Checks each transaction's statements in order. */
export function createLockGuard() {
  const transactions = new Map<object, Held>()
  const problems = new Set<string>()
  return {
    see({ connection, text }: Pick<SentStatement, 'connection' | 'text'>): void {
      const word = /^\s*(begin|start transaction|commit|rollback)\b(?! to)/i.exec(text)?.[1]?.toLowerCase()
      if (word) {
        transactions.delete(connection)
        if (word !== 'commit' && word !== 'rollback')
          transactions.set(connection, { highest: 0, own: new Set(), statements: [] })
        return
      }
      for (const name of sharedIn(text))
        if (places.get(name) === 'reference')
          problems.add(`locks ${name} for share, which deadlocks on Citus: ${shorten(text)}`)
      const held = transactions.get(connection)
      const locks = held ? locksIn(text) : []
      if (!held || locks.length === 0) return
      held.statements.push(shorten(text))
      for (const { rank, waits, writes } of locks) {
        if (waits && rank < held.highest && !(writes && held.own.has(rank)))
          problems.add(`locks run back in one transaction:\n  ${held.statements.join('\n  ')}`)
        if (!writes || !waits) held.own.add(rank)
      }
      held.highest = Math.max(
        held.highest,
        ...locks.filter(({ waits, writes }) => waits || !writes).map(({ rank }) => rank),
      )
    },
    problems: (): readonly string[] => [...problems],
  }
}

/** Watches all transactions of this process. The returned function stops and returns the violations. */
export function watchLocks(): () => readonly string[] {
  const guard = createLockGuard()
  const see = (message: unknown): void => guard.see(message as SentStatement)
  statementChannel.subscribe(see)
  return () => {
    statementChannel.unsubscribe(see)
    return guard.problems()
  }
}

import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { columnsOf, listTables, placesOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { boundaryIn, perText, shorten } from './statement.ts'

/**
 * Checks the lock order (docs/decisions/0020-lock-order.md): a transaction that locks a lower rank than it already
 * holds can deadlock with another. Locks that skip locked rows never wait and may come at any time. Also reports
 * shared locks on rows of reference tables: Citus locks the whole table, in two steps, between which two transactions deadlock.
 */

const places = placesOf(allTables)
const described = listTables(allTables)

/** Advisory locks of the order, before and after the rows. */
const advisory = {
  before: ['team', 'lead assignment'],
  after: ['city pool', 'showroom of a store'],
} as const
const customerRank = advisory.before.length
/** Rooms whose rows have a rank after the customers', in their order. */
const rooms = described.flatMap(({ room, lock }) => (lock === 'room' ? [room] : []))
const ranks: ReadonlyMap<string, number> = new Map(
  described.flatMap(({ table, room, lock }) =>
    lock ? [[table, lock === 'customer' ? customerRank : customerRank + 1 + rooms.indexOf(room)]] : [],
  ),
)
const advisoryRanks: ReadonlyMap<string, number> = new Map([
  ...advisory.before.map((name, at) => [name, at] as const),
  ...advisory.after.map((name, at) => [name, customerRank + 1 + rooms.length + at] as const),
])
/** Tables whose rows name a customer: none is locked before that customer, whom a merge locks first. */
const ofCustomers: ReadonlySet<string> = new Set(
  columnsOf(allTables, 'customer').flatMap(({ table: { table }, column }) =>
    column.endsWith('_id') && table !== 'customer' ? [table] : [],
  ),
)
/** Longer names first, because the expressions take the first that fits. */
const names = [...new Set([...ranks.keys(), ...ofCustomers])].toSorted((a, b) => b.length - a.length)
/** `member` is locked by explicit locks only. */
const written = names.filter((name) => name !== 'member').join('|')

interface Lock {
  /** A table, or an advisory lock. */
  readonly name: string
  /** Undefined for rows that only follow their customer. */
  readonly rank: number | undefined
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
const sharedIn = perText((sent): readonly string[] => {
  const text = plain(sent)
  return [...text.matchAll(/\bfor (?:key )?share\b/g)].map(({ index }) => lastTable(text.slice(0, index)))
})

/** The ordered locks that a statement takes. */
export const locksIn = perText((sent): readonly Lock[] => {
  const text = plain(sent)
  const locks: Lock[] = []
  for (const [name, rank] of advisoryRanks)
    if (text.includes(`hashtext('${name}')`)) locks.push({ name, rank, waits: true, writes: false })
  const take = (name: string, how: Pick<Lock, 'waits' | 'writes'>): void => {
    if (ranks.has(name) || ofCustomers.has(name)) locks.push({ name, rank: ranks.get(name), ...how })
  }
  for (const match of text.matchAll(
    /\bfor (?:no key )?update(?: of ([a-z_]+(?:, [a-z_]+)*))?( skip locked)?/g,
  )) {
    const before = text.slice(0, match.index)
    const locked = match[1]?.split(', ').map((alias) => tableOf(text, alias)) ?? [lastTable(before)]
    for (const name of locked) take(name, { waits: !match[2], writes: false })
  }
  for (const match of text.matchAll(
    new RegExp(`(?<!for )\\b(?:update|insert into|delete from) (${written})\\b(?!_)`, 'g'),
  ))
    take(match[1] ?? '', { waits: !match[0].startsWith('insert'), writes: true })
  return locks
})

/** The table behind an alias. */
const tableOf = (text: string, alias: string): string =>
  new RegExp(`\\b(${names.join('|')}) (?:as )?${alias}\\b`).exec(text)?.[1] ?? alias
/** The table of the nearest FROM. */
const lastTable = (text: string): string => [...text.matchAll(/\bfrom ([a-z_]+)/g)].at(-1)?.[1] ?? ''

interface Held {
  highest: number
  /** Rows locked before any customer that they may name. */
  readonly early: Set<string>
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
      const word = boundaryIn(text)
      if (word) {
        transactions.delete(connection)
        if (word !== 'commit' && word !== 'rollback')
          transactions.set(connection, { highest: 0, early: new Set(), own: new Set(), statements: [] })
        return
      }
      for (const name of sharedIn(text))
        if (places.get(name) === 'reference')
          problems.add(`locks ${name} for share, which deadlocks on Citus: ${shorten(text)}`)
      const held = transactions.get(connection)
      const locks = held ? locksIn(text) : []
      if (!held || locks.length === 0) return
      held.statements.push(text)
      const isCustomer = ({ name, rank }: Lock): boolean => rank === customerRank && name !== 'member'
      for (const lock of locks) {
        const { rank, waits, writes } = lock
        if (rank === undefined) continue
        const isBack = rank < held.highest || (isCustomer(lock) && held.early.size > 0)
        if (waits && isBack && !(writes && held.own.has(rank)))
          problems.add(`locks run back in one transaction:\n  ${held.statements.map(shorten).join('\n  ')}`)
        if (!writes || !waits) held.own.add(rank)
      }
      for (const lock of locks.filter(({ waits, writes }) => waits || !writes)) {
        held.highest = Math.max(held.highest, lock.rank ?? 0)
        if (ofCustomers.has(lock.name) && !isCustomer(lock) && !held.own.has(customerRank))
          held.early.add(lock.name)
      }
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

import { sql } from 'kysely'
import type { Database } from './client.ts'
import { isLoss } from './connect.ts'

/**
 * Why the database cannot run a correct statement. `away`: no connection, or no resources for it. `read-only`: a standby, or a database
 * that an administrator has set read-only. `full`: no disk space for a write. `busy`: it took too long, waited too long for a lock, or was
 * rolled back again and again because of others. `denied`: the role lacks a right on a table, which no repeat mends.
 */
export type DatabaseFault = 'away' | 'read-only' | 'full' | 'busy' | 'denied'

/** Codes of PostgreSQL, or their class (the first two characters), and of Node's sockets in errors that were stored. */
const codes: Readonly<Record<string, DatabaseFault>> = {
  '25006': 'read-only',
  '53100': 'full',
  '25P03': 'busy',
  '40': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '42501': 'denied',
  // Connections, sign-in, unknown database, memory and connection limits, shutdown, errors of the system below, configuration.
  '08': 'away',
  '28': 'away',
  '3D': 'away',
  '53': 'away',
  '57': 'away',
  '58': 'away',
  F0: 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
}

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Client has encountered a connection error/i

const stateOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? ''

/** The fault that an error of a statement shows; undefined if the statement itself is wrong. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', severity = '' } = error as Error & { code?: string; severity?: string }
  const isLost = isLoss(error) || ['FATAL', 'PANIC'].includes(severity) || lostConnection.test(error.message)
  return codes[code] ?? codes[code.slice(0, 2)] ?? (isLost ? 'away' : undefined)
}

/** A temporary fault: the database is unavailable or refuses writes, or another transaction was in the way. A retry will succeed. */
export function isPassing(error: unknown): boolean {
  const fault = faultOf(error)
  return fault === undefined ? stateOf(error).startsWith('55') : fault !== 'denied'
}

/** Runs a write that a query can do without, such as a time of last use. A database that refuses writes skips it. */
export async function ifWritable(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!['read-only', 'full'].includes(faultOf(error) ?? '')) throw error
  }
}

export interface DatabaseHealth {
  /** Returns the fault that an error shows, and remembers a full disk. */
  note(error: unknown): DatabaseFault | undefined
  /** Asks the database for its state, and whether it accepts another connection. */
  check(): Promise<DatabaseState>
}

export type DatabaseState = 'ok' | Exclude<DatabaseFault, 'denied'>

/** A disk counts as full for this time after a refused write: small writes may succeed meanwhile. */
const fullMs = 60_000

/** An accepted connection proves for this time that the next one is accepted, too. */
const acceptedMs = 1_000

/** `connect` opens another connection: those of the pool outlive a changed password or an expired certificate. */
export function watchHealth(db: Database, connect: () => Promise<void>): DatabaseHealth {
  let fullAt = Number.NEGATIVE_INFINITY
  let acceptedAt = Number.NEGATIVE_INFINITY
  /** The check under way: the gauges of one scrape share its query. */
  let running: Promise<DatabaseState> | undefined
  async function demandConnection(): Promise<void> {
    if (performance.now() - acceptedAt < acceptedMs) return
    try {
      await connect()
    } catch (error) {
      // A server without a free connection still serves those of the pool.
      if (!stateOf(error).startsWith('53')) throw error
    }
    acceptedAt = performance.now()
  }
  async function ask(): Promise<DatabaseState> {
    try {
      await demandConnection()
      const { rows } = await sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db)
      if (rows[0]?.isReadOnly) return 'read-only'
    } catch (error) {
      const fault = faultOf(error)
      return fault === undefined || fault === 'denied' ? 'away' : fault
    }
    return performance.now() - fullAt < fullMs ? 'full' : 'ok'
  }
  return {
    note(error) {
      const fault = faultOf(error)
      if (fault === 'full') fullAt = performance.now()
      if (fault === 'away') acceptedAt = Number.NEGATIVE_INFINITY
      return fault
    },
    check() {
      running ??= ask().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

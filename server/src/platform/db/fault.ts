import { sql } from 'kysely'
import type { Database } from './client.ts'

/**
 * Why the database cannot run a correct statement. `away`: no connection, or no resources for it. `read-only`: a standby, or a database
 * that an administrator has set read-only. `full`: no disk space for a write. `busy`: it took too long, waited too long for a lock, or was
 * rolled back again and again because of others.
 */
export type DatabaseFault = 'away' | 'read-only' | 'full' | 'busy'

/** Codes of PostgreSQL and of Node's sockets, or their first two characters. */
const codes: Readonly<Record<string, DatabaseFault>> = {
  '25006': 'read-only',
  '53100': 'full',
  '25P03': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  // Connections, shutdown, memory and connection limits, errors of the system below.
  '08': 'away',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  '53': 'away',
  '58': 'away',
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

/** The fault that an error of a statement shows; undefined if the statement itself is wrong. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '' } = error as Error & { code?: string }
  return codes[code] ?? codes[code.slice(0, 2)] ?? (lostConnection.test(error.message) ? 'away' : undefined)
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
  /** Asks the database for its state. */
  check(): Promise<'ok' | DatabaseFault>
}

/** A disk counts as full for this time after a refused write: small writes may succeed meanwhile. */
const fullMs = 60_000

export function watchHealth(db: Database): DatabaseHealth {
  let fullAt = Number.NEGATIVE_INFINITY
  /** The check under way: the gauges of one scrape share its query. */
  let running: Promise<'ok' | DatabaseFault> | undefined
  async function ask(): Promise<'ok' | DatabaseFault> {
    try {
      const { rows } = await sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db)
      if (rows[0]?.isReadOnly) return 'read-only'
    } catch (error) {
      return faultOf(error) ?? 'away'
    }
    return performance.now() - fullAt < fullMs ? 'full' : 'ok'
  }
  return {
    note(error) {
      const fault = faultOf(error)
      if (fault === 'full') fullAt = performance.now()
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

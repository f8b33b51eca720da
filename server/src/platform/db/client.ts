import { channel } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { summaryOf } from '../log.ts'
import type { Logger } from '../log.ts'
import { SharedConnections } from './shared.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
/** What repositories run on: the database, or the transaction of the action under way. They close over neither. */
export type Executor = Kysely<DB> | Transaction<DB>

/** Ids and sums fit a double, wire ids being below 2^53; days stay text, so that no time zone touches them. */
const int8 = 20
/** Arrays, which its types do not know: of int8 they would come as texts. */
const int8s = 1016 as typeof int8
const int4s = 1007 as typeof int8
const date = 1082
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(int8s, pg.types.getTypeParser(int4s) as (text: string) => number[])
pg.types.setTypeParser(date, (text) => text)

/**
 * Begins a statement that is planned for the values in its text: how many rows they mean decides how it is best run, and it is asked too
 * seldom for its plan to be kept.
 */
export const plannedAnew = '/* planned anew */'

interface Named {
  readonly name: string
  readonly text: string
}

const named = new Map<string, Named>()
/** More different texts than this would be a bug (values in the text); those run unnamed. */
const mostNamed = 2_000

/** The name of a text, with the text as it was first written: each connection keeps what it was sent, and a text put together anew would be one more copy. */
function namedOf(text: string): Named | undefined {
  if (text.startsWith(plannedAnew)) return undefined
  let found = named.get(text)
  if (!found && named.size < mostNamed) {
    found = { name: `q${named.size}`, text }
    named.set(text, found)
  }
  return found
}

/** A statement on its way, for whoever listens: the bench and the plan tests do. */
export interface SentStatement {
  /** The connection: statements of one transaction have the same. */
  readonly connection: object
  readonly text: string
  readonly values?: readonly unknown[]
  readonly answer: unknown
}
export const statementChannel = channel('showroom:statement')

// oxlint-disable-next-line typescript/unbound-method -- called on the client, by Reflect.apply
const { query } = pg.Client.prototype

const begin = 'begin'
const begun = Promise.resolve({ command: 'BEGIN', rows: [] })

/**
 * Names every statement with parameters, so that PostgreSQL plans it once a connection: planning costs more than running. And does not
 * wait for the answer to `begin`: the first statement goes right behind it. A connection whose `begin` failed takes no further one.
 */
class PreparingClient extends pg.Client {
  // pg's overloads are many; Kysely and we call it as (text, values), the pool passes everything else through.
  // @ts-expect-error one signature instead of all of them
  override query(...args: unknown[]): unknown {
    const [text, values, callback] = args
    const known = typeof text === 'string' && Array.isArray(values) && values.length > 0 && namedOf(text)
    const { stream } = this.connection
    // What is sent in one turn is one write.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const answer: unknown = Reflect.apply(query, this, known ? [{ ...known, values }, callback] : args)
    if (statementChannel.hasSubscribers && typeof text === 'string')
      statementChannel.publish({ connection: this, text, values, answer })
    if (text !== begin) return answer
    void (answer as Promise<unknown>).catch(() => this.end())
    return begun
  }
}

/**
 * One plan for all values: PostgreSQL would plan keyword searches anew each time, which takes longer than running them. The plan tests hold
 * the plans of every kind of list. And none that takes more than one processor: others work meanwhile.
 */
export const planning = '-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0'

/** A pool on the database. Times out rather than hang: 15 s for a connection, 20 s for a statement. */
export function createPool(url: string, size: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    Client: PreparingClient,
    // Also the time in the queue for a connection: where calls wait for each other, later is better than refused.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
    application_name: 'showroom',
    options: planning,
  } as pg.PoolConfig)
  // Without listeners a connection that breaks would end the process: the pool's hears of idle ones only, the client's of one
  // that breaks between two statements of a transaction.
  const lost = (error: Error): void => log.warn({ error: summaryOf(error) }, 'database connection lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Connections that quick reads share: of the six of a small machine; fewer leave none that could be spared. */
const mostShared = 2
const fewest = 6

const pools = new WeakMap<Executor, { readonly pool: pg.Pool; readonly shared?: SharedConnections }>()

export function createDatabase(pool: pg.Pool): Database {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const isSpare = pool.options.max >= fewest
  pools.set(db, { pool, ...(isSpare && { shared: new SharedConnections(pool, mostShared) }) })
  return db
}

/** Sends a text with its values, tells the rows. */
export type Send = <Row extends object>(db: Executor, text: string, values: unknown[]) => Promise<Row[]>

/** Outside a transaction straight on a connection of the pool: Kysely's way there costs more than sending it. */
export const send: Send = async <Row extends object>(db: Executor, text: string, values: unknown[]) => {
  const { pool } = pools.get(db) ?? {}
  if (!pool) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  const client = await pool.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    client.release()
  }
}

/** As `send`; outside a transaction on a connection that others use at the same time. For reads of a few rows by their key. */
export const sendQuick: Send = (db, text, values) =>
  pools.get(db)?.shared?.query(text, values) ?? send(db, text, values)

const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])

/** Whether an error says that the database is away (rather than that a statement is wrong). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  return (
    (code !== undefined && awayCodes.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/i.test(
      error.message,
    )
  )
}

/** Whether an error says that a row names one that there is not, or breaks a rule of its table. */
export const isBroken = (error: unknown): boolean =>
  ['23503', '23514'].includes((error as { code?: string } | undefined)?.code ?? '')

const unstorableCodes = new Set(['22003', '22008', '22021', '22P02', '22P05'])

/** Whether an error says that a value of the request fits no column: a number beyond its type, a NUL or half a character in a text. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && unstorableCodes.has((error as Error & { code?: string }).code ?? '')

/** How often a transaction is begun anew. */
const mostRetries = 9
/** Before that it waits for up to so long, each time longer: those that crossed would cross again at once. */
const retryMs = 40

/**
 * What was looked up before the locks were there is so no longer: the number has got a file, the lead another mobile. Nothing is done, and
 * the transaction is begun anew, by `transact`.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** How often this process began transactions anew, by why: for the metrics. */
export const begunAnew = { crossed: 0, overtaken: 0 }

/**
 * A transaction of work that does nothing else. Two that locked the same rows crosswise are no mistake of either: PostgreSQL ends one
 * with nothing done, and that one is begun anew. The order of locks (docs/decisions/0020-lock-order.md) leaves nothing for it to do:
 * each time is counted.
 */
export async function transact<Result>(
  db: Database,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  for (let retries = 0; ; retries++)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const reason = isCrossed(error) ? 'crossed' : isOvertaken(error) ? 'overtaken' : undefined
      if (!reason || retries === mostRetries) throw error
      begunAnew[reason]++
      await setTimeout(Math.random() * retryMs * (retries + 1))
    }
}

/** Also where the database says it: a member who was to be given a customer has left meanwhile. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken || (error as { code?: string }).code === 'SR001'

const isCrossed = (error: unknown): boolean =>
  ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

/** The unique index an insert ran into, if that is what the error says. */
export function violatedIndex(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}

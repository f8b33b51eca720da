import { channel } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql } from 'kysely'
import type { AbortableOperationOptions, DatabaseConnection, Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { summaryOf } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import { DatabaseClient } from './connect.ts'
import { Changes, changesOf, factsChannel } from './changes.ts'
import type { Change, Facts, SentFacts } from './changes.ts'
import { DealerCompiler } from './dealer.ts'
import type { Compiled } from './dealer.ts'
import { whileOpen } from './held.ts'
import { closeEvicted, StatementNames } from './names.ts'
import type { Named, Preparing } from './names.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
/** The database, or the transaction of the current action. Repositories take it as a parameter and never store it. */
export type Executor = Kysely<DB> | Transaction<DB>

/** Parses bigint as number, because ids and sums are below 2^53. Keeps dates as text, so that no time zone shifts them. */
const int8 = 20
/** OID of int8[], which pg's types lack. Its items would be parsed as text. */
const int8s = 1016 as typeof int8
const int4s = 1007 as typeof int8
const date = 1082
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(int8s, pg.types.getTypeParser(int4s) as (text: string) => number[])
pg.types.setTypeParser(date, (text) => text)

/**
 * Prefix for statements that must be planned with their actual values, because the number of matching rows decides the best plan. They run
 * too rarely for a cached plan to pay off.
 */
export const planEachTime = sql`/* plan each time */`
const mark = '/* plan each time */'

/**
 * Bytes of the texts of a process's prepared statements. All calls and two lists with their filters send some 340 texts of 170 KB together;
 * lists add one for each combination of filters.
 */
export const mostNamedBytes = 2 * 1024 * 1024
// source-disable-next-line moduleState -- names of texts, which hold no values
const names = new StatementNames(mostNamedBytes)

const namedOf = (text: string): Named | undefined => (text.startsWith(mark) ? undefined : names.nameOf(text))

/** A statement that was sent, for subscribers: the benchmark and the plan tests. */
export interface SentStatement {
  /** The connection. Statements of one transaction share it. */
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
const ends = new Set<unknown>(['commit', 'rollback'])

/**
 * Names every statement with parameters, so that PostgreSQL plans it once per connection; planning costs more than running. Does not wait
 * for the response to `begin`: the first statement is sent right behind it. If `begin` fails, the connection is closed and takes no further
 * statements. Outside a transaction a statement that PostgreSQL gave up is sent again.
 */
class PreparingClient extends DatabaseClient {
  /** Evictions that this connection has applied. */
  #evicted = 0
  #isInTransaction = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // Sent right before the first statement, without waiting.
    this.once('connect', () => void Reflect.apply(query, this, [planOnCitus, () => undefined]))
  }

  // pg has many overloads. Kysely and this code call it as (text, values); the pool's other calls are passed through.
  // @ts-expect-error one signature instead of all of them
  override query(...args: unknown[]): unknown {
    const [text, , callback] = args
    if (text === begin) this.#isInTransaction = true
    let answer = this.#send(args)
    if (!callback && !this.#isInTransaction)
      answer = (answer as Promise<unknown>).catch((error: unknown) =>
        repeat(error, () => this.#send(args) as Promise<unknown>),
      )
    if (ends.has(text)) this.#isInTransaction = false
    if (statementChannel.hasSubscribers && typeof text === 'string')
      statementChannel.publish({ connection: this, text, values: args[1], answer })
    if (text !== begin) return answer
    void (answer as Promise<unknown>).catch(() => this.end())
    return begun
  }

  #send(args: readonly unknown[]): unknown {
    const [text, values, callback] = args
    const isNamed = typeof text === 'string' && Array.isArray(values) && values.length > 0 && namedOf(text)
    const { stream } = this.connection
    // Statements sent in the same tick go out as one write.
    stream.cork()
    process.nextTick(() => stream.uncork())
    if (
      isNamed &&
      this.#evicted !== names.evicted &&
      closeEvicted(names, this.connection as unknown as Preparing)
    )
      this.#evicted = names.evicted
    if (!isNamed) return Reflect.apply(query, this, args)
    const config = { name: isNamed.name, text: isNamed.text, values }
    const answer: unknown = Reflect.apply(query, this, [config, callback])
    // The first to notice a change of the schema has all statements prepared again, on all connections.
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isStale(error) && names.isAlive(isNamed.name)) names.forget()
      })
    return answer
  }
}

/**
 * Session options, except on Citus. One plan for all values: otherwise PostgreSQL would plan keyword searches every time, which takes longer than running
 * them. The plan tests check the plans of every kind of list. No parallel plans, because other requests need the processors.
 */
export const planning = '-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0'

/**
 * Settings of sessions on Citus, which returns a row: it cannot distribute a generic plan, and passes `set local` on to the servers whose
 * triggers read such a setting.
 */
export const planOnCitus = `
  select set_config('plan_cache_mode', 'auto', false) as mode, set_config('citus.propagate_set_commands', 'local', false)
  from pg_extension where extname = 'citus'`

/** Opens a pool. Waits at most 15 s for a connection and 20 s for a statement, then throws. */
export function openPool(
  url: string,
  config: Omit<pg.PoolConfig, 'Client'> & {
    readonly Client?: typeof PreparingClient
    readonly pipeline?: boolean
  },
  log: Pick<Logger, 'warn'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: DatabaseClient,
    // This includes the time in the pool's queue: when calls wait for each other, a late answer is better than a refusal.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 20_000,
    isWatched: true,
    ...config,
  } as pg.PoolConfig)
  // The pool emits errors of idle connections, and without a listener they would end the process. The client emits those between two
  // statements of a transaction.
  const lost = (error: Error): void => log.warn({ error: summaryOf(error) }, 'database connection lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Creates the pool of the product's statements. Tests replace `options`. */
export const createPool = (url: string, size: number, log: Logger, options = planning): pg.Pool =>
  openPool(
    url,
    {
      max: size,
      Client: PreparingClient,
      idleTimeoutMillis: 60_000,
      idle_in_transaction_session_timeout: 30_000,
      // Sends statements without waiting for the results of earlier ones.
      pipeline: true,
      application_name: 'showroom',
      options,
    },
    log,
  )

/** Receives what a transaction changed, after its commit, or a statement outside one. Must not throw. */
export type OnChanges = (changes: readonly Change[]) => void

// source-disable-next-line moduleState -- the pools of this process
const homes = new WeakMap<Executor, { readonly pool: pg.Pool; readonly onChanges: OnChanges }>()

/** Facts of a compiled statement; `valueOf` resolves the slots of a statement that is compiled once. */
export const factsOf = (
  { targets = [], dealers = [], isChained = false }: Pick<Compiled, 'targets' | 'dealers' | 'isChained'>,
  valueOf: (one: unknown) => unknown = (one) => one,
): Facts => ({
  writes: targets.map(({ table, memberIds }) => ({
    table,
    memberIds: valueOf(memberIds) as readonly number[] | undefined,
  })),
  isChained,
  dealerIds: dealers.map(valueOf).filter((one) => typeof one === 'number'),
})

/** Collects what each transaction changes. */
class CollectingDriver extends PostgresDriver {
  readonly #onChanges: OnChanges
  readonly #watched = new WeakSet<DatabaseConnection>()
  readonly #open = new WeakMap<DatabaseConnection, Changes>()

  constructor(pool: pg.Pool, onChanges: OnChanges) {
    super({ pool })
    this.#onChanges = onChanges
  }

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options)
    if (this.#watched.has(connection)) return connection
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (compiled: Compiled & { readonly facts?: Facts }, ...rest) => {
      const facts = compiled.facts ?? (compiled.targets && factsOf(compiled))
      if (!facts) return execute(compiled, ...rest)
      publishFacts(compiled.sql, facts)
      const answer = execute<never>(compiled, ...rest)
      const open = this.#open.get(connection)
      open?.see(facts)
      if (facts.writes.length === 0) return answer
      return answer.then((result) => {
        const { numAffectedRows: affected, rows } = result
        const outcome = { rowCount: Number(affected ?? rows.length), isQuery: affected === undefined }
        if (open) open.add(facts, outcome)
        else this.#onChanges(changesOf(facts, outcome))
        return result
      })
    }
    return connection
  }

  override async beginTransaction(
    ...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>
  ): Promise<void> {
    this.#open.set(connection, new Changes())
    await super.beginTransaction(connection, settings)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const changes = this.#open.get(connection)
    this.#open.delete(connection)
    await super.commitTransaction(connection)
    if (changes) this.#onChanges(changes.all())
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    this.#open.delete(connection)
    await super.rollbackTransaction(connection)
  }
}

/** Marks the work of its transactions, so that requests to other systems within one are reported. */
class MarkingDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => execute((trx) => whileOpen(() => work(trx)))
    return builder
  }
}

class Dialect extends PostgresDialect {
  readonly #driver: PostgresDriver

  constructor(pool: pg.Pool, onChanges: OnChanges) {
    super({ pool })
    this.#driver = new CollectingDriver(pool, onChanges)
  }

  override createDriver(): PostgresDriver {
    return this.#driver
  }

  override createQueryCompiler(): DealerCompiler {
    return new DealerCompiler()
  }
}

/** Opens the product's database on a pool. `onChanges` receives what is written, per store. */
export function createDatabase(pool: pg.Pool, onChanges: OnChanges = () => undefined): Database {
  const db = new MarkingDatabase({ dialect: new Dialect(pool, onChanges) })
  homes.set(db, { pool, onChanges })
  return db
}

/** Runs the product's own functions on a command's connection, in its transaction. */
export function executorOn(client: pg.ClientBase): Executor {
  const held = { query: client.query.bind(client), release: () => undefined }
  return createDatabase({ connect: () => Promise.resolve(held) } as unknown as pg.Pool)
}

/**
 * Runs a SQL statement with parameters and returns its rows. Outside a transaction it uses a pool connection directly, because Kysely's
 * path costs more than the statement.
 */
export async function send<Row extends object>(
  db: Executor,
  text: string,
  values: unknown[],
  facts?: Facts,
): Promise<Row[]> {
  const home = homes.get(db)
  if (!home) {
    const compiled = CompiledQuery.raw(text, values)
    return (await db.executeQuery<Row>(facts ? ({ ...compiled, facts } as CompiledQuery) : compiled)).rows
  }
  const client = await home.pool.connect()
  try {
    if (facts) publishFacts(text, facts)
    const { rows, rowCount, command } = await client.query<Row>(text, values)
    if (facts && facts.writes.length > 0)
      home.onChanges(changesOf(facts, { rowCount: rowCount ?? 0, isQuery: command === 'SELECT' }))
    return rows
  } finally {
    client.release()
  }
}

const publishFacts = (text: string, facts: Facts): void => {
  if (factsChannel.hasSubscribers) factsChannel.publish({ text, facts } satisfies SentFacts)
}

/** Whether an error is a violated foreign key or check constraint. */
export const isBroken = (error: unknown): boolean =>
  ['23503', '23514'].includes((error as { code?: string } | undefined)?.code ?? '')

const unstorableCodes = new Set(['22003', '22008', '22021', '22P02', '22P05'])

/** Whether a value fits no column: a number out of range, or a text with a NUL or half a surrogate pair. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && unstorableCodes.has((error as Error & { code?: string }).code ?? '')

/** Maximum number of retries of a transaction, or of a statement outside one. */
const mostRetries = 9
/** Base of the random wait before a retry, multiplied by the attempt. Without it, transactions that deadlocked would deadlock again. */
const retryMs = 40

/**
 * Thrown when data that was read before the locks has changed: the number now has a file, the lead another mobile. `transact` rolls back
 * and retries.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * Number of retries in this process by reason, for the metrics. `crossed`: deadlocks and serialization failures. `stale`: plans from before
 * a change of the schema. `overtaken`: see `Overtaken`.
 */
export const retryCounts = { crossed: 0, stale: 0, overtaken: 0 }

/**
 * Runs `work` in a transaction and retries it after a deadlock, a stale plan or `Overtaken`, so `work` must have no other effects.
 * PostgreSQL rolls one of two deadlocked transactions back. With the lock order of docs/decisions/0020-lock-order.md this should not occur,
 * so each retry is counted.
 */
export async function transact<Result>(
  db: Database,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const attempt = () => db.transaction().execute(work)
  try {
    return await attempt()
  } catch (error) {
    return repeat(error, attempt, isOvertaken)
  }
}

/** Repeats what PostgreSQL rolled back for a passing reason; rejects with the first other error, or the last one. */
async function repeat<Result>(
  first: unknown,
  attempt: () => Promise<Result>,
  isOvertakenBy: (error: unknown) => boolean = () => false,
): Promise<Result> {
  let error = first
  for (let retries = 0; retries < mostRetries; retries++) {
    const reason = isCrossed(error)
      ? 'crossed'
      : isStale(error)
        ? 'stale'
        : isOvertakenBy(error)
          ? 'overtaken'
          : undefined
    if (!reason) throw error
    retryCounts[reason]++
    await setTimeout(Math.random() * retryMs * (retries + 1))
    try {
      return await attempt()
    } catch (later) {
      error = later
    }
  }
  throw error
}

const isOvertaken = (error: unknown): boolean => error instanceof Overtaken

const isCrossed = (error: unknown): boolean =>
  ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

/** A prepared statement whose columns a migration has changed. */
const isStale = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

/**
 * The unique index that an insert violated, if the error is a unique violation. Citus names it in the message alone, with the number of
 * the shard behind it.
 */
export function violatedIndex(error: unknown): string | undefined {
  const { code, constraint, message } = (error ?? {}) as Partial<pg.DatabaseError>
  if (code !== '23505') return undefined
  return constraint ?? /"([^"]+?)(?:_\d{6,})?"/.exec(message ?? '')?.[1]
}

import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'

/**
 * Every connection to the database is a `DatabaseClient`. It finds the server that takes writes among the hosts of DATABASE_URL, and ends
 * when a server no longer answers although the connection is open.
 */

export interface ConnectionConfig extends pg.ClientConfig {
  /** Ends the connection if a statement gets no answer. Only for connections whose statements have a `statement_timeout` below that. */
  readonly isWatched?: boolean
}

/** Returns a URL for each host of libpq's `postgresql://a:5432,b:5432/db`, any other URL as it is. Throws if a host makes no URL. */
export function urlsOf(url: string): string[] {
  const authority = url.indexOf('://') + 3
  const length = url.slice(authority).search(/[/?#]/)
  const end = length < 0 ? url.length : authority + length
  const start = Math.max(authority, url.slice(0, end).lastIndexOf('@') + 1)
  const hosts = url.slice(start, end).split(',')
  if (hosts.length === 1) return [url]
  return hosts.map((host) => {
    const one = new URL(`${url.slice(0, start)}${host}${url.slice(end)}`)
    one.searchParams.delete('target_session_attrs')
    return one.href
  })
}

/** Why a URL cannot be used; undefined if it can. */
export function faultOfUrl(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must begin with postgresql://'
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1] ?? 'read-write'
  if (!['read-write', 'primary'].includes(attributes))
    return `target_session_attrs=${attributes} is not supported: use read-write`
  try {
    return urlsOf(url).every((one) => URL.canParse(one)) ? undefined : 'is no URL'
  } catch {
    return 'is no URL'
  }
}

/** Interval in which a connection checks itself. */
const beatMs = 2_500
/** A statement without an answer for this long is lost; statements of watched connections end after 20 s. */
const lostMs = 22_500
/** An idle connection is asked after this silence, and lost after the same time without an answer. */
const silentMs = 10_000
const probeMs = 2_000

// source-disable-next-line moduleState -- marks on errors that this process threw
const losses = new WeakSet<object>()

const noteLoss = (error: unknown): void => {
  if (error instanceof Error) losses.add(error)
}

/** Whether an error is that a connection could not be opened, or broke, whatever its code. */
export const isLoss = (error: Error): boolean => losses.has(error)

/** Opens and closes a connection, as a pool does when it needs another one. */
export async function tryConnection(url: string): Promise<void> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'showroom-probe',
  })
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Last server that took writes, by the URL with all hosts; tried first. */
// source-disable-next-line moduleState -- a guess that is tried first; each process finds its own
const lastFound = new Map<string, string>()
// source-disable-next-line moduleState -- searches that run in this process
const searches = new Map<string, Promise<string>>()

/** Returns the URL of the first server that takes writes, or else of one that answers. Concurrent searches share one. */
function findServer(url: string): Promise<string> {
  const running = searches.get(url)
  if (running) return running
  const search = askInTurn(url).finally(() => searches.delete(url))
  searches.set(url, search)
  return search
}

async function askInTurn(url: string): Promise<string> {
  const urls = urlsOf(url)
  const last = lastFound.get(url)
  let readOnly: string | undefined
  let failure: unknown
  for (const one of new Set([...(last ? [last] : []), ...urls])) {
    const client = new DatabaseClient({ connectionString: one, connectionTimeoutMillis: probeMs })
    try {
      await client.connect()
      if (!client.isReadOnly) {
        lastFound.set(url, one)
        return one
      }
      readOnly ??= one
    } catch (error) {
      failure = error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  if (readOnly) return readOnly
  throw failure
}

/** A connection to the database, or to that of several servers which takes writes; if none does, to one that answers queries. */
export class DatabaseClient extends pg.Client {
  /** The URL with all hosts, if there are several. */
  readonly #several: string | undefined
  readonly #isWatched: boolean
  /** Settings of the session that refuse writes. The server reports them, also when they change. */
  readonly #refusing = new Set<string>()
  #bytesRead = 0
  /** Time without a byte from the server; waiting for an answer; on a server that refuses writes. */
  #silentMs = 0
  #waitingMs = 0
  #readOnlyMs = 0
  #isAsking = false

  constructor({ isWatched = false, ...config }: ConnectionConfig = {}) {
    const url = config.connectionString ?? ''
    const [first, ...others] = urlsOf(url)
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: silentMs,
      ...config,
      ...(others.length > 0 && { connectionString: first }),
    })
    this.#several = others.length > 0 ? url : undefined
    this.#isWatched = isWatched
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!['in_hot_standby', 'default_transaction_read_only'].includes(parameterName)) return
      if (parameterValue === 'on') this.#refusing.add(parameterName)
      else this.#refusing.delete(parameterName)
    })
    this.connection.on('error', noteLoss)
    // An error without a listener ends the process, and one may arrive before the owner of the connection listens. Queries fail anyway.
    this.on('error', () => undefined)
    let timer: NodeJS.Timeout | undefined
    this.once('connect', () => {
      timer = setInterval(() => this.#check(), beatMs).unref()
    })
    this.once('end', () => clearInterval(timer))
  }

  /** Whether the server is a standby, or set read-only. */
  get isReadOnly(): boolean {
    return this.#refusing.size > 0
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connect = async (): Promise<pg.Client> => {
      try {
        if (this.#several !== undefined) await this.#aim(this.#several)
        return await super.connect()
      } catch (error) {
        noteLoss(error)
        throw error
      }
    }
    if (!callback) return connect()
    callbackify(connect)(callback)
    return undefined
  }

  async #aim(url: string): Promise<void> {
    const { hostname, port } = new URL(await findServer(url))
    this.host = hostname.replaceAll(/[[\]]/g, '')
    this.port = Number(port) || 5432
  }

  #check(): void {
    // pg's types lack it: false while statements wait for an answer.
    const isBusy = !(this as unknown as { readyForQuery: boolean }).readyForQuery
    const { bytesRead } = this.connection.stream as Socket
    const isHeard = bytesRead !== this.#bytesRead
    this.#bytesRead = bytesRead
    this.#silentMs = isHeard ? 0 : this.#silentMs + beatMs
    this.#waitingMs = isBusy && !isHeard ? this.#waitingMs + beatMs : 0
    this.#readOnlyMs = this.isReadOnly ? this.#readOnlyMs + beatMs : 0
    const isLost = this.#isAsking ? this.#waitingMs >= silentMs : this.#isWatched && this.#waitingMs >= lostMs
    if (isLost) this.#drop('the database does not answer')
    // Within a transaction a question would prolong the time for which PostgreSQL lets it wait.
    else if (isBusy || this.getTransactionStatus() !== 'I') return
    else if (this.#several !== undefined && this.#readOnlyMs >= silentMs)
      this.#drop('the database refuses writes, another server may take them')
    else if (this.#silentMs >= silentMs) void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    await super.query('select 1').catch(() => undefined)
    this.#isAsking = false
  }

  #drop(reason: string): void {
    this.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }))
  }
}

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

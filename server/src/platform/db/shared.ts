import type pg from 'pg'

/** A connection with running reads. */
interface Share {
  readonly client: Promise<pg.PoolClient>
  running: number
}

/**
 * Maximum number of reads per connection. Enough that PostgreSQL always finds the next read waiting, few enough that a slow one delays only
 * some.
 */
const mostRunning = 4

/**
 * Pool connections shared by quick reads. PostgreSQL answers them one after another instead of being woken for each
 * (docs/decisions/0042-connection-pool.md). The first read takes a connection from the pool, the last one releases it.
 */
export class SharedConnections {
  readonly #pool: pg.Pool
  readonly #most: number
  readonly #shares = new Set<Share>()
  /** Reads that wait for a free connection, oldest first. */
  readonly #waiting: ((share: Share) => void)[] = []

  /** `most`: maximum number of shared connections. The pool's other connections are for longer work. */
  constructor(pool: pg.Pool, most: number) {
    this.#pool = pool
    this.#most = most
  }

  async query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const share = this.#roomOn() ?? (await this.#wait())
    try {
      const client = await share.client
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      // The connection may be broken, so later reads take another.
      this.#shares.delete(share)
      throw error
    } finally {
      this.#leave(share)
    }
  }

  /** Returns the connection with the fewest reads, opening another one while allowed; undefined if all are full. */
  #roomOn(): Share | undefined {
    let least: Share | undefined
    if (this.#shares.size < this.#most) {
      least = { client: this.#pool.connect(), running: 0 }
      this.#shares.add(least)
    } else for (const one of this.#shares) if (!least || one.running < least.running) least = one
    if (!least || least.running >= mostRunning) return undefined
    least.running += 1
    return least
  }

  /** Waits as long as for a pool connection, then fails as if the database were unavailable. */
  #wait(): Promise<Share> {
    return new Promise((resolve, reject) => {
      const enter = (share: Share): void => {
        clearTimeout(timer)
        resolve(share)
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, this.#pool.options.connectionTimeoutMillis)
      this.#waiting.push(enter)
    })
  }

  #leave(share: Share): void {
    share.running -= 1
    const room = this.#waiting.length > 0 && this.#roomOn()
    if (room) this.#waiting.shift()?.(room)
    if (share.running > 0) return
    this.#shares.delete(share)
    share.client.then(
      (client) => client.release(),
      // No connection was opened; the reads have already received the error.
      () => undefined,
    )
  }
}

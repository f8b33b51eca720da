import type pg from 'pg'

/** A connection while reads are on their way on it. */
interface Share {
  readonly client: Promise<pg.PoolClient>
  running: number
}

/** PostgreSQL finds the next read behind the one that it answers; and few wait where a connection is held up. */
const mostRunning = 4

/**
 * Connections of a pool that quick reads share: PostgreSQL answers one behind the other, instead of being woken for each
 * (docs/decisions/0042-connection-pool.md). They are taken from the pool with the first read, and given back behind the last.
 */
export class SharedConnections {
  readonly #pool: pg.Pool
  readonly #most: number
  readonly #shares = new Set<Share>()
  /** Reads for which there is no room yet, the oldest first. */
  readonly #waiting: ((share: Share) => void)[] = []

  /** `most`: a part of the pool's; the others are for what takes longer. */
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
      // Perhaps it broke: those that come have another.
      this.#shares.delete(share)
      throw error
    } finally {
      this.#leave(share)
    }
  }

  /** The connection with the fewest reads, a further one while there may be; undefined while all are full. */
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

  /** For as long as for a connection of the pool: then the database is as good as away. */
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
      // There was none: who asked has heard why.
      () => undefined,
    )
  }
}

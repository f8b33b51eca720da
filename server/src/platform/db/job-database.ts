import { setTimeout } from 'node:timers/promises'
import type { ConstructorOptions } from 'pg-boss'
import type { Logger } from '../observe/log.ts'
import { openPool } from './client.ts'
import { faultOf } from './fault.ts'
import { openLine } from './line.ts'

const retryMs = 500
/** Times after a reconnection at which all workers look for jobs: at once, and when a job that was interrupted is due again. */
const lookMs = [0, 1_500, 3_000, 4_500]

type QueueDatabase = Required<Pick<NonNullable<ConstructorOptions['db']>, 'executeSql' | 'listen'>>

interface JobDatabase extends QueueDatabase {
  /** Runs a statement once: it fails at once while the database is away. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>
  /** Lets statements fail from now on. */
  stopWaiting(): void
  close(): Promise<void>
}

/**
 * The queue's access to the database. While the database is away or refuses writes, the queue's statements wait, so that it goes on at once
 * when the database is back. They may run twice, which the queue allows: another process may run them too.
 */
export function openJobDatabase(url: string, log: Logger): JobDatabase {
  const pool = openPool(
    url,
    { max: 3, connectionTimeoutMillis: 5_000, application_name: 'showroom-jobs' },
    log,
  )
  let isStopping = false
  let returning: Promise<void> | undefined
  async function untilBack(): Promise<void> {
    for (;;) {
      await setTimeout(retryMs)
      if (isStopping) return
      const isBack = await pool
        .query<{ isReadOnly: boolean }>(
          `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
        )
        .then(
          ({ rows }) => rows[0]?.isReadOnly === false,
          () => false,
        )
      if (isBack) return
    }
  }
  return {
    query: (text, values) => pool.query(text, [...values]),
    async executeSql(text, values) {
      for (;;)
        try {
          return await pool.query(text, values)
        } catch (error) {
          if (isStopping || !['away', 'read-only', 'full'].includes(faultOf(error) ?? '')) throw error
          returning ??= untilBack().finally(() => (returning = undefined))
          await returning
        }
    },
    listen(channel, heard, reconnected) {
      const line = openLine(url, log, 'showroom-jobs-line')
      line.listen(channel, {
        heard,
        up() {
          for (const ms of lookMs) globalThis.setTimeout(() => reconnected(), ms).unref()
        },
      })
      return Promise.resolve({ close: () => line.stop() })
    },
    stopWaiting() {
      isStopping = true
    },
    close: () => pool.end(),
  }
}

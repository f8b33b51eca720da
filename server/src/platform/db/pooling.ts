import { ConfigError } from '../config/config.ts'
import { planning } from './client.ts'
import { DatabaseClient } from './connect.ts'

const advice =
  'DATABASE_URL leads to a connection pooler (such as pgbouncer) that shares sessions between clients. ' +
  'Showroom prepares statements and listens for notifications, which need a session of their own: ' +
  'connect to PostgreSQL directly, or set the pooler to pool_mode = session and ignore_startup_parameters = options.'

/**
 * Throws `ConfigError` if a pooler in transaction mode stands before the database: prepared statements and notifications would be lost
 * without an error. A setting of one connection is then visible to another one.
 */
export async function checkPooling(databaseUrl: string): Promise<void> {
  const open = () => new DatabaseClient({ connectionString: databaseUrl, options: planning })
  const first = open()
  const second = open()
  try {
    await first.connect()
    await second.connect()
    const own = `set-by-${process.pid}`
    await first.query("select set_config('showroom.pooling', $1, false)", [own])
    const { rows } = await second.query<{ seen: string | null }>(
      "select current_setting('showroom.pooling', true) as seen",
    )
    if (rows[0]?.seen === own) throw new ConfigError(advice)
  } catch (error) {
    if (/unsupported startup parameter/i.test((error as Error).message))
      throw new ConfigError(advice, { cause: error })
    throw error
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

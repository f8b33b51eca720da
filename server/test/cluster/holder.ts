import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import type { TestApp } from '../app.ts'
import { ask } from '../citus/citus.ts'

/** Holds the lock on a customer's row, so that others have to wait. */
export interface Holder {
  /** Resolves once `count` connections wait for a lock. */
  waiting(count: number): Promise<void>
  release(): Promise<void>
}

/** Locks a row of a store. Citus locks rows of one store only, so the statement names it. */
export async function lockRow(
  client: pg.Client,
  table: 'customer' | 'deal' | 'lead',
  id: number,
): Promise<void> {
  const { rows } = await client.query<{ dealer_id: number }>(`select dealer_id from ${table} where id = $1`, [
    id,
  ])
  await client.query(`select from ${table} where dealer_id = $1 and id = $2 for update`, [
    rows[0]?.dealer_id,
    id,
  ])
}

/** Asks all servers about the connections that wait for a lock: on Citus those for rows wait on the workers. */
async function askWaiting<Row extends object>(app: TestApp, columns: string): Promise<Row[]> {
  const name = new URL(app.databaseUrl).pathname.slice(1)
  const text = `select ${columns} from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`
  return (await Promise.all(inject('servers').map((server) => ask<Row>(server, text, [name])))).flat()
}

/** How many connections wait for a lock. */
export const countWaiting = async (app: TestApp): Promise<number> => (await askWaiting(app, 'pid')).length

/** Cancels the statements that wait for a lock, and returns their number. */
export const cancelWaiting = async (app: TestApp): Promise<number> =>
  (await askWaiting(app, 'pg_cancel_backend(pid)')).length

export async function holdCustomer(app: TestApp, customerId: number): Promise<Holder> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await lockRow(client, 'customer', customerId)
  return {
    waiting: (count) => vi.waitFor(async () => expect(await countWaiting(app)).toBe(count), 5000),
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}

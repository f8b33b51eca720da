import { sql } from 'kysely'
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { TestApp } from './app.ts'

/** Holds the lock on a customer's row, so that others have to wait. */
export interface Holder {
  /** Resolves once `count` connections wait for a lock. */
  waiting(count: number): Promise<void>
  release(): Promise<void>
}

export async function holdCustomer(app: TestApp, customerId: number): Promise<Holder> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from customer where id = $1 for update', [customerId])
  return {
    waiting: (count) =>
      vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
        expect(rows).toHaveLength(count)
      }, 5000),
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}

import type { Clock } from '../clock.ts'
import type { Database } from '../db/client.ts'
import { deleteExpired } from './housekeeping.repository.ts'
import type { Job } from './jobs.ts'

/** Deletes expired rows: idempotency keys, rate limits, undo tickets. The audit is kept. */
export const housekeeping = (db: Database, clock: Clock): Job => ({
  name: 'housekeeping',
  for: 'stores',
  cron: '17 * * * *',
  async run() {
    await deleteExpired(db, clock())
  },
})

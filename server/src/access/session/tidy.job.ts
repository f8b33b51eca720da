import type { Clock } from '../../platform/clock.ts'
import { usualRetention } from '../../platform/config/config.retention.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteExpired } from './tidy.repository.ts'

/** Deletes sessions that are unused or so many days old, and expired browser marks, captchas, states and codes. */
export const tidySignIns = (db: Database, clock: Clock, days = usualRetention.sessions): Job => ({
  name: 'tidy-sign-ins',
  for: 'stores',
  cron: '19 * * * *',
  async run() {
    await transact(db, (trx) => deleteExpired(trx, clock(), days))
  },
})

import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteExpired } from './tidy.repository.ts'

/** Deletes expired sessions, browser marks, captchas, states and codes. */
export const tidySignIns = (db: Database, clock: Clock): Job => ({
  name: 'tidy-sign-ins',
  for: 'stores',
  cron: '19 * * * *',
  async run() {
    await deleteExpired(db, clock())
  },
})

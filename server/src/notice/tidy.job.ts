import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'

const keptMs = 90 * 24 * 3_600_000

/** Deletes notices older than 90 days, read or not. */
export const tidyNotices = (db: Database, clock: Clock): Job => ({
  name: 'tidy-notices',
  for: 'stores',
  cron: '41 3 * * *',
  async run() {
    const before = new Date(clock().getTime() - keptMs)
    await db.deleteFrom('notice').where('created_at', '<', before).execute()
    await db.deleteFrom('notice_push').where('state', '>', 0).where('due_at', '<', before).execute()
  },
})

import { draftDays } from '@showroom/contract/kernel/drafts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'

/** What was last saved before that is kept no longer. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - draftDays * 24 * 3_600_000)

/** Removes drafts of more than 7 days ago: nobody can read them any more. */
export const tidyDrafts = (db: Database, clock: Clock): Job => ({
  name: 'tidy-drafts',
  for: 'stores',
  cron: '17 * * * *',
  async run() {
    await db.deleteFrom('draft').where('updated_at', '<=', keptSince(clock())).execute()
  },
})

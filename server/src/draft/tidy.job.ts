import { draftDays } from '@showroom/contract/kernel/drafts'
import { takeBackHours } from '@showroom/contract/team/leave.schema'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteDraftsOfLeft, deleteOldDrafts } from './tidy.repository.ts'

/** Drafts last saved before this instant are expired. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - draftDays * 24 * 3_600_000)

/** Deletes drafts that no one can read: older than 7 days, or of members whose leaving can no longer be undone. */
export const tidyDrafts = (db: Database, clock: Clock): Job => ({
  name: 'tidy-drafts',
  for: 'stores',
  cron: '17 * * * *',
  async run() {
    const now = clock()
    await deleteOldDrafts(db, keptSince(now))
    await deleteDraftsOfLeft(db, new Date(now.getTime() - takeBackHours * 3_600_000))
  },
})

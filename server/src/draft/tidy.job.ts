import { draftDays } from '@showroom/contract/kernel/drafts'
import { takeBackHours } from '@showroom/contract/team/leave.schema'
import { later } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { usualRetention } from '../platform/config/config.retention.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { listAllStores } from '../platform/jobs/stores.repository.ts'
import { deleteDraftsOfLeft, deleteOldDrafts } from './tidy.repository.ts'

/** Drafts last saved before this instant are expired. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - draftDays * 24 * 3_600_000)

/** Deletes drafts that no one can read: older than so many days, or of members whose leaving can no longer be undone. */
export const tidyDrafts = (db: Database, clock: Clock, days = usualRetention.drafts): Job => ({
  name: 'tidy-drafts',
  for: 'stores',
  cron: '17 * * * *',
  async run() {
    const now = clock()
    for (const dealerId of await listAllStores(db)) {
      await deleteOldDrafts(db, dealerId, later(now, -days * 86_400))
      await deleteDraftsOfLeft(db, dealerId, later(now, -takeBackHours * 3_600))
    }
  },
})

import { takeBackHours } from '@showroom/contract/team/leave.schema'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { listAllStores } from '../platform/jobs/stores.repository.ts'
import { deleteOldMoves } from './tidy.repository.ts'

/** Deletes the moves of leaves that can no longer be taken back. The record of the leave stays. */
export const tidyLeaves = (db: Database, clock: Clock): Job => ({
  name: 'tidy-leaves',
  for: 'stores',
  cron: '27 * * * *',
  async run() {
    const before = new Date(clock().getTime() - takeBackHours * 3_600_000)
    for (const dealerId of await listAllStores(db)) await deleteOldMoves(db, dealerId, before)
  },
})

import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteHandled } from './record.repository.ts'

const keptMs = 90 * 24 * 3_600_000

/** Deletes deliveries handled more than 90 days ago; the records they created stay. */
export const tidyRecords = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Job => ({
  name: 'tidy-record-deliveries',
  for: 'stores',
  cron: '35 4 * * *',
  run: () => deleteHandled(db, new Date(clock().getTime() - keptMs)),
})

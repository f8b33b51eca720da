import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs.ts'
import { deleteHandledSteps } from './maker.repository.ts'

const keptMs = 90 * 24 * 3_600_000

/** Deletes messages of the maker's system older than 90 days. The orders keep their changes. */
export const tidySteps = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Job => ({
  name: 'tidy-order-deliveries',
  for: 'stores',
  cron: '29 4 * * *',
  run: () => deleteHandledSteps(db, new Date(clock().getTime() - keptMs)),
})

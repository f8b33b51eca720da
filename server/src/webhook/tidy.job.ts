import { keptDays } from '@showroom/contract/webhook/webhook.rules'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteOld } from './message.repository.ts'

/** Deletes messages older than 30 days, delivered or not. */
export const tidyWebhooks = (db: Database, clock: Clock): Job => ({
  name: 'tidy-webhooks',
  for: 'stores',
  cron: '23 4 * * *',
  run: () => deleteOld(db, new Date(clock().getTime() - keptDays * 86_400_000)),
})

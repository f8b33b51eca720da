import { later } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/client.ts'
import type { Job } from '../jobs.ts'
import { deleteBefore } from './upkeep.repository.ts'
import type { Kept } from './upkeep.repository.ts'

/** A daily job that deletes rows so many days after their time. */
export const retention = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  {
    name,
    cron,
    days,
    rows,
  }: Pick<Job, 'name' | 'cron'> & { readonly days: number; readonly rows: readonly Kept[] },
): Job => ({
  name,
  for: 'stores',
  cron,
  async run() {
    const before = later(clock(), -days * 86_400)
    for (const kept of rows) await deleteBefore(db, kept, before)
  },
})

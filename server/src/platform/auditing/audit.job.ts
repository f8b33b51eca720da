import { deleteAudit } from './audit.repository.ts'
import { later } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database } from '../db/client.ts'
import type { Job } from '../jobs/jobs.ts'
import { listAllStores } from '../jobs/stores.repository.ts'

/** Rows deleted in one transaction. */
const batch = 5000

/** Deletes rows of the action log that are older than so many days, store by store; none with 0 days. */
export const tidyAudit = (db: Database, clock: Clock, days: number): Job => ({
  name: 'tidy-audit',
  for: 'stores',
  cron: '11 3 * * *',
  async run() {
    if (days === 0) return
    const before = later(clock(), -days * 86_400)
    for (const dealerId of await listAllStores(db))
      while ((await transact(db, (trx) => deleteAudit(trx, dealerId, before, batch))) === batch);
  },
})

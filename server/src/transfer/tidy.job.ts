import type { Clock } from '../platform/clock.ts'
import { usualRetention } from '../platform/config/config.retention.ts'
import type { Database } from '../platform/db/client.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { listAllStores } from '../platform/jobs/stores.repository.ts'
import { listOutdatedFiles } from './export/export.repository.ts'
import { deleteImport, listOldImports } from './import/import.repository.ts'
import { deleteChanges } from './update/update.repository.ts'

const day = 24 * 3_600_000

/**
 * Deletes files and rows of old imports and exports: rows with personal numbers after a week, files once their links have expired. A row
 * is deleted after its files, so an interrupted run can be repeated.
 */
export const tidyTransfers = (
  db: Database,
  files: FileStore,
  clock: Clock,
  exportDays = usualRetention.exports,
): Job => ({
  name: 'tidy-transfers',
  for: 'stores',
  cron: '41 3 * * *',
  async run() {
    const ago = (days: number): Date => new Date(clock().getTime() - days * day)
    for (const id of await listAllStores(db)) {
      for (const old of await listOldImports(db, id, ago(7))) {
        for (const key of old.keys) await files.remove(key)
        await deleteImport(db, old)
      }
      for (const key of await listOutdatedFiles(db, id, ago(14), ago(exportDays))) await files.remove(key)
    }
  },
})

/** Deletes what updates replaced once they can no longer be undone: it holds personal numbers. */
export const tidyChanges = (db: Database, clock: Clock): Job => ({
  name: 'tidy-import-changes',
  for: 'stores',
  cron: '17 * * * *',
  async run() {
    const before = new Date(clock().getTime() - day)
    for (const dealerId of await listAllStores(db)) await deleteChanges(db, dealerId, before)
  },
})

import { exportKeptDays } from '@showroom/contract/audit/audit.schema'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { Job } from '../platform/jobs.ts'
import { listOutdatedFiles } from './export.repository.ts'
import { deleteOldImports } from './import.repository.ts'

const day = 24 * 3_600_000

/** Removes what imports and exports leave behind: rows with people's numbers after a week, files once they cannot be fetched again. */
export const tidyTransfers = (db: Database, files: FileStore, clock: Clock): Job => ({
  name: 'tidy-transfers',
  cron: '41 3 * * *',
  async run() {
    const ago = (days: number): Date => new Date(clock().getTime() - days * day)
    const keys = [
      ...(await deleteOldImports(db, ago(7))),
      ...(await listOutdatedFiles(db, ago(14), ago(exportKeptDays))),
    ]
    for (const key of keys) await files.remove(key)
  },
})

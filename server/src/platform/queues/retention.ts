import { later } from '../clock.ts'
import type { Retention } from '../config/config.retention.ts'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { FileStore } from '../files/files.ts'
import type { Job } from '../jobs/jobs.ts'
import { listAllStores } from '../jobs/stores.repository.ts'
import { listTables } from '../tables/describe.ts'
import type { AllTables } from '../tables/describe.ts'
import { deleteBefore } from './upkeep.repository.ts'

/** Daily jobs, one for each room, that delete rows as the descriptions of their tables say. */
export const retentionJobs = (
  { db, clock, days }: { readonly db: Database; readonly clock: Clock; readonly days: Retention },
  all: AllTables,
): Job[] =>
  Object.entries(all).flatMap(([room, tables], at): Job[] => {
    const aging = listTables({ [room]: tables }).flatMap(({ table, retention }) =>
      retention ? [{ table, ...retention }] : [],
    )
    if (aging.length === 0) return []
    return [
      {
        name: `tidy-rows-${room}`,
        for: 'stores',
        cron: `${at} 4 * * *`,
        async run() {
          for (const { days: kept, ...rows } of aging) {
            const count = typeof kept === 'number' ? kept : days[kept]
            if (count > 0) await deleteBefore(db, rows, later(clock(), -count * 86_400))
          }
        },
      },
    ]
  })

/** Files deleted in one transaction. */
const batch = 200

interface KeptFiles extends Pick<Job, 'name' | 'cron'> {
  /** 0 keeps all. */
  readonly days: number
  /** Keys of a store's files from before the instant, oldest first. */
  readonly list: (db: Executor, dealerId: number, before: Date, limit: number) => Promise<string[]>
  /** Takes removed files out of the rows that name them. */
  readonly forget: (db: Executor, dealerId: number, keys: readonly string[]) => Promise<void>
}

/**
 * A daily job that deletes files so many days after their time; the rows stay. A file goes before the rows that name it, so an interrupted
 * run can be repeated.
 */
export const fileRetention = (
  {
    db,
    clock,
    files,
  }: { readonly db: Database; readonly clock: Clock; readonly files: Pick<FileStore, 'remove'> },
  { name, cron, days, list, forget }: KeptFiles,
): Job => ({
  name,
  for: 'stores',
  cron,
  async run() {
    if (days === 0) return
    const before = later(clock(), -days * 86_400)
    for (const dealerId of await listAllStores(db))
      for (;;) {
        const keys = await list(db, dealerId, before, batch)
        for (const key of keys) await files.remove(key)
        if (keys.length > 0) await transact(db, (trx) => forget(trx, dealerId, keys))
        if (keys.length < batch) break
      }
  },
})

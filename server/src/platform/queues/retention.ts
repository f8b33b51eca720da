import { later } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { FileStore } from '../files/files.ts'
import type { Job } from '../jobs/jobs.ts'
import { listStores } from '../jobs/stores.repository.ts'
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
    for (const dealerId of await listStores(db))
      for (;;) {
        const keys = await list(db, dealerId, before, batch)
        for (const key of keys) await files.remove(key)
        if (keys.length > 0) await transact(db, (trx) => forget(trx, dealerId, keys))
        if (keys.length < batch) break
      }
  },
})

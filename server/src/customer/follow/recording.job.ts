import { later } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { listStores } from '../../platform/stores.repository.ts'
import { forgetRecordings, listRecordings } from './record.repository.ts'

/** Recordings deleted in one transaction. */
const batch = 200

/**
 * Deletes recordings of calls that are older than so many days; the calls stay. None with 0 days. The file goes before the rows that name
 * it, so an interrupted run can be repeated.
 */
export const tidyRecordings = ({
  db,
  clock,
  files,
  retention,
}: Pick<RoomDeps, 'db' | 'clock' | 'files' | 'retention'>): Job => ({
  name: 'tidy-recordings',
  for: 'stores',
  cron: '51 3 * * *',
  async run() {
    if (retention.recordings === 0) return
    const before = later(clock(), -retention.recordings * 86_400)
    for (const dealerId of await listStores(db))
      for (;;) {
        const keys = await listRecordings(db, dealerId, before, batch)
        for (const key of keys) await files.remove(key)
        await transact(db, (trx) => forgetRecordings(trx, dealerId, keys))
        if (keys.length < batch) break
      }
  },
})

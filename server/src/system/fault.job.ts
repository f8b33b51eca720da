import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { lastingFaults } from '@showroom/contract/system/system.rules'
import { notify } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import { listStores } from '../platform/jobs/stores.repository.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { RoomDeps } from '../platform/room.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { listManagers } from '../team/index.ts'
import { listFaults, replaceFaults } from './system.repository.ts'
import { listDoors, listJobs } from './system.service.ts'
import type { Sources } from './system.service.ts'

/** Notifies every store's admins once, in one message, of jobs that fail for a day and outside systems that are down for an hour. */
export const warnOfFaults = (deps: Pick<RoomDeps, 'db' | 'clock'>, sources: Sources): Job => ({
  name: 'warn-of-faults',
  for: 'stores',
  cron: '*/10 * * * *',
  async run() {
    const { db, clock } = deps
    const now = clock()
    const state = { jobs: await listJobs(sources), doors: await listDoors(sources) }
    const faults = lastingFaults(state, secondsOf(now))
    const reported = await listFaults(db)
    const text = faults
      .filter(({ name }) => !reported.includes(name))
      .map((fault) => fault.text)
      .join('')
    if (text !== '')
      for (const dealerId of await listStores(db))
        await transact(db, async (trx) => {
          const by = { db: trx, scope: mintJobScope(dealerId, 0), now }
          const notice = { kind: noticeKind.systemFault, text }
          const managers = await listManagers(trx, by.scope)
          await notify(
            by,
            managers.map((memberId) => ({ ...notice, memberId })),
          )
        })
    await replaceFaults(
      db,
      faults.map(({ name }) => name),
      now,
    )
  },
})

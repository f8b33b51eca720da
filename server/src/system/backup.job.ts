import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { judgeBackup } from '@showroom/contract/system/system.rules'
import { notifyFirst } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { transact } from '../platform/db/client.ts'
import type { RoomDeps } from '../platform/room.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { listStores } from '../platform/jobs/stores.repository.ts'
import { listManagers } from '../team/index.ts'
import { readBackup } from './system.service.ts'

/** Notifies every store's admins each morning while the last backup failed or is too old. */
export const warnOfBackup = (deps: Pick<RoomDeps, 'db' | 'clock'>): Job => ({
  name: 'warn-of-backup',
  for: 'stores',
  cron: '20 8 * * *',
  async run() {
    const now = deps.clock()
    const backup = await readBackup(deps.db)
    const { sign, advice } = judgeBackup(backup, secondsOf(now))
    // An installation without noted backups is named on the page; its message would come each morning for ever.
    if (!backup) return
    if (sign !== 'warn' && sign !== 'bad') return
    for (const dealerId of await listStores(deps.db))
      await transact(deps.db, async (trx) => {
        const by = { db: trx, scope: mintJobScope(dealerId, 0), now }
        const notice = { kind: noticeKind.backupFailed, text: advice }
        await notifyFirst(by, await listManagers(trx, by.scope), notice)
      })
  },
})

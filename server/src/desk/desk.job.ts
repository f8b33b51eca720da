import { waitingMinutes } from '@showroom/contract/desk/desk.rules'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../notice/index.ts'
import type { Notifying } from '../notice/index.ts'
import type { Clock } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { serveInTurns } from '../platform/queues/ring.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { listStores } from '../platform/jobs/stores.repository.ts'
import { listManagers } from '../team/index.ts'
import { endPastVisits, listWaiting, markWaiting } from './waiting.repository.ts'
import { fillPastArrivals } from './past.job.ts'

interface JobDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Jobs that act on visits over time. */
export const deskJobs = (deps: JobDeps): Job[] => [
  warnOfWaiting(deps),
  closeVisits(deps),
  fillPastArrivals(deps),
]

/** Notifies managers of customers who have waited too long for a consultant, once per stay. */
const warnOfWaiting = (deps: JobDeps): Job => ({
  name: 'warn-of-waiting-visitors',
  for: 'stores',
  cron: '* * * * *',
  async run() {
    const now = deps.clock()
    await serveInTurns(await listWaiting(deps.db, now), async (dealerId) => {
      await transact(deps.db, async (trx) => {
        const names = await markWaiting(trx, dealerId, now)
        if (names.length === 0) return
        await notifyManagers({ db: trx, scope: mintJobScope(dealerId, 0), now }, names)
      })
      return false
    })
  },
})

async function notifyManagers(by: Notifying, names: readonly string[]): Promise<void> {
  const [first = ''] = names
  const who = names.length === 1 ? first : `${first}等${names.length}位客户`
  const notices = (await listManagers(by.db, by.scope)).map((memberId) => ({
    memberId,
    kind: noticeKind.receptionLate,
    text: `${who}到店超过${waitingMinutes}分钟，还没有人接待`,
  }))
  await notify(by, notices)
}

/** Ends visits that are still open after their day; the customers count as gone at midnight. */
const closeVisits = ({ db, clock }: JobDeps): Job => ({
  name: 'close-visits',
  for: 'stores',
  cron: '0 0 * * *',
  atStart: true,
  async run() {
    for (const dealerId of await listStores(db)) await endPastVisits(db, dealerId, clock())
  },
})

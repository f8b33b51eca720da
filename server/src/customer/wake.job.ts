import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Outlet } from '../platform/happenings.ts'
import type { Job } from '../platform/jobs.ts'
import { hintAfter } from '../platform/live.ts'
import type { Live } from '../platform/live.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { claimDormant } from './lock.ts'
import { wakeAll } from './wake.repository.ts'

interface WakeDeps {
  readonly db: Database
  readonly live: Pick<Live, 'hint'>
  readonly clock: Clock
  readonly happenings: Outlet
}

const told = { subject: '自动唤醒', content: '休眠到期，系统自动唤醒，请尽快跟进' }
const bySystem = { ...told, delivered: told.subject, deliveredContent: told.content }

/** Customers woken by one statement; more wait for the next. */
const batch = 500

/**
 * Wakes dormant customers whose time is over: the dormancy ends, a call (a return visit after a delivery) is planned for today, the
 * timeline says so; in one transaction, so that a kill in between wakes nobody by halves. A second process skips what the first has
 * locked.
 */
export const wakeDormant = (deps: WakeDeps): Job => ({
  name: 'wake-dormant',
  for: 'stores',
  cron: '*/5 * * * *',
  async run() {
    while ((await wakeBatch(deps, deps.clock())).length === batch);
  },
})

/** The stores of those it woke, once for each customer. */
export const wakeBatch = (deps: Omit<WakeDeps, 'clock'>, now: Date): Promise<number[]> =>
  hintAfter(deps, async (db, hintLive) => {
    const due = await claimDormant(db, now, batch)
    const dealerIds = due.map(({ dealerId }) => dealerId)
    if (due.length > 0) await wakeAll(db, due, { memberId: 0, memberName: '系统', now, ...bySystem })
    for (const dealerId of new Set(dealerIds)) {
      const customerIds = due.filter((one) => one.dealerId === dealerId).map(({ customerId }) => customerId)
      const by = { db, scope: mintJobScope(dealerId, 0), memberName: '系统', now, hintLive }
      await deps.happenings.emit(by, 'woken', { customerIds })
      hintLive({ dealerId, topics: ['customer', 'task'] })
    }
    return dealerIds
  })

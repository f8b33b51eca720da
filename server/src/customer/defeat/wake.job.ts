import type { Clock } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import { claimDormant, listDormantStores } from '../lock.repository.ts'
import { wakeAll } from './wake.repository.ts'

interface WakeDeps {
  readonly db: Database
  readonly clock: Clock
}

const row = { subject: '自动唤醒', content: '休眠到期，系统自动唤醒，请尽快跟进' }
const bySystem = { ...row, delivered: row.subject, deliveredContent: row.content }

/** Customers woken per statement; others wait for the store's next turn. */
const batch = 500

/**
 * Wakes dormant customers who are due. Ends the dormancy, plans a call for today (a return visit after a delivery) and writes a timeline
 * row in one transaction, so that a kill leaves no one half awake. Concurrent processes skip locked customers.
 */
export const wakeDormant = (deps: WakeDeps): Job => ({
  name: 'wake-dormant',
  for: 'stores',
  cron: '*/5 * * * *',
  run: async () => void (await wakeDue(deps, deps.clock())),
})

/** Wakes all customers due by `now`, one batch per store in turn. Returns the store of each woken customer. */
export async function wakeDue(deps: Omit<WakeDeps, 'clock'>, now: Date): Promise<number[]> {
  const dealerIds: number[] = []
  await serveInTurns(await listDormantStores(deps.db, now), async (dealerId) => {
    const woken = await wakeBatch(deps, dealerId, now)
    dealerIds.push(...Array<number>(woken).fill(dealerId))
    return woken === batch
  })
  return dealerIds
}

const wakeBatch = (deps: Omit<WakeDeps, 'clock'>, dealerId: number, now: Date): Promise<number> =>
  transact(deps.db, async (db) => {
    const due = await claimDormant(db, dealerId, now, batch)
    if (due.length === 0) return 0
    const customerIds = due.map(({ customerId }) => customerId)
    await wakeAll(db, dealerId, customerIds, { memberId: 0, memberName: '系统', now, ...bySystem })
    return due.length
  })

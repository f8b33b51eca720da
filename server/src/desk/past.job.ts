import { daySeconds } from '@showroom/contract/kernel/day'
import { secondsOf } from '../platform/clock.ts'
import { endOf } from '../platform/db/conditions.ts'
import { transact } from '../platform/db/client.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { serveInTurns } from '../platform/queues/ring.ts'
import {
  creditConfirmed,
  deletePast,
  insertFollowed,
  listPast,
  lockPast,
  movePast,
} from './past.repository.ts'

/** Days per batch. Whole days, because a customer has one visit a day. */
const daysPerBatch = 7

interface PastDeps {
  readonly db: Database
}

/**
 * Makes visits of the arrivals before migration 0075: completed visits and test drives for their author, confirmed arrivals for their first
 * receiver or today's owner. Works backwards from the newest, one week of a store per transaction, and resumes after a kill.
 */
export const fillPastArrivals = (deps: PastDeps): Job => ({
  name: 'past-arrivals',
  for: 'stores',
  cron: '*/10 * * * *',
  atStart: true,
  async run() {
    await serveInTurns(await listPast(deps.db), (dealerId) =>
      transact(deps.db, (trx) => fillWeek(trx, dealerId)),
    )
  },
})

/** Fills the newest week that is left. Returns whether the store may have more. */
async function fillWeek(db: Executor, dealerId: number): Promise<boolean> {
  const [past] = await lockPast(db, dealerId)
  if (!past) return false
  if (!past.latest) {
    await deletePast(db, dealerId)
    return false
  }
  const until = endOf(secondsOf(past.latest))
  const since = new Date(until.getTime() - daysPerBatch * daySeconds * 1000)
  await insertFollowed(db, dealerId, since, until)
  await creditConfirmed(db, dealerId, since, until)
  await movePast(db, dealerId, since)
  return true
}

import { daySeconds } from '@showroom/contract/kernel/day'
import { secondsOf } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { endOf } from '../../platform/db/conditions.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { correctDeals, deletePast, fillSeries, listPast, lockPast, movePast } from './past.repository.ts'

type PastDeps = Pick<RoomDeps, 'db' | 'log'>

const daysPerBatch = 7

/**
 * Gives the facts before migration 0170 the series of their moment. Works backwards from the newest, one week of a store per transaction,
 * and resumes after a kill. Logs how many rows of a store had a known series, and how many took today's.
 */
export const fillPastSeries = (deps: PastDeps): Job => ({
  name: 'past-series',
  for: 'stores',
  cron: '*/10 * * * *',
  atStart: true,
  async run() {
    await serveInTurns(await listPast(deps.db), (dealerId) =>
      transact(deps.db, (trx) => fillWeek(trx, deps, dealerId)),
    )
  },
})

/** Fills the newest week that is left. Returns whether the store may have more. */
async function fillWeek(db: Executor, { log }: PastDeps, dealerId: number): Promise<boolean> {
  const [past] = await lockPast(db, dealerId)
  if (!past) return false
  const { latest, known, assumed } = past
  if (!latest) {
    await deletePast(db, dealerId)
    log.info({ dealerId, known, assumed }, 'facts of before have their series')
    return false
  }
  const until = endOf(secondsOf(latest))
  const since = new Date(until.getTime() - daysPerBatch * daySeconds * 1000)
  await correctDeals(db, dealerId, since, until)
  const filled = await fillSeries(db, dealerId, since, until)
  await movePast(db, dealerId, {
    until: since,
    known: known + filled.known,
    assumed: assumed + filled.assumed,
  })
  return true
}

import type { Job } from '../../platform/jobs/jobs.ts'
import { fillPast } from '../../platform/jobs/past.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { correctDeals, deletePast, fillSeries, listPast, lockPast, movePast } from './past.repository.ts'

/**
 * Gives the facts before migration 0170 the series of their moment. Logs how many rows of a store had a known series,
 * and how many took today's.
 */
export const fillPastSeries = (deps: Pick<RoomDeps, 'db' | 'log'>): Job =>
  fillPast(deps, {
    name: 'past-series',
    list: listPast,
    lock: lockPast,
    async fill(db, dealerId, { since, until }, { known, assumed }) {
      await correctDeals(db, dealerId, since, until)
      const filled = await fillSeries(db, dealerId, since, until)
      await movePast(db, dealerId, {
        until: since,
        known: known + filled.known,
        assumed: assumed + filled.assumed,
      })
    },
    async end(db, dealerId, { known, assumed }) {
      await deletePast(db, dealerId)
      deps.log.info({ dealerId, known, assumed }, 'facts of before have their series')
    },
  })

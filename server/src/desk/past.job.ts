import { fillPast } from '../platform/jobs/past.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { RoomDeps } from '../platform/room.ts'
import {
  creditConfirmed,
  deletePast,
  insertFollowed,
  listPast,
  lockPast,
  movePast,
} from './past.repository.ts'

/**
 * Makes visits of the arrivals before migration 0075: completed visits and test drives for their author, confirmed
 * arrivals for their first receiver or today's owner.
 */
export const fillPastArrivals = (deps: Pick<RoomDeps, 'db'>): Job =>
  fillPast(deps, {
    name: 'past-arrivals',
    list: listPast,
    lock: lockPast,
    async fill(db, dealerId, { since, until }) {
      await insertFollowed(db, dealerId, since, until)
      await creditConfirmed(db, dealerId, since, until)
      await movePast(db, dealerId, since)
    },
    end: deletePast,
  })

import { later } from '../platform/clock.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { RoomDeps } from '../platform/room.ts'
import { listAllStores } from '../platform/jobs/stores.repository.ts'
import { deletePastQuarters } from './plan/booking.repository.ts'
import { deletePastEvents } from './plan/event.repository.ts'
import { forgetLicences, listLicences } from './paper/paper.repository.ts'

/** Days that texts, reminders and links of appointments are kept; plans reach some weeks ahead. */
const eventDays = 180
/** Days that booked quarters of an hour are kept. The activity keeps hour and car. */
const keptDays = 7

export const tidyQuarters = ({ db, clock }: Pick<RoomDeps, 'db' | 'clock'>): Job => ({
  name: 'tidy-test-car-quarters',
  for: 'stores',
  cron: '47 3 * * *',
  async run() {
    const before = later(clock(), -keptDays * 86_400)
    const eventsBefore = later(clock(), -eventDays * 86_400)
    for (const dealerId of await listAllStores(db)) {
      await deletePastQuarters(db, dealerId, before)
      await deletePastEvents(db, dealerId, eventsBefore)
    }
  },
})

/** Deletes photos of driving licences once their days are over; the drive and the signed agreement stay. */
export const tidyLicences = {
  name: 'tidy-licences',
  cron: '53 3 * * *',
  list: listLicences,
  forget: forgetLicences,
} as const

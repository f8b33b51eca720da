import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import { retention } from '../platform/queues/retention.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { appointmentRoutes } from './appointment.routes.ts'
import { book } from './booking.service.ts'
import { appointmentPersonal } from './personal.repository.ts'

export const tables = ['test_car', 'test_car_quarter'] as const satisfies readonly (keyof DB)[]

/** Booked quarters of an hour are kept for a week; the activity keeps hour and car. */
const tidyQuarters = {
  name: 'tidy-test-car-quarters',
  cron: '47 3 * * *',
  days: 7,
  rows: [{ table: 'test_car_quarter', at: 'starts_at' }],
} as const

export const open = (deps: RoomDeps): Room<typeof rooms.appointment> => ({
  handlers: appointmentRoutes(),
  personal: appointmentPersonal,
  subscriptions: {
    carChosen: ({ db, scope }, booking) => book(db, scope, booking, 'nextCarId'),
  },
  jobs: [retention(deps, tidyQuarters)],
})

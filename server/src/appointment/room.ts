import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { appointmentRoutes } from './appointment.routes.ts'
import { book } from './booking.service.ts'
import { appointmentPersonal } from './personal.repository.ts'
import { settleAppointments } from './noshow.job.ts'
import { tidyQuarters } from './tidy.job.ts'

export const tables = { distributed: ['test_car', 'test_car_quarter'] } as const satisfies RoomTables

export const open = (deps: RoomDeps): Room<typeof rooms.appointment> => ({
  handlers: appointmentRoutes(),
  personal: appointmentPersonal,
  subscriptions: {
    carChosen: ({ db, scope }, booking) => book(db, scope, booking, 'nextCarId'),
  },
  jobs: [settleAppointments(deps), tidyQuarters(deps)],
})

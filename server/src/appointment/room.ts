import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { appointmentRoutes } from './appointment.routes.ts'
import { book } from './booking.service.ts'
import { undoMove } from './move.service.ts'
import type { UndoMove } from './move.service.ts'
import { appointmentPersonal } from './personal.repository.ts'
import { settleAppointments } from './noshow.job.ts'
import { tidyQuarters } from './tidy.job.ts'

export const tables = { distributed: ['test_car', 'test_car_quarter', 'test_drive'] } as const satisfies RoomTables

interface AppointmentUndoable {
  readonly appointmentMoved: UndoMove
}

declare module '../platform/undo.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Undoable extends AppointmentUndoable {}
}

export const open = (deps: RoomDeps): Room<typeof rooms.appointment> => ({
  handlers: appointmentRoutes(deps),
  personal: appointmentPersonal,
  inverses: { appointmentMoved: undoMove },
  subscriptions: {
    carChosen: ({ db, scope }, booking) => book(db, scope, booking, 'nextCarId'),
  },
  jobs: [settleAppointments(deps), tidyQuarters(deps)],
})

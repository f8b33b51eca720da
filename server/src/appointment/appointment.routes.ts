import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { readDay, readWeek } from './appointment.service.ts'
import { listCars } from './car.repository.ts'
import { deleteCar, saveCar } from './car.service.ts'
import { moveAppointment } from './move.service.ts'

export const appointmentRoutes = (): HandlersOf<typeof rooms.appointment> => ({
  day: readDay,
  week: readWeek,
  move: moveAppointment,
  cars: async ({ db, session }) => ({ data: await listCars(db, session.scope) }),
  saveCar,
  removeCar: deleteCar,
})

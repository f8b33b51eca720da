import type { rooms } from '@showroom/contract'
import type { FileStore } from '../platform/files/files.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { readDay, readWeek } from './appointment.service.ts'
import { listCars } from './car.repository.ts'
import { deleteCar, saveCar } from './car.service.ts'
import { checkPictures, handOver, readDrives, takeBack } from './drive.service.ts'
import { moveAppointment } from './move.service.ts'

export const appointmentRoutes = ({
  files,
}: {
  readonly files: FileStore
}): HandlersOf<typeof rooms.appointment> => ({
  day: readDay,
  week: readWeek,
  move: moveAppointment,
  cars: async ({ db, session }) => ({ data: await listCars(db, session.scope) }),
  saveCar,
  removeCar: deleteCar,
  drives: readDrives,
  handOver: prepared((context, request) => checkPictures(context, files, request), handOver),
  takeBack,
})

import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { getMonth, getToday, sign } from './attendance.service.ts'
import { closeDays } from './remind.job.ts'
import { attendancePersonal } from './personal.repository.ts'

export const tables = { distributed: ['attendance_day', 'attendance_sign'] } as const satisfies RoomTables

const attendanceRoutes = (): HandlersOf<typeof rooms.attendance> => ({
  sign,
  today: getToday,
  month: (context, { month }) => getMonth(context, month),
})

export const open = (deps: RoomDeps): Room<typeof rooms.attendance> => ({
  personal: attendancePersonal,
  handlers: attendanceRoutes(),
  jobs: [closeDays(deps)],
})

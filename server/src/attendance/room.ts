import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { getMonth, getToday, sign } from './attendance.service.ts'
import { closeDays } from './remind.job.ts'

export { tables } from './attendance.tables.ts'

const attendanceRoutes = (): HandlersOf<typeof rooms.attendance> => ({
  sign,
  today: getToday,
  month: (context, { month }) => getMonth(context, month),
})

export const open = (deps: RoomDeps): Room<typeof rooms.attendance> => ({
  handlers: attendanceRoutes(),
  jobs: [closeDays(deps)],
})

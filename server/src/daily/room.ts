import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { dailyRoutes } from './daily.routes.ts'
import { sendDailyReports } from './send.job.ts'

export { tables } from './daily.tables.ts'

export const open = (deps: RoomDeps): Room<typeof rooms.daily> => ({
  handlers: dailyRoutes(),
  jobs: [sendDailyReports(deps)],
})

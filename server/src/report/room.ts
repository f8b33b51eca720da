import type { rooms } from '@showroom/contract'
import type { Outside } from '../platform/outside/outside.ts'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { sendMorningReports } from './morning/morning.job.ts'
import { morningRoutes } from './morning/morning.routes.ts'
import { reportRoutes } from './report.routes.ts'
import { openSums } from './sum.service.ts'
import { createRankWork, tidyRanks } from './wall/rank.work.ts'
import { wallRoutes } from './wall/wall.routes.ts'
import { openWall } from './wall/wall.service.ts'
import { reportPersonal } from './personal.repository.ts'

export const tables = {
  distributed: ['dealer_rank', 'morning_report'],
  local: ['rank_question'],
} as const satisfies RoomTables

export function open(deps: RoomDeps, { wecom }: Pick<Outside, 'wecom'>): Room<typeof rooms.report> {
  const ranks = createRankWork(deps)
  return {
    personal: reportPersonal,
    handlers: {
      ...reportRoutes(deps, openSums(deps)),
      ...wallRoutes(openWall(deps.live, ranks)),
      ...morningRoutes(wecom),
    },
    jobs: [tidyRanks(deps), sendMorningReports({ ...deps, wecom })],
    stop: () => ranks.stop(),
  }
}

import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { reportRoutes } from './report.routes.ts'
import { createRankWork, tidyRanks } from './wall/rank.work.ts'
import { wallRoutes } from './wall/wall.routes.ts'
import { openWall } from './wall/wall.service.ts'

export const tables = ['rank_question', 'dealer_rank'] as const satisfies readonly (keyof DB)[]

export function open(deps: RoomDeps): Room<typeof rooms.report> {
  const ranks = createRankWork(deps)
  return {
    handlers: { ...reportRoutes(deps), ...wallRoutes(openWall(deps.live, ranks)) },
    jobs: [tidyRanks(deps)],
    stop: () => ranks.stop(),
  }
}

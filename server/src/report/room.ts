import type { rooms } from '@showroom/contract'
import type { Outside } from '../platform/outside/outside.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { sendMorningReports } from './morning/morning.job.ts'
import { morningRoutes } from './morning/morning.routes.ts'
import { fillPastSeries } from './past/past.job.ts'
import { reportRoutes } from './report.routes.ts'
import { openSums } from './sum.service.ts'
import { createRankWork, tidyRanks } from './wall/rank.work.ts'
import type { Targets } from './targets.ts'
import { wallRoutes } from './wall/wall.routes.ts'
import { openWall } from './wall/wall.service.ts'

export { tables } from './report.tables.ts'

interface Needed extends Pick<Outside, 'wecom'> {
  readonly targets: Targets
}

export function open(deps: RoomDeps, { wecom, targets }: Needed): Room<typeof rooms.report> {
  const ranks = createRankWork(deps)
  return {
    handlers: {
      ...reportRoutes(deps, openSums({ ...deps, targets })),
      ...wallRoutes(openWall(deps.live, ranks)),
      ...morningRoutes({ wecom, targets }),
    },
    jobs: [tidyRanks(deps), fillPastSeries(deps), sendMorningReports({ ...deps, wecom, targets })],
    stop: () => ranks.stop(),
  }
}

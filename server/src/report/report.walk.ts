import type { rooms } from '@showroom/contract'
import { secondsOf } from '../platform/clock.ts'
import type { WalkOf } from '../../test/walk.ts'
import { admins, baseData } from '../../test/walk.ts'
import type { TestApp } from '../../test/app.ts'

const wall = {
  roles: admins,
  request: (app: TestApp) => ({ dateType: 3 as const, startDate: secondsOf(app.now()) }),
  ids: { seriesId: baseData },
}

export const walk = {
  bigScreenSummary: {
    ...wall,
    request: (app) => ({ ...wall.request(app), queryType: 1 as const }),
  },
  bigScreenClueSource: wall,
  bigScreenClueState: wall,
  bigScreenClueChart: wall,
} satisfies WalkOf<typeof rooms.report>

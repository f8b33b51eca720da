import type { rooms } from '@showroom/contract'
import { secondsOf } from '../platform/clock.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { answer, getOwn, handIn, listTeam } from './daily.service.ts'
import { sumPeriod } from './sum.service.ts'

export const dailyRoutes = (): HandlersOf<typeof rooms.daily> => ({
  own: getOwn,
  async handIn(context, request) {
    await handIn(context, request)
    return {}
  },
  team: listTeam,
  async comment(context, request) {
    await answer(context, request, false)
    return {}
  },
  async giveBack(context, request) {
    await answer(context, request, true)
    return {}
  },
  sum: ({ db, session, now }, { dateType, day }) =>
    sumPeriod(db, session.scope, { dateType, day, now: secondsOf(now) }),
})

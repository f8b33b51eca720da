import type { rooms } from '@showroom/contract'
import * as dashboard from '@showroom/contract/dashboard/dashboard.api'
import type { Call } from '@showroom/contract/kernel/call'
import { dayStart } from '@showroom/contract/kernel/day'
import { secondsOf } from '../platform/clock.ts'
import type { Context, HandlersOf } from '../platform/http/handler.ts'
import { cacheUntilChanged } from '../platform/live/kept.ts'
import type { Live } from '../platform/live/live.ts'
import { listTeam } from './dashboard.repository.ts'
import {
  readDue,
  readDueTasks,
  readPlaces,
  readSources,
  readSummary,
  readTestDrives,
  readTrend,
} from './dashboard.service.ts'
import { readDecisions } from './decisions.service.ts'
import { readStores } from './stores.service.ts'
import { readToday } from './today.service.ts'

/** Handlers of the dashboard. It is every member's first page, so results are cached by scope and day until a displayed topic changes. */
export function dashboardRoutes(live: Live): HandlersOf<typeof rooms.dashboard> {
  const keep = <Answer extends object>(call: Call) => {
    const answers = cacheUntilChanged<Answer>(live, call.shows)
    return ({ session, now }: Context, question: number, read: () => Promise<Answer>): Promise<Answer> =>
      answers.get(
        session.dealerId,
        [session.scope, session.role, session.modules, question, dayStart(secondsOf(now))],
        read,
      )
  }
  const ofSummary = keep<Awaited<ReturnType<typeof readSummary>>>(dashboard.summary)
  const ofTrend = keep<Awaited<ReturnType<typeof readTrend>>>(dashboard.trend)
  const ofPlaces = keep<Awaited<ReturnType<typeof readPlaces>>>(dashboard.places)
  const ofOnline = keep<Awaited<ReturnType<typeof readSources>>>(dashboard.onlineSources)
  const ofStore = keep<Awaited<ReturnType<typeof readSources>>>(dashboard.storeSources)
  const ofTeam = keep<Awaited<ReturnType<typeof listTeam>>>(dashboard.team)
  return {
    summary: (context) => ofSummary(context, 0, () => readSummary(context)),
    // Not cached: it holds names.
    dueTasks: readDueTasks,
    // Not cached: it holds names.
    today: readToday,
    // Not cached: it holds names.
    decisions: readDecisions,
    // Not cached: what is compared ends with the second.
    stores: readStores,
    trend: async (context) => ({ data: await ofTrend(context, 0, () => readTrend(context)) }),
    places: async (context, { dateType }) => ({
      data: await ofPlaces(context, dateType, () => readPlaces(context, dateType)),
    }),
    onlineSources: async (context, { dateType }) => ({
      data: await ofOnline(context, dateType, () => readSources(context, dateType, true)),
    }),
    storeSources: async (context, { dateType }) => ({
      data: await ofStore(context, dateType, () => readSources(context, dateType, false)),
    }),
    // Not cached: waiting times depend on the clock.
    due: readDue,
    // Not cached: it holds names.
    testDrives: readTestDrives,
    team: async (context) => ({
      data: await ofTeam(context, 0, () => listTeam(context.db, context.session.scope, context.now)),
    }),
  }
}

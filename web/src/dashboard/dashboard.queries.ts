import * as dashboard from '@showroom/contract/dashboard/dashboard.api'
import type { DashboardDateType } from '@showroom/contract/dashboard/dashboard.rules'
import type { Query, RequestOf } from '@showroom/contract/kernel/call'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { salesRoles } from '@showroom/contract/access/access.rules'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { queryOf } from '../api/query'
import { may } from '../frame/areas'
import { sessionQuery } from '../frame/session'
import { dealerQuery } from '../setting/public'

const minute = 60_000

/**
 * Refetches on each return and on each change, so that the numbers are current. `againMs` polls numbers that also
 * change with the clock.
 */
const numbersOf = <C extends Query>(
  call: C,
  request: Omit<RequestOf<C>, 'dealerId'>,
  againMs: number | false = false,
) =>
  queryOptions({
    ...queryOf(call, request),
    staleTime: 2_000,
    refetchInterval: againMs,
  })

export const dueQuery = () => numbersOf(dashboard.due, {}, minute)
export const todayQuery = () => numbersOf(dashboard.today, {}, minute)
export const decisionsQuery = () => numbersOf(dashboard.decisions, {}, minute)
export const summaryQuery = () => numbersOf(dashboard.summary, {}, minute)
export const teamQuery = () => numbersOf(dashboard.team, {}, minute)
export const testDrivesQuery = () => numbersOf(dashboard.testDrives, {}, minute)
export const dueTasksQuery = (request: Omit<RequestOf<typeof dashboard.dueTasks>, 'dealerId'>) =>
  numbersOf(dashboard.dueTasks, request)
export const storesQuery = (request: Omit<RequestOf<typeof dashboard.stores>, 'dealerId'>) =>
  numbersOf(dashboard.stores, request, minute)
export const trendQuery = () => numbersOf(dashboard.trend, {})
export const placesQuery = (dateType: DashboardDateType) => numbersOf(dashboard.places, { dateType })
export const onlineQuery = (dateType: DashboardDateType) => numbersOf(dashboard.onlineSources, { dateType })
export const storeQuery = (dateType: DashboardDateType) => numbersOf(dashboard.storeSources, { dateType })

/** Whether the day consists of the member's own customers and leads. */
export const hasToday = (session: SessionInfo): boolean =>
  salesRoles.includes(session.role) && may(session, dashboard.today)

/** For the overview's route: requests what is at its top beside the page's code. If it fails, the page requests it again. */
export const fetchToday = (queries: QueryClient): Promise<unknown> =>
  Promise.allSettled([
    queries.query({ ...dealerQuery(), staleTime: 'static' }),
    queries.query({ ...sessionQuery(), staleTime: 'static' }).then(async (session) => {
      if (hasToday(session)) await queries.query({ ...todayQuery(), staleTime: 'static' })
    }),
  ])

import { role } from '@showroom/contract/access/access.rules'
import { source } from '@showroom/contract/customer/customer.rules'
import { dashboardSpan, trendDays } from '@showroom/contract/dashboard/dashboard.rules'
import type { DashboardDateType } from '@showroom/contract/dashboard/dashboard.rules'
import type {
  DashboardDue,
  DashboardSummary,
  DueTasksQuery,
  PlaceRow,
  SourceRow,
  TrendRow,
} from '@showroom/contract/dashboard/dashboard.schema'
import { addDays, dayEnd, dayStart, dayText } from '@showroom/contract/kernel/day'
import { mayCall } from '@showroom/contract/kernel/call'
import { rooms } from '@showroom/contract'
import { worksLeads } from '@showroom/contract/lead/lead.rules'
import { TaskCountsQuery } from '@showroom/contract/task/task.schema'
import { taskActivity, taskFilter } from '@showroom/contract/task/task.rules'
import type { MeasureName } from '@showroom/contract/report/measures'
import { changeRate, shareRate } from '@showroom/contract/report/wall.rules'
import { countLeads, findLongestWaiting } from '../lead/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { countMeasures } from '../report/index.ts'
import type { Counted, Span } from '../report/index.ts'
import { countStates } from '../task/index.ts'
import {
  countArrivals,
  countReviews,
  listDueTasks,
  listOwnSources,
  listPlaces,
  listTestDrives,
  readWork,
} from './dashboard.repository.ts'

/** The first page of every member: numbers of the store, or of the own line. */

const dayMeasures = ['filesOnline', 'filesOffline'] as const
const monthMeasures = [
  'files',
  'filesArrived',
  'filesBought',
  'leadsValid',
  'leadsInvalid',
  'leadsBought',
] as const

export async function readSummary(context: Context): Promise<DashboardSummary> {
  const { db, session, now } = context
  const { scope } = session
  const seconds = secondsOf(now)
  const [today, yesterday] = [dayStart(seconds), addDays(seconds, -1)]
  const month = dashboardSpan(2, seconds)
  const days = await countMeasures(db, scope, {
    measures: dayMeasures,
    span: { from: yesterday, until: dayEnd(seconds) },
    by: ['day'],
  })
  const [ofMonth] = await countMeasures(db, scope, { measures: monthMeasures, span: month })
  const work = await readWork(db, scope, { monthStart: month.from, worksLeads: worksLeads(session), now })
  const of = (day: number, name: (typeof dayMeasures)[number]): number =>
    days.find((row) => row.day === day)?.counts[name] ?? 0
  const monthly = (name: (typeof monthMeasures)[number]): number => ofMonth?.counts[name] ?? 0
  return {
    waitingClearCount: (await countWaitingLeads(context)).toClear,
    pendingTaskCount: work.pending,
    delayTaskCount: work.overdue,
    todayCompletedTaskCount: work.doneToday,
    yesterdayCompletedTaskCount: work.doneYesterday,
    completedTaskRate: changeRate(work.doneToday, work.doneYesterday),
    averageClearSeconds1: work.clearSeconds,
    todayNewOnlineCustomerCount: of(today, 'filesOnline'),
    yesterdayNewOnlineCustomerCount: of(yesterday, 'filesOnline'),
    newOnlineCustomerRate: changeRate(of(today, 'filesOnline'), of(yesterday, 'filesOnline')),
    todayNewStoreCustomerCount: of(today, 'filesOffline'),
    yesterdayNewStoreCustomerCount: of(yesterday, 'filesOffline'),
    newStoreCustomerRate: changeRate(of(today, 'filesOffline'), of(yesterday, 'filesOffline')),
    memberCount: work.members,
    invalidMemberCount: work.invalidMembers,
    followRatio: shareRate(work.inTimeOfMonth, work.dueOfMonth),
    arriveRatio: shareRate(monthly('filesArrived'), monthly('files')),
    dealRatio: shareRate(monthly('filesBought'), monthly('files')),
    clueValidRatio: shareRate(monthly('leadsValid'), monthly('leadsValid') + monthly('leadsInvalid')),
    clueDealRatio: shareRate(monthly('leadsBought'), monthly('leadsValid')),
  }
}

export const readTestDrives = ({ db, session, now }: Context) =>
  listTestDrives(db, session.scope, { monthStart: dashboardSpan(2, secondsOf(now)).from, now })

/** Lists the tasks that followRatio counts. */
export const readDueTasks = ({ db, session, now }: Context, query: DueTasksQuery) =>
  listDueTasks(db, session.scope, { monthStart: dashboardSpan(2, secondsOf(now)).from, query, now })

const trendMeasures = [
  'filesOnline',
  'filesOffline',
  'talks',
  'visits',
  'testDrives',
  'revisits',
  'orders',
  'deliveries',
] as const satisfies readonly MeasureName[]

/** Returns the last 30 days, including days without any numbers. */
export async function readTrend({ db, session, now }: Context): Promise<TrendRow[]> {
  const seconds = secondsOf(now)
  const from = addDays(seconds, 1 - trendDays)
  const rows = await countMeasures(db, session.scope, {
    measures: trendMeasures,
    span: { from, until: dayEnd(seconds) },
    by: ['day'],
  })
  const byDay = new Map(rows.map((row) => [row.day, row.counts]))
  return Array.from({ length: trendDays }, (_, at) => {
    const date = addDays(from, at)
    const counts = byDay.get(date)
    const { talks = 0, visits = 0, testDrives = 0, revisits = 0 } = counts ?? {}
    return {
      date,
      name: dayText(date),
      onlineCount: counts?.filesOnline ?? 0,
      storeCount: counts?.filesOffline ?? 0,
      followCount: talks + visits + testDrives + revisits,
      arriveCount: visits,
      testDriveCount: testDrives,
      orderCount: counts?.orders ?? 0,
      deliverCount: counts?.deliveries ?? 0,
    }
  })
}

const spanOf = (dateType: DashboardDateType, now: Date): Span => dashboardSpan(dateType, secondsOf(now))

export async function readPlaces(
  { db, session, now, catalogue }: Context,
  dateType: DashboardDateType,
): Promise<PlaceRow[]> {
  const { places, total } = await listPlaces(db, session.scope, spanOf(dateType, now))
  return places.map(({ city, area, total: count1 }) => ({
    name: [city, area].filter(Boolean).join(' ') || '未填写',
    city,
    area,
    region: catalogue.regionCode(city, area),
    count1,
    column1: shareRate(count1, total),
  }))
}

export async function readSources(
  { db, session, now, catalogue }: Context,
  dateType: DashboardDateType,
  isOnline: boolean,
): Promise<SourceRow[]> {
  const measure = isOnline ? 'filesOnline' : 'filesOffline'
  const rows = await countMeasures(db, session.scope, {
    measures: [measure],
    span: spanOf(dateType, now),
    by: ['source'],
  })
  const own = isOnline ? new Map<number, string>() : await listOwnSources(db, session.scope)
  const nameOf = (row: { source: number; otherSource: number }): string =>
    isOnline
      ? catalogue.display('onlineSources', row.otherSource)
      : (own.get(row.source === source.custom ? row.otherSource : 0) ??
        catalogue.display('customerFromSources', row.source))
  return chartRows(merged(rows, isOnline), measure, nameOf)
}

/** Merges all rows of an offline source into one, whatever else its files record; the store's custom sources stay separate. */
const merged = <Name extends MeasureName>(rows: readonly Counted<Name>[], isOnline: boolean) =>
  rows.map((row) => (isOnline || row.source === source.custom ? row : { ...row, otherSource: 0 }))

function chartRows<Name extends MeasureName>(
  rows: readonly Counted<Name>[],
  measure: Name,
  nameOf: (row: { source: number; otherSource: number }) => string,
): SourceRow[] {
  const total = rows.reduce((sum, { counts }) => sum + counts[measure], 0)
  const bySource = new Map<string, SourceRow>()
  for (const row of rows) {
    const id = `${row.source},${row.otherSource}`
    const count1 = (bySource.get(id)?.count1 ?? 0) + row.counts[measure]
    bySource.set(id, {
      name: nameOf(row) || '其他',
      fromSource: row.source,
      otherSource: row.otherSource,
      count1,
      column1: shareRate(count1, total),
    })
  }
  return [...bySource.values()].toSorted((a, b) => b.count1 - a.count1 || (a.name < b.name ? -1 : 1))
}

/** 集团DCC sees how many leads wait in every store, also where it cleans none. */
const isGroupDcc = ({ session }: Context): boolean => session.role === role.groupDcc

/** Counts waiting leads. As a number 待清洗 holds 未接通, too, as in the reports. */
async function countWaitingLeads(context: Context) {
  const { db, session, now } = context
  const leads = await countLeads(db, session.scope, {
    worksAll: worksLeads(session) || isGroupDcc(context),
    assigns: session.flags.allowOnlineAssign,
    now,
  })
  return { ...leads, toClear: leads.waiting + leads.unreachable }
}

/** Reads the work that waits for the reader, limited to their permissions. */
export async function readDue(context: Context): Promise<DashboardDue> {
  const { db, session, now } = context
  const { allowFailVerify, allowOrderVerify, allowOrderAlloc, allowOnlineAssign, allowFront } = session.flags
  const mayClear = mayCall(rooms.lead.clear.may, session)
  const mayRead = mayCall(rooms.lead.counts.may, session)
  const reviews =
    allowFailVerify || allowOrderVerify || allowOrderAlloc ? await countReviews(db, session.scope) : undefined
  const seesLeads = mayRead || isGroupDcc(context)
  const leads = seesLeads ? await countWaitingLeads(context) : undefined
  return {
    tasks: mayCall(rooms.task.counts.may, session) ? await readTasks(context) : null,
    clearing:
      (mayClear || isGroupDcc(context)) && leads
        ? {
            waiting: leads.toClear,
            overdue: leads.overdue,
            ...(await findLongestWaiting(db, session.scope)),
          }
        : null,
    assigning: mayClear && allowOnlineAssign && leads ? leads.unassigned : null,
    arrivals: allowFront ? await countArrivals(db, session.scope, now) : null,
    defeats: allowFailVerify && reviews ? reviews.defeats : null,
    orders: allowOrderVerify && reviews ? reviews.orders : null,
    allocations: allowOrderAlloc && reviews ? reviews.allocations : null,
    cars:
      allowOrderAlloc && !session.isAdmin && reviews
        ? { making: reviews.making, equipped: reviews.equipped }
        : null,
  }
}

async function readTasks({ db, session, now }: Context): Promise<DashboardDue['tasks']> {
  const query = TaskCountsQuery.parse({ filterType: taskFilter.today })
  const counted = [taskFilter.today, taskFilter.overdue].map((state) => ({
    state,
    activities: [taskActivity.all],
  }))
  const [[today = 0] = [], [overdue = 0] = []] = await countStates(db, session.scope, query, now, counted)
  return { today, overdue }
}

import { z } from 'zod'
import { dealerId, oneOf } from '../kernel/wire.ts'
import { LeadTimes } from '../lead/list.schema.ts'
import { dashboardDateType } from './dashboard.rules.ts'

export const DashboardQuery = z.object({ dealerId })

export const DashboardRangeQuery = z.object({
  dealerId,
  /** 4 today, 3 this week, 2 this month, 1 this year, 0 all. */
  dateType: oneOf([4, 3, 2, 1, 0], '请选择时间范围').default(dashboardDateType.today),
})

/** Percent with one decimal; null, shown as "--", where there was nothing to compare with. */
const Rate = z.number().nullable()

export const DashboardSummary = z.object({
  /** Leads that wait for their cleaning. */
  waitingClearCount: z.number(),
  /** Open tasks, and those of them past their day. */
  pendingTaskCount: z.number(),
  delayTaskCount: z.number(),
  /** Whatever completed them: an order or a delivery, too. */
  todayCompletedTaskCount: z.number(),
  yesterdayCompletedTaskCount: z.number(),
  /** Today against yesterday; so the other rates of a day. */
  completedTaskRate: Rate,
  /** Seconds, of leads that came today between 9 and 18 o'clock from the portals; -1 while none was cleaned. */
  averageClearSeconds1: z.number(),
  todayNewOnlineCustomerCount: z.number(),
  yesterdayNewOnlineCustomerCount: z.number(),
  newOnlineCustomerRate: Rate,
  todayNewStoreCustomerCount: z.number(),
  yesterdayNewStoreCustomerCount: z.number(),
  newStoreCustomerRate: Rate,
  memberCount: z.number(),
  /** Frozen, or never signed in. */
  invalidMemberCount: z.number(),
  /** Of the tasks due this month, those done by their day. */
  followRatio: Rate,
  /** Of the files of this month, those who came; those who ordered. */
  arriveRatio: Rate,
  dealRatio: Rate,
  /** Of the cleaned leads of this month the valid ones; of those, whose customer ordered. */
  clueValidRatio: Rate,
  clueDealRatio: Rate,
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

/** A day of the trend. */
export const TrendRow = z.object({
  /** First second of the day, and as `11-22`. */
  date: z.number(),
  name: z.string(),
  /** Files created. */
  onlineCount: z.number(),
  storeCount: z.number(),
  /** Completed talks, visits, test drives and return visits, and of these the visits and test drives. */
  followCount: z.number(),
  arriveCount: z.number(),
  testDriveCount: z.number(),
  orderCount: z.number(),
  deliverCount: z.number(),
})
export type TrendRow = z.infer<typeof TrendRow>
export const DashboardTrend = z.object({ data: z.array(TrendRow) })

/** A row of a chart: how many files, and which part of all they are. */
const chartRow = { name: z.string(), count1: z.number(), column1: Rate }

/** District of purchase, the ten with the most files; `region` is its code, 0 where there is none. */
export const DashboardPlaces = z.object({
  data: z.array(z.object({ ...chartRow, city: z.string(), area: z.string(), region: z.number() })),
})
export type PlaceRow = z.infer<typeof DashboardPlaces>['data'][number]

/** By source, the most first. */
export const DashboardSources = z.object({
  data: z.array(
    z.object({
      ...chartRow,
      fromSource: z.number(),
      /** Of the online source, or of the store's own one; 0 for none. */
      otherSource: z.number(),
    }),
  ),
})
export type SourceRow = z.infer<typeof DashboardSources>['data'][number]

/** What is to be done, and by the reader; null where it is not theirs to do. */
export const DashboardDue = z.object({
  /** Open tasks of the reader's line. */
  tasks: z.object({ today: z.number(), overdue: z.number() }).nullable(),
  /** Leads that wait for cleaning, those too long already, and when the one that waits longest came (0 for none). */
  clearing: z
    .object({ waiting: z.number(), overdue: z.number(), oldestAt: z.number(), times: LeadTimes })
    .nullable(),
  /** Leads that wait for somebody. */
  assigning: z.number().nullable(),
  /** Customers in the showroom whom nobody is with, and when the one that waits longest came (0 for none). */
  arrivals: z.object({ waiting: z.number(), longestAt: z.number() }).nullable(),
  /** Defeat requests, orders that wait for their review, and orders that wait for their car. */
  defeats: z.number().nullable(),
  orders: z.number().nullable(),
  allocations: z.number().nullable(),
})
export type DashboardDue = z.infer<typeof DashboardDue>

/** What the members of the reader's line have before them. */
export const TeamRow = z.object({
  memberId: z.number(),
  name: z.string(),
  /** Frozen ones keep their customers. */
  isFrozen: z.boolean(),
  overdueTotal: z.number(),
  todayTotal: z.number(),
  laterTotal: z.number(),
  doneTotal: z.number(),
})
export type TeamRow = z.infer<typeof TeamRow>
export const DashboardTeam = z.object({ data: z.array(TeamRow) })

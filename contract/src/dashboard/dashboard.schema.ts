import { z } from 'zod'
import { choice, dealerId, oneOf, page } from '../kernel/wire.ts'
import { LeadTimes } from '../lead/list.schema.ts'
import { dashboardDateType } from './dashboard.rules.ts'

export const DashboardQuery = z.object({ dealerId })

export const DashboardRangeQuery = z.object({
  dealerId,
  /** 4 today, 3 this week, 2 this month, 1 this year, 0 all. */
  dateType: oneOf([4, 3, 2, 1, 0], '请选择时间范围').default(dashboardDateType.today),
})

/** Percent with one decimal; null, shown as "--", if there is nothing to compare with. */
const Rate = z.number().nullable()

export const DashboardSummary = z.object({
  /** Leads that wait for cleaning. */
  waitingClearCount: z.number(),
  /** Open tasks, and those of them that are overdue. */
  pendingTaskCount: z.number(),
  delayTaskCount: z.number(),
  /** Counts tasks completed by anything, including an order or a delivery. */
  todayCompletedTaskCount: z.number(),
  yesterdayCompletedTaskCount: z.number(),
  /** Change from yesterday to today, like the other daily rates. */
  completedTaskRate: Rate,
  /** Average in seconds, of leads that came from the portals today between 9:00 and 18:00; -1 if none was cleaned. */
  averageClearSeconds1: z.number(),
  todayNewOnlineCustomerCount: z.number(),
  yesterdayNewOnlineCustomerCount: z.number(),
  newOnlineCustomerRate: Rate,
  todayNewStoreCustomerCount: z.number(),
  yesterdayNewStoreCustomerCount: z.number(),
  newStoreCustomerRate: Rate,
  memberCount: z.number(),
  /** Frozen members, and those who never signed in. */
  invalidMemberCount: z.number(),
  /** Tasks done by their day, among those due this month. */
  followRatio: Rate,
  /** Arrived and ordered customers, among the files of this month. */
  arriveRatio: Rate,
  dealRatio: Rate,
  /** Valid leads among those cleaned this month, and ordered ones among the valid. */
  clueValidRatio: Rate,
  clueDealRatio: Rate,
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

/** The tasks that followRatio counts; `part` is one of `dueTasksPart`. */
export const DueTasksQuery = z.object({ dealerId, ...page, part: choice(2) })
export type DueTasksQuery = z.output<typeof DueTasksQuery>

export const DueTaskRow = z.object({
  activityId: z.number(),
  /** When it was due, and when it was completed (0: open). */
  dueAt: z.number(),
  completedAt: z.number(),
  isInTime: z.boolean(),
  /** 0 if the customer went to another line. */
  customerId: z.number(),
  customerName: z.string(),
  /** Masked. */
  mobile: z.string(),
  level: z.string(),
  ownerName: z.string(),
  /** Planned activity. */
  activityType: z.number(),
})
export type DueTaskRow = z.infer<typeof DueTaskRow>
export const DueTasks = z.object({ data: z.array(DueTaskRow), total: z.number() })

/** One day of the trend. */
export const TrendRow = z.object({
  /** First second of the day, and the day as `11-22`. */
  date: z.number(),
  name: z.string(),
  /** Files created. */
  onlineCount: z.number(),
  storeCount: z.number(),
  /** Completed talks, visits, test drives and return visits; of these, visits and test drives. */
  followCount: z.number(),
  arriveCount: z.number(),
  testDriveCount: z.number(),
  orderCount: z.number(),
  deliverCount: z.number(),
})
export type TrendRow = z.infer<typeof TrendRow>
export const DashboardTrend = z.object({ data: z.array(TrendRow) })

/** A row of a chart: number of files, and their share of all. */
const chartRow = { name: z.string(), count1: z.number(), column1: Rate }

/** The ten districts of purchase with the most files; `region` is the district code, 0 if there is none. */
export const DashboardPlaces = z.object({
  data: z.array(z.object({ ...chartRow, city: z.string(), area: z.string(), region: z.number() })),
})
export type PlaceRow = z.infer<typeof DashboardPlaces>['data'][number]

/** Files by source, most first. */
export const DashboardSources = z.object({
  data: z.array(
    z.object({
      ...chartRow,
      fromSource: z.number(),
      /** Id of the online source or of the store's custom source; 0 for none. */
      otherSource: z.number(),
    }),
  ),
})
export type SourceRow = z.infer<typeof DashboardSources>['data'][number]

/** Work to be done by the reader; null for work they have no permission for. */
export const DashboardDue = z.object({
  /** Open tasks of the reader's own line. */
  tasks: z.object({ today: z.number(), overdue: z.number() }).nullable(),
  /**
   * For members who clean, and 集团DCC: leads that wait for cleaning, 未接通 included, those past the limit, and arrival time of the oldest
   * without any result (0 for none).
   */
  clearing: z
    .object({ waiting: z.number(), overdue: z.number(), oldestAt: z.number(), times: LeadTimes })
    .nullable(),
  /** Leads that wait to be assigned. */
  assigning: z.number().nullable(),
  /** Customers in the showroom who wait for a consultant, and since when the longest waiting one does (0 for none). */
  arrivals: z.object({ waiting: z.number(), longestAt: z.number() }).nullable(),
  /** Defeat requests, orders that wait for review, and orders that wait for a car. */
  defeats: z.number().nullable(),
  orders: z.number().nullable(),
  allocations: z.number().nullable(),
  /** For 库管: orders in production, and those with a car. */
  cars: z.object({ making: z.number(), equipped: z.number() }).nullable(),
})
export type DashboardDue = z.infer<typeof DashboardDue>

/** Open work of each member of the reader's line. */
export const TeamRow = z.object({
  memberId: z.number(),
  name: z.string(),
  /** Frozen members keep their customers. */
  isFrozen: z.boolean(),
  overdueTotal: z.number(),
  todayTotal: z.number(),
  laterTotal: z.number(),
  doneTotal: z.number(),
})
export type TeamRow = z.infer<typeof TeamRow>
/** A test drive of the store, for the member who accompanies it. */
export const TestDriveRow = z.object({
  activityId: z.number(),
  /** When it is planned, or when it was completed. */
  at: z.number(),
  /** Completed, or the car is back. */
  isDone: z.boolean(),
  /** The surname alone: `王**`. */
  customerName: z.string(),
  seriesName: z.string(),
  ownerName: z.string(),
})
export type TestDriveRow = z.infer<typeof TestDriveRow>
export const DashboardTestDrives = z.object({
  /** Today's, the open ones first. */
  today: z.array(TestDriveRow),
  /** Those of later days, the nearest first, and how many there are. */
  planned: z.array(TestDriveRow),
  plannedTotal: z.number(),
  /** The last ones completed before today, within a month. */
  recent: z.array(TestDriveRow),
  /** Completed this month, today's included. */
  monthTotal: z.number(),
})

export const DashboardTeam = z.object({ data: z.array(TeamRow) })

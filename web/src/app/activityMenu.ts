import { counts as leadCounts } from '@showroom/contract/lead/lead.api'
import { failList } from '@showroom/contract/review/review.api'
import { counts as taskCounts } from '@showroom/contract/task/task.api'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query'
import { taskCountsQuery } from '../task/task.queries'
import { may, mayEnter } from '../frame/areas'
import { paths } from '../frame/paths'

/** The left menu of the activity area (document 2, section 2.3), and how much waits behind each item. */

export const activityItems = {
  tasks: { title: '跟进任务', to: paths.tasks },
  leads: { title: '线索处理', to: paths.clueClear },
  failVerify: { title: '战败审核', to: paths.failVerify },
  orderVerify: { title: '订单审核', to: paths.orderVerify },
  orderApproved: { title: '待配车订单', to: paths.orderApproved },
} as const
export type ActivityItem = keyof typeof activityItems

export function activityMenuOf(session: SessionInfo): ActivityItem[] {
  const shown: Readonly<Record<ActivityItem, boolean>> = {
    tasks: mayEnter.tasks(session),
    leads: mayEnter.tasks(session),
    failVerify: mayEnter.failVerify(session),
    orderVerify: mayEnter.orderVerify(session),
    orderApproved: mayEnter.orderAlloc(session),
  }
  return (Object.keys(activityItems) as ActivityItem[]).filter((item) => shown[item])
}

export interface Waiting {
  readonly count: number
  /** Some of it should have been done already. */
  readonly late: boolean
  /** In words, for the tooltip and for readers. */
  readonly text: string
}

/** Told of changes at once; asked for now and then besides, for what no event tells: midnight, and a line that broke. */
const askAgainMs = 60_000

/** What waits, by item; nothing where the member may not ask, or before the answer is there. */
export function useWaiting(session: SessionInfo): Partial<Record<ActivityItem, Waiting>> {
  const tasks = useQuery({
    ...taskCountsQuery(),
    enabled: may(session, taskCounts),
    refetchInterval: askAgainMs,
  })
  const leads = useQuery({
    ...queryOf(leadCounts, {}),
    enabled: may(session, leadCounts),
    refetchInterval: askAgainMs,
  })
  const reviews = useQuery({
    ...queryOf(failList, { pageCount: 1 }),
    enabled: may(session, failList),
    refetchInterval: askAgainMs,
  })
  const [today = 0, , overdue = 0] = tasks.data?.byFilter ?? []
  return {
    ...(tasks.data && {
      tasks: { count: today + overdue, late: overdue > 0, text: `今日到期 ${today}，逾期 ${overdue}` },
    }),
    ...(leads.data && {
      leads: {
        count: leads.data.waiting,
        late: leads.data.overdue > 0,
        text: `待清洗 ${leads.data.waiting}，超时 ${leads.data.overdue}`,
      },
    }),
    ...(reviews.data && {
      failVerify: { count: reviews.data.total, late: false, text: `待审核 ${reviews.data.total}` },
    }),
  }
}

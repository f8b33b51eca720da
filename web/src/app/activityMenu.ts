import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { AnyRoute } from '@tanstack/react-router'
import type { ActivityEntry } from '../frame/activity'
import { mayEnterScreen } from '../frame/areas'
import { leads } from '../lead/lead.activity'
import { orderApproved, orderVerify } from '../order/order.activity'
import { reviews } from '../review/review.activity'
import { tasks } from '../task/task.activity'

/** The left menu of the activity area, in its order. */
const entries: readonly ActivityEntry[] = [tasks, leads, reviews, orderVerify, orderApproved]

/** The entries whose screens the member may enter. */
export const activityMenuOf = (
  { routesByPath }: { routesByPath: Readonly<Record<string, AnyRoute>> },
  session: SessionInfo,
): ActivityEntry[] =>
  entries.filter(({ to }) => {
    const screen = routesByPath[to]
    return screen !== undefined && mayEnterScreen(screen, session)
  })

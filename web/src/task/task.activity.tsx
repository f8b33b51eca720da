import { ScheduleOutlined } from '@ant-design/icons'
import { counts } from '@showroom/contract/task/task.api'
import { useQuery } from '@tanstack/react-query'
import { type AreaEntry, askAgainMs, type CountProps } from '../frame/areaMenu'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { taskCountsQuery } from './task.queries'

function CountTasks({ children }: CountProps) {
  const session = useSession()
  const { data } = useQuery({
    ...taskCountsQuery(),
    enabled: may(session, counts),
    refetchInterval: askAgainMs,
  })
  if (!data) return children(undefined)
  const [today = 0, , overdue = 0] = data.byFilter
  return children({ count: today + overdue, late: overdue > 0, text: `今日到期 ${today}，逾期 ${overdue}` })
}

export const tasks: AreaEntry = {
  title: '跟进任务',
  to: '/activity/tasks',
  icon: <ScheduleOutlined />,
  Count: CountTasks,
}

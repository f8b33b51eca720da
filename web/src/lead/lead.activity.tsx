import { UserSwitchOutlined } from '@ant-design/icons'
import { counts } from '@showroom/contract/lead/lead.api'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query'
import { type AreaEntry, askAgainMs, type CountProps } from '../frame/areaMenu'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'

function CountLeads({ children }: CountProps) {
  const session = useSession()
  const { data } = useQuery({
    ...queryOf(counts, {}),
    enabled: may(session, counts),
    refetchInterval: askAgainMs,
  })
  return children(
    data && {
      count: data.waiting,
      late: data.overdue > 0,
      text: `待清洗 ${data.waiting}，超时 ${data.overdue}`,
    },
  )
}

export const leads: AreaEntry = {
  title: '线索处理',
  to: '/activity/clue-clear',
  icon: <UserSwitchOutlined />,
  Count: CountLeads,
}

import { AuditOutlined } from '@ant-design/icons'
import { failList } from '@showroom/contract/review/review.api'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query'
import { type AreaEntry, askAgainMs, type CountProps } from '../frame/areaMenu'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'

function CountReviews({ children }: CountProps) {
  const session = useSession()
  const { data } = useQuery({
    ...queryOf(failList, { pageCount: 1 }),
    enabled: may(session, failList),
    refetchInterval: askAgainMs,
  })
  return children(data && { count: data.total, late: false, text: `待审核 ${data.total}` })
}

export const reviews: AreaEntry = {
  title: '战败审核',
  to: '/activity/fail-verify',
  icon: <AuditOutlined />,
  Count: CountReviews,
}

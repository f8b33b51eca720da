import { CarOutlined, FileDoneOutlined } from '@ant-design/icons'
import { verifyList } from '@showroom/contract/order/verify.api'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query'
import { type AreaEntry, askAgainMs, type CountProps } from '../frame/areaMenu'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'

function CountOrders({ children }: CountProps) {
  const session = useSession()
  const { data } = useQuery({
    ...queryOf(verifyList, { pageCount: 1 }),
    enabled: may(session, verifyList),
    refetchInterval: askAgainMs,
  })
  return children(data && { count: data.total, late: false, text: `待审核 ${data.total}` })
}

export const orderVerify: AreaEntry = {
  title: '订单审核',
  to: '/activity/order-verify',
  icon: <FileDoneOutlined />,
  Count: CountOrders,
}

export const orderApproved: AreaEntry = {
  title: '待配车订单',
  to: '/activity/order-approved',
  icon: <CarOutlined />,
}

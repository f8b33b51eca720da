import { CarOutlined, FileDoneOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const orderVerify: AreaEntry = {
  title: '订单审核',
  to: '/activity/order-verify',
  icon: <FileDoneOutlined />,
}

export const orderApproved: AreaEntry = {
  title: '待配车订单',
  to: '/activity/order-approved',
  icon: <CarOutlined />,
}

import { CarOutlined, FileDoneOutlined } from '@ant-design/icons'
import type { ActivityEntry } from '../frame/activity'

export const orderVerify: ActivityEntry = {
  title: '订单审核',
  to: '/activity/order-verify',
  icon: <FileDoneOutlined />,
}

export const orderApproved: ActivityEntry = {
  title: '待配车订单',
  to: '/activity/order-approved',
  icon: <CarOutlined />,
}

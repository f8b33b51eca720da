import { CalendarOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const appointments: AreaEntry = {
  title: '预约日程',
  to: '/activity/appointments',
  icon: <CalendarOutlined />,
}

import {
  CarOutlined,
  CheckSquareOutlined,
  DashboardOutlined,
  FieldTimeOutlined,
  FundProjectionScreenOutlined,
  GlobalOutlined,
  IdcardOutlined,
  ScheduleOutlined,
  ShopOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { reports } from '@showroom/contract/report/report.rules'
import type { AreaEntry } from '../frame/areaMenu'

export const bigScreen: AreaEntry = {
  title: '经销商大屏',
  to: '/report/bigScreen',
  icon: <FundProjectionScreenOutlined />,
}
export const reportEntries: readonly AreaEntry[] = [
  { title: reports.task.name, to: '/report/task', icon: <CheckSquareOutlined /> },
  { title: reports.customer.name, to: '/report/customer', icon: <IdcardOutlined /> },
  { title: reports.series.name, to: '/report/series', icon: <CarOutlined /> },
  { title: reports.storeCustomer.name, to: '/report/storeCustomer', icon: <ShopOutlined /> },
  { title: reports.onlineClue.name, to: '/report/onlineClue', icon: <GlobalOutlined /> },
  { title: reports.appointment.name, to: '/report/appointment', icon: <FieldTimeOutlined /> },
  { title: reports.testCar.name, to: '/report/testCar', icon: <DashboardOutlined /> },
  { title: '签到统计', to: '/report/sign', icon: <ScheduleOutlined /> },
  { title: '晨报', to: '/report/morning', icon: <SunOutlined /> },
]

import { DashboardOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const system: AreaEntry = { title: '系统状态', to: '/manager/system', icon: <DashboardOutlined /> }

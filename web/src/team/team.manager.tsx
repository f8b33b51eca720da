import { SwapOutlined, TeamOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const members: AreaEntry = { title: '成员管理', to: '/manager/members', icon: <TeamOutlined /> }
export const leaves: AreaEntry = { title: '离职交接', to: '/manager/leaves', icon: <SwapOutlined /> }

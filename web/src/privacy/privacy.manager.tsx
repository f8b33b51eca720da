import { SafetyOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const privacy: AreaEntry = { title: '个人信息', to: '/manager/privacy', icon: <SafetyOutlined /> }

import { SettingOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const setting: AreaEntry = { title: '门店设置', to: '/manager/setting', icon: <SettingOutlined /> }

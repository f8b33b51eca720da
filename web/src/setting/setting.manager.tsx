import { SettingOutlined, ShopOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const setting: AreaEntry = { title: '门店设置', to: '/manager/setting', icon: <SettingOutlined /> }

export const stores: AreaEntry = { title: '门店管理', to: '/manager/stores', icon: <ShopOutlined /> }

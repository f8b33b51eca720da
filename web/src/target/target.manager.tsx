import { AimOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const target: AreaEntry = { title: '目标', to: '/manager/target', icon: <AimOutlined /> }

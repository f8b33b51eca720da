import { ApiOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const webhooks: AreaEntry = { title: '事件推送', to: '/manager/webhooks', icon: <ApiOutlined /> }

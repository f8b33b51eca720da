import { MessageOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const smsTemplates: AreaEntry = {
  title: '短信模板',
  to: '/manager/smstemplate',
  icon: <MessageOutlined />,
}

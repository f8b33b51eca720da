import { AuditOutlined, ExportOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const exportList: AreaEntry = {
  title: '导出记录',
  to: '/manager/export-list',
  icon: <ExportOutlined />,
}
export const auditEntry: AreaEntry = { title: '操作记录', to: '/manager/audit', icon: <AuditOutlined /> }

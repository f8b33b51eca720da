import { FolderOpenOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const files: AreaEntry = { title: '文件共享', to: '/manager/files', icon: <FolderOpenOutlined /> }

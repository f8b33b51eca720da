import { role } from '@showroom/contract/access/access.rules'
import { createRoute } from '@tanstack/react-router'
import { hasModule, type MayEnter } from '../frame/areas'
import { coming } from '../frame/screen'
import { shell } from '../frame/shell'

const mayManage: MayEnter = (session) => hasModule(session, '企业管理')

const members = createRoute({
  getParentRoute: () => shell,
  path: '/manager/members',
  ...coming('成员管理', mayManage, {
    title: '团队管理',
    prefix: '/manager/',
    about: '成员、文件、短信模板与设置',
  }),
})

const managed = <const Path extends string>(path: Path, title: string) =>
  createRoute({ getParentRoute: () => shell, path, ...coming(title, mayManage) })

const exportList = createRoute({
  getParentRoute: () => shell,
  path: '/manager/export-list',
  ...coming('导出记录', (session) => mayManage(session) && session.role === role.boss),
})

const agent = createRoute({ getParentRoute: () => shell, path: '/agent/$', ...coming('代理商') })

export const routes = [
  members,
  managed('/manager/files', '文件共享'),
  managed('/manager/smstemplate', '短信模板'),
  exportList,
  managed('/manager/setting', '门店设置'),
  agent,
] as const

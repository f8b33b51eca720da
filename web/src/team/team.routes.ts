import { createRoute } from '@tanstack/react-router'
import { mayManage } from '../frame/areas'
import { coming } from '../frame/screen'
import { manager, shell } from '../frame/shell'

const members = createRoute({
  getParentRoute: () => manager,
  path: '/manager/members',
  ...coming('成员管理', mayManage, {
    title: '团队管理',
    prefix: '/manager/',
    about: '成员、文件、短信模板与设置',
  }),
})

const managed = <const Path extends string>(path: Path, title: string) =>
  createRoute({ getParentRoute: () => manager, path, ...coming(title, mayManage) })

const agent = createRoute({ getParentRoute: () => shell, path: '/agent/$', ...coming('代理商') })

export const routes = [members, managed('/manager/leaves', '离职交接记录'), agent] as const

import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { mayEnter } from '../frame/areas'
import { paths } from '../frame/paths'

export interface MenuItem {
  readonly title: string
  readonly to: (typeof paths)[keyof typeof paths]
  /** The part of the address under which the item is the current one. */
  readonly prefix: string
  /** Shown, but not to be entered; the text says why. */
  readonly locked?: string
}

/** The top menu of a member, in the order of document 1, section 2. */
export function menuOf(session: SessionInfo): MenuItem[] {
  const items: (MenuItem | false)[] = [
    { title: '概览', to: paths.dashboard, prefix: '/dashboard/' },
    {
      title: '工作任务',
      to: paths.tasks,
      prefix: '/activity/',
      ...(!mayEnter.tasks(session) && { locked: '集团角色不处理门店任务' }),
    },
    mayEnter.customers(session) && { title: '客户档案', to: paths.customers, prefix: '/customer/' },
    mayEnter.reports(session) && { title: '报表大屏', to: paths.bigScreen, prefix: '/report/' },
    mayEnter.manager(session) && { title: '团队管理', to: paths.members, prefix: '/manager/' },
    mayEnter.front(session) && { title: '前台流量', to: paths.front, prefix: '/front/' },
    mayEnter.orders(session) && { title: '销售订单', to: paths.orders, prefix: '/order/' },
  ]
  return items.filter((item) => item !== false)
}

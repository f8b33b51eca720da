import { add } from '@showroom/contract/customer/customer.api'
import { may } from '../frame/areas'
import type { Finder } from '../frame/finder'
import { customerFiles } from '../frame/path'
import { LevelChip } from './fields/LevelChip'

/** Finds customers for the global search. */
export const customers: Finder = {
  ids: 'customerIds',
  title: '客户',
  foundIn: ({ customers: rows }) =>
    rows.map(({ customerId, name, mobile, level, specName, ownerName, isSuspend, isExpected }) => ({
      id: customerId,
      name,
      number: mobile,
      hint: [isExpected && '今日预约', specName, ownerName, isSuspend && '休眠'].filter(Boolean).join(' · '),
      mark: <LevelChip level={level} size="small" />,
    })),
  linkTo: (id) => ({ to: '/customer/detail/$customerId', params: { customerId: String(id) } }),
  openedAt: ({ pathname }) =>
    pathname.startsWith(customerFiles) ? Number(pathname.slice(customerFiles.length)) || 0 : 0,
  list: { title: '客户档案', link: { to: '/customer/list' } },
  offers: [
    {
      title: '新建客户',
      link: { to: '/customer/list', search: { new: 1 } },
      may: (session) => may(session, add),
    },
  ],
}

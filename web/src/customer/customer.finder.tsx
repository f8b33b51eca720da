import { add } from '@showroom/contract/customer/customer.api'
import { may } from '../frame/areas'
import type { Finder } from '../frame/finder'
import { customerFiles } from '../frame/path'
import { LevelChip } from './fields/LevelChip'

/** Finds customers for the global search. */
export const customers: Finder = {
  ids: 'customerIds',
  title: '客户',
  foundIn: ({ customers: rows }, { allowFront }) =>
    rows.map(({ customerId, name, mobile, level, specName, ownerName, isSuspend, isExpected, isSeen }) => ({
      id: customerId,
      name,
      number: mobile,
      hint: [isExpected && '今日预约', specName, ownerName, isSuspend && '休眠'].filter(Boolean).join(' · '),
      mark: <LevelChip level={level} size="small" />,
      // The board confirms the arrival; the home of 试驾专员 has the drives.
      link: isSeen
        ? undefined
        : allowFront
          ? { to: '/front/board', state: { keyword: name } }
          : { to: '/dashboard/index' },
    })),
  linkTo: (id) => ({ to: '/customer/detail/$customerId', params: { customerId: String(id) } }),
  openedAt: ({ pathname }) =>
    pathname.startsWith(customerFiles) ? Number(pathname.slice(customerFiles.length)) || 0 : 0,
  lists: [
    { title: '客户档案', link: { to: '/customer/list' } },
    { title: '到店看板', link: { to: '/front/board' } },
  ],
  offers: [
    {
      title: '新建客户',
      link: { to: '/customer/list', search: { new: 1 } },
      may: (session) => may(session, add),
    },
  ],
}

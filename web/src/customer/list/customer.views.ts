import { viewCounts } from '@showroom/contract/customer/customer.api'
import { viewedList } from '../../view/public'
import { customerList } from './customer.fields'

/** The customer list's views. Never change the ids of built-in views, since users pin them. */
export const customerViews = viewedList('customers', customerList, viewCounts, ({ profile }) => [
  { viewId: 1, name: '我的高意向', search: { m: profile.memberId, lv: 'H,A', cd: 'all', ss: 2 } },
  // In progress, and without contact for a week.
  { viewId: 2, name: '7天未联系', search: { lv: 'N,H,A,B,C', cd: 'all', ss: 2, fd: '-7d' } },
  { viewId: 3, name: '本周到店', search: { cd: 'all', vd: 'week' } },
  { viewId: 4, name: '今日到期', search: { cd: 'all', nd: '0d' } },
])

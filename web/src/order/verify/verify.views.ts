import { allocationCounts, verifyCounts } from '@showroom/contract/order/verify.api'
import { viewedList } from '../../view/public'
import { allocationList, verifyList } from './verify.fields'

export const verifyViews = viewedList('orderReviews', verifyList, verifyCounts)
export const allocationViews = viewedList('allocations', allocationList, allocationCounts)

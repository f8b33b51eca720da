import type { CustomerState, Level } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'

/** What decides the actions, out of a profile. */
export const stateOf = (profile: CustomerProfile): CustomerState => ({
  level: profile.info.level as Level,
  isSuspend: profile.isSuspend,
  waitingFailReview: profile.customer.deal.waitingFailReview,
  openOrders: profile.openOrders,
})

/** Why there can be no follow-up now; empty when there can. */
export function whyNoFollow(state: CustomerState): string {
  if (state.waitingFailReview) return '战败申请审核中，审核结束后可跟进'
  if (state.level === 'F') return '客户已战败，复活后可跟进'
  if (state.isSuspend) return '客户休眠中，唤醒后可跟进'
  return ''
}

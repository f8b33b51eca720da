import type { CustomerState, Level } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'

/** What decides the actions, out of a profile. */
export const stateOf = (profile: CustomerProfile): CustomerState => ({
  level: profile.info.level as Level,
  isSuspend: profile.isSuspend,
  waitingFailReview: profile.customer.deal.waitingFailReview,
  openOrders: profile.openOrders,
})

type Standing = Pick<CustomerState, 'level' | 'isSuspend' | 'waitingFailReview'>

function whyNot(what: string, state: Standing): string {
  if (state.waitingFailReview) return `战败申请审核中，审核结束后可${what}`
  if (state.level === 'F') return `客户已战败，复活后可${what}`
  if (state.isSuspend) return `客户休眠中，唤醒后可${what}`
  return ''
}

/** Why there can be no follow-up now; empty when there can. */
export const whyNoFollow = (state: Standing): string => whyNot('跟进', state)

/** Why there can be no new order now; empty when there can. */
export const whyNoOrder = (state: Standing): string => whyNot('订车', state)

/** Why no car can be handed over now; empty when one can. */
export const whyNoDelivery = (state: Standing): string => whyNot('交车', state)

/** How the customer stands, in a few words. */
export function stateText(profile: CustomerProfile): string {
  const { deal } = profile.customer
  if (deal.waitingFailReview) return '战败申请待审核'
  if (profile.info.level === 'F') return '已战败'
  return `${profile.isSuspend ? '休眠中' : `${profile.info.level}级`}，客户经理${deal.ownerName}`
}

/** What an action names: the customer, and the deal that must still be the current one. */
export const dealOf = (profile: CustomerProfile): { customerId: number; dealId: number } => ({
  customerId: profile.customer.id,
  dealId: profile.info.dealId,
})

/** What a reviewer decides on: the request that was on screen, so that a newer one is not decided unread. */
export const requestOf = (profile: CustomerProfile): ReturnType<typeof dealOf> & { requestId: number } => ({
  ...dealOf(profile),
  requestId: profile.failInfo.requestId,
})

/** Who has the car is not woken: the visits after delivery go on. */
export const resumeLabel = ({ level }: CustomerState): '继续跟进' | '唤醒' =>
  level === 'D' ? '继续跟进' : '唤醒'

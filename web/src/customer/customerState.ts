import type { CustomerState } from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'

/** The state of a file on its page. */
export interface FileState extends CustomerState {
  /** The customer receives no texts. */
  readonly noSms: boolean
}

/** The part of a profile that decides which actions are possible. */
export const stateOf = (profile: CustomerProfile): FileState => ({
  level: profile.info.level as Level,
  isSuspend: profile.isSuspend,
  waitingFailReview: profile.customer.deal.waitingFailReview,
  openOrders: profile.openOrders,
  isErased: profile.isErased,
  undelivered: profile.undelivered,
  noSms: profile.customer.noSms,
})

type Standing = Pick<CustomerState, 'level' | 'isSuspend' | 'waitingFailReview'>

function whyNot(what: string, state: Standing): string {
  if (state.waitingFailReview) return `战败申请审核中，审核结束后可${what}`
  if (state.level === 'F') return `客户已战败，复活后可${what}`
  if (state.isSuspend) return `客户休眠中，唤醒后可${what}`
  return ''
}

/** Reason why no follow-up is possible now; empty if it is. */
export const whyNoFollow = (state: Standing): string => whyNot('跟进', state)

/** Reason why no new order is possible now; empty if it is. */
export const whyNoOrder = (state: Standing): string => whyNot('订车', state)

/** Reason why no car can be delivered now; empty if one can. */
export const whyNoDelivery = (state: Standing): string => whyNot('交车', state)

/** The customer's state in a few words. */
export function stateText(profile: CustomerProfile): string {
  const { deal } = profile.customer
  if (deal.waitingFailReview) return '战败申请待审核'
  if (profile.info.level === 'F') return '已战败'
  return `${profile.isSuspend ? '休眠中' : `${profile.info.level}级`}，客户经理${deal.ownerName}`
}

/** Request fields that identify the customer and the deal, which must still be the current one. */
export const dealOf = (profile: CustomerProfile): { customerId: number; dealId: number } => ({
  customerId: profile.customer.id,
  dealId: profile.info.dealId,
})

/** Request fields of a review. They name the defeat request on screen, so that a newer one is not decided unread. */
export const requestOf = (profile: CustomerProfile): ReturnType<typeof dealOf> & { requestId: number } => ({
  ...dealOf(profile),
  requestId: profile.failInfo.requestId,
})

/** Label for ending dormancy. After delivery it is 继续跟进, since only the return visits continue. */
export const resumeLabel = ({ level }: CustomerState): '继续跟进' | '唤醒' =>
  level === 'D' ? '继续跟进' : '唤醒'

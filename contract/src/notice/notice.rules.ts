/** Kinds of notices. */
export const noticeKind = {
  leadAssigned: 1,
  repeatLead: 2,
  collision: 3,
  leadWaiting: 4,
  other: 5,
  /** To members who clean leads. A member has at most one unread notice of this kind. */
  leadsArrived: 6,
  signIn: 7,
  /** A customer in the showroom waits for reception. */
  reception: 8,
  /** To managers: no member has received the customer. */
  receptionLate: 9,
  /** An order waits for review. */
  orderSubmitted: 10,
  /** A reviewer has decided on the member's order. */
  orderDecided: 11,
  /** To subscribers of the report. */
  morningReport: 12,
  /** The manufacturer has moved the member's order to another step. */
  orderMoved: 13,
  /** An order needs attention. */
  orderAlert: 14,
  /** To reviewers: orders have waited too long. */
  orderReviewLate: 15,
  /** To members who manage webhook endpoints: an endpoint fails to accept events. */
  webhookFailed: 16,
  /** To admins: a member's number or WeCom binding was changed. */
  signInChanged: 17,
  /** To admins: the last backup failed or is too old. */
  backupFailed: 18,
  /** To admins: jobs fail for a day, or outside systems are down for an hour. */
  systemFault: 19,
  /** To the owner: an appointment begins in a quarter of an hour. */
  appointmentSoon: 20,
  /** To the owner: the customer confirmed, moved or cancelled an appointment. */
  appointmentAnswered: 21,
  /** To the author of a report: it was commented on or returned. */
  dailyAnswered: 22,
  /** To the manager who returned a report: it was handed in again. */
  dailyAgain: 23,
  /** To the heads and the group: the store's report of a day, week or month. */
  dailyStore: 24,
  /** A colleague mentioned the member in a note. */
  mentioned: 30,
} as const
export type NoticeKind = (typeof noticeKind)[keyof typeof noticeKind]

export const noticeTitles: Readonly<Record<NoticeKind, string>> = {
  1: '新线索',
  2: '重复留资',
  3: '撞单提醒',
  4: '超时未清洗',
  5: '消息',
  6: '新线索待清洗',
  7: '签到提醒',
  8: '到店接待',
  9: '到店超时未接待',
  10: '订单待审核',
  11: '订单审核结果',
  12: '晨报',
  13: '订单进展',
  14: '订单提醒',
  15: '订单审核超时',
  16: '事件推送失败',
  17: '登录方式变更',
  18: '备份异常',
  19: '系统异常',
  20: '预约提醒',
  21: '客户回复预约',
  22: '日报批注',
  23: '日报重交',
  24: '门店日报',
  30: '批注提到您',
}

/** Groups of notices that a member can switch on or off for WeCom and Web Push. The bell shows all of them. */
export const pushGroups = {
  assigned: '分配与接待',
  overdue: '超时提醒',
  approval: '审核',
  daily: '日报',
} as const
export type PushGroup = keyof typeof pushGroups

/** The group of each kind. Kinds without one appear in the bell only. */
export const pushGroupOf: Readonly<Record<NoticeKind, PushGroup | undefined>> = {
  1: 'assigned',
  2: 'assigned',
  3: undefined,
  4: 'overdue',
  // For example a handover of customers.
  5: 'assigned',
  6: 'assigned',
  7: 'overdue',
  8: 'assigned',
  9: 'overdue',
  10: 'approval',
  11: 'approval',
  // The report's subscription decides about its channels.
  12: undefined,
  13: 'approval',
  14: 'overdue',
  15: 'approval',
  16: 'overdue',
  17: undefined,
  18: 'overdue',
  19: 'overdue',
  20: 'assigned',
  21: 'assigned',
  22: 'daily',
  23: 'daily',
  24: 'daily',
  30: 'assigned',
}

const fixedPages = {
  [noticeKind.signIn]: '/sign',
  [noticeKind.receptionLate]: '/front/board',
  [noticeKind.morningReport]: '/report/morning',
  [noticeKind.dailyAnswered]: '/daily/index',
  [noticeKind.dailyAgain]: '/daily/team',
  [noticeKind.dailyStore]: '/daily/store',
  [noticeKind.webhookFailed]: '/manager/webhooks',
  [noticeKind.signInChanged]: '/manager/members',
  [noticeKind.backupFailed]: '/manager/system',
  [noticeKind.systemFault]: '/manager/system',
} as const satisfies { readonly [kind in NoticeKind]?: string }
type FixedPage = (typeof fixedPages)[keyof typeof fixedPages]

/** The page of a kind whose notices name no customer, lead or order. */
export const fixedPageOf = (kind: number): FixedPage | undefined =>
  (fixedPages as Readonly<Record<number, FixedPage>>)[kind]

interface About {
  readonly kind: number
  readonly customerId: number
  readonly clueId: number
  readonly orderId: number
}

const ofReview: ReadonlySet<number> = new Set([noticeKind.orderSubmitted, noticeKind.orderReviewLate])
const ofOrders: ReadonlySet<number> = new Set([
  ...ofReview,
  noticeKind.orderDecided,
  noticeKind.orderMoved,
  noticeKind.orderAlert,
])

/** The page of a notice about orders: the order, to review or to read, or the list of waiting orders for a notice about several. */
export function orderPageOf({ kind, orderId }: Pick<About, 'kind' | 'orderId'>) {
  if (!ofOrders.has(kind)) return undefined
  if (ofReview.has(kind))
    return orderId
      ? ({ to: '/submitted', search: { id: orderId, type: 1 } } as const)
      : ({ to: '/activity/order-verify', search: {} } as const)
  return orderId
    ? ({ to: '/approved', search: { id: orderId } } as const)
    : ({ to: '/activity/order-approved', search: {} } as const)
}

/** The page a notice opens, as the address after the `#`. */
export function noticePath({ kind, customerId, clueId, orderId }: About): string {
  const order = orderPageOf({ kind, orderId })
  if (order) {
    const search = Object.entries(order.search).map(([key, value]) => `${key}=${value}`)
    return search.length > 0 ? `${order.to}?${search.join('&')}` : order.to
  }
  if (clueId) return `/activity/clue-clear?clue=${clueId}`
  if (kind === noticeKind.leadWaiting) return '/activity/clue-clear?lt=1'
  if (kind === noticeKind.leadsArrived) return '/activity/clue-clear'
  if (customerId) return `/customer/detail/${customerId}`
  return fixedPageOf(kind) ?? '/dashboard/index'
}

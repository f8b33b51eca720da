/** What a notice is about. */
export const noticeKind = {
  leadAssigned: 1,
  repeatLead: 2,
  collision: 3,
  leadWaiting: 4,
  other: 5,
  /** For who cleans: at most one of them is unread. */
  leadsArrived: 6,
  signIn: 7,
  /** A customer in the showroom is to be received. */
  reception: 8,
  /** For the managers: nobody receives a customer. */
  receptionLate: 9,
  /** An order waits for who reviews. */
  orderSubmitted: 10,
  /** A reviewer has decided on one's order. */
  orderDecided: 11,
  /** To who subscribed it. */
  morningReport: 12,
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
}

import type { Evidence, FailRow } from '@showroom/contract/review/list.schema'
import { reviewTab } from '@showroom/contract/review/review.rules'

/** The list's fixed texts. */
export const tabNames: Readonly<Record<number, string>> = {
  [reviewTab.pending]: '待审核',
  [reviewTab.finished]: '已审核',
}

/** The customer's name, or a substitute. */
export const nameOf = (row: Pick<FailRow, 'name' | 'mobile'>): string => row.name || row.mobile || '客户'

/** Whether another consultant is to call; empty before a decision on that. */
export const crossRecallText = (crossRecall: number): string => ({ 1: '是', 2: '否' })[crossRecall] ?? ''

/** How long the owner had the customer at the time of the request. */
export const ownedText = ({ ownedDays }: Evidence): string => (ownedDays === 0 ? '不足1天' : `${ownedDays}天`)

/** The work done, in a few words: `接手12天，联系3次·2天，已到店`. Fewer contacts are among the doubts. */
export function effortText(evidence: Evidence): string {
  const { contactTimes, contactDays, arrived, testDriven } = evidence
  return [
    `接手${ownedText(evidence)}`,
    contactTimes > 1 && `联系${contactTimes}次·${contactDays}天`,
    testDriven ? '已试驾' : arrived && '已到店',
  ]
    .filter(Boolean)
    .join('，')
}

/** The decision on a request, and its reviewer. */
export const decisionText = ({ state, reviewerName }: FailRow): string =>
  `${reviewerName}${state === 1 ? '同意战败' : '驳回'}`

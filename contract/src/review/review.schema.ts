import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { plannedAt } from '../kernel/dates.ts'
import { dealerId, Id, idList, lines, oneOf, OptionalId, requiredLines } from '../kernel/wire.ts'
import { maxSeries } from '../customer/customer.rules.ts'

/** Decisions on defeat requests. Of two concurrent reviewers one wins. */

/** `requestId`: the request on the reviewer's screen; 0 for whichever is pending. */
const request = { dealerId, customerId: Id, dealId: OptionalId, requestId: OptionalId }

export const ConfirmFail = z.object({ ...request, remark: lines(500) })
export type ConfirmFail = z.output<typeof ConfirmFail>

/** Returns the customer at level N to a manager, who makes the next call. */
export const RejectFail = z.object({
  ...request,
  /** 1 yes: a consultant other than the owner calls the customer; 2 no. */
  crossRecall: oneOf([1, 2], '请选择交叉回访'),
  memberId: z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER),
  level: z.literal('N').default('N'),
  /** Unchanged if empty. */
  specIds: codeOf('series', idList(maxSeries), '请选择意向车型').default([]),
  nextActivityType: z.literal(1).default(1),
  nextDate: plannedAt('请选择跟进日期'),
  remark: requiredLines('驳回原因不能为空', 500),
})
export type RejectFail = z.output<typeof RejectFail>

/** Most requests per call: one page of the list. */
const mostAtOnce = 50

/** Approves several requests without doubts; each is decided separately. */
export const ConfirmFails = z.object({
  dealerId,
  requestIds: idList(mostAtOnce, '请选择战败申请').refine((ids) => ids.length > 0, '请选择战败申请'),
})
export type ConfirmFails = z.output<typeof ConfirmFails>
/** Reasons for the requests that were not approved. One that is no longer pending has id 0 and no name. */
export const ConfirmFailsAnswer = z.object({
  successTotal: z.number(),
  failTotal: z.number(),
  failures: z.array(z.object({ requestId: z.number(), name: z.string(), reason: z.string() })),
})

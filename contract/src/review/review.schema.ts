import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { plannedAt } from '../kernel/dates.ts'
import { dealerId, Id, idList, oneOf, OptionalId, required, text } from '../kernel/wire.ts'
import { maxSeries } from '../customer/customer.rules.ts'

/** Deciding on a request to give a customer up. Of two reviewers at once one wins. */

/** `requestId`: the request that the reviewer had on screen; 0 for whichever waits. */
const request = { dealerId, customerId: Id, dealId: OptionalId, requestId: OptionalId }

export const ConfirmFail = z.object({ ...request, remark: text(500) })
export type ConfirmFail = z.output<typeof ConfirmFail>

/** The customer returns at level N to a manager, who calls next. */
export const RejectFail = z.object({
  ...request,
  /** 1 yes: another consultant than the owner calls the customer; 2 no. */
  crossRecall: oneOf([1, 2], '请选择交叉回访'),
  memberId: z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER),
  level: z.literal('N').default('N'),
  /** Left as they are when empty. */
  specIds: codeOf('series', idList(maxSeries), '请选择意向车型').default([]),
  nextActivityType: z.literal(1).default(1),
  nextDate: plannedAt('请选择跟进日期'),
  remark: required('驳回原因不能为空', 500),
})
export type RejectFail = z.output<typeof RejectFail>

/** Requests that one go may hold: what a page shows. */
const mostAtOnce = 50

/** Several requests that there is no doubt about: each is decided by itself. */
export const ConfirmFails = z.object({
  dealerId,
  requestIds: idList(mostAtOnce, '请选择战败申请').refine((ids) => ids.length > 0, '请选择战败申请'),
})
export type ConfirmFails = z.output<typeof ConfirmFails>
/** Of each that was left as it is why; one that waits no longer has no name, and 0 for its id. */
export const ConfirmFailsAnswer = z.object({
  successTotal: z.number(),
  failTotal: z.number(),
  failures: z.array(z.object({ requestId: z.number(), name: z.string(), reason: z.string() })),
})

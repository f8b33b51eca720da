import { z } from 'zod'
import { cleanGroups } from '../kernel/clean.ts'
import { narrowing, sentKey, sentTime } from '../kernel/lenient.ts'
import { FieldNotes, sentStore } from '../kernel/open.ts'
import { halfFilled, lines, requiredCode, Seconds, serial } from '../kernel/wire.ts'
import { makerSteps } from './maker.rules.ts'
import { orderStatus } from './order.rules.ts'

/** Requests of the manufacturer's order system (docs/order-status.md). */

/** A vehicle identification number: 17 letters and digits, without I, O and Q. */
const Vin = z
  .string('请填写车架号')
  .overwrite(cleanGroups)
  .regex(/^[A-HJ-NPR-Z0-9]{17}$/, '车架号应为17位字母和数字')

/** Maximum number of vehicles in one message. */
const mostVehicles = 200

/** Read by `readLeniently`: store and status are required, and no field is left out without which the step would change more. */
export const OrderStep = z
  .object({
    ...sentStore,
    /** The sender's id of the message. A repeated id has no further effect. Without one, a hash of the message is used. */
    deliveryId: sentKey(requiredCode('没有可用的推送编号，已按内容编号', 100)).catch(''),
    /** A step of the maker, or 已取消 for a single line. */
    status: z.literal([...makerSteps, orderStatus.cancelled], '订单状态不正确'),
    /** Number of the line; empty for the whole order. */
    subOrderNo: narrowing(serial(60)),
    /** With 已取消: total of the line's vehicles cancelled so far; 0 for all. */
    cancelSubCount: narrowing(z.number('取消数量不正确').int().min(0).max(99_999).default(0)),
    /** Vehicles allocated to the order. The line may be omitted if the order has only one. */
    vehicles: z
      .array(z.object({ subOrderNo: narrowing(serial(60)), vin: Vin }))
      .max(mostVehicles, `一次最多${mostVehicles}台车`)
      .default([]),
    /** Time of the event by the sender's clock; epoch seconds. Left out before the approval and after the receipt. */
    occurredAt: sentTime(Seconds).default(0),
    remark: lines(200),
  })
  .refine(
    (value: { status?: unknown; subOrderNo?: unknown }) =>
      value.status !== orderStatus.cancelled || Boolean(value.subOrderNo),
    { path: ['subOrderNo'], message: '请填写取消的子订单编号', ...halfFilled },
  )
export type OrderStep = z.output<typeof OrderStep>

/** `applied`: the order moved. `already`: it had reached this step before. `repeated`: this message was already answered. */
export const stepStates = ['applied', 'already', 'repeated', 'refused'] as const

export const OrderStepAnswer = z.object({
  receipt: z.string(),
  orderNo: z.string(),
  state: z.enum(stepStates),
  /** Current status of the order; 0 for an unknown order. */
  orderStatus: z.number(),
  /** Fields that were left out of the step or cut. */
  warnings: FieldNotes.optional(),
})
export type OrderStepAnswer = z.infer<typeof OrderStepAnswer>

/** A refused message, kept for manual handling. */
export const RefusedStep = z.object({
  receipt: z.string(),
  dealerCode: z.string(),
  orderNo: z.string(),
  deliveryId: z.string(),
  status: z.number(),
  /** Reason of the refusal. */
  detail: z.string(),
  receivedAt: z.number(),
})
export const RefusedSteps = z.object({ data: z.array(RefusedStep) })

export const ReplayedSteps = z.object({
  receipts: z.array(OrderStepAnswer.extend({ detail: z.string() })),
})

import { z } from 'zod'
import { halfFilled, OptionalSeconds, required, text } from '../kernel/wire.ts'
import { makerSteps } from './maker.rules.ts'
import { orderStatus } from './order.rules.ts'

/** What the maker's order system sends (docs/order-status.md). */

/** A vehicle identification number: 17 letters and digits, without I, O and Q. */
const Vin = z
  .string('请填写车架号')
  .transform((vin) => vin.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-HJ-NPR-Z0-9]{17}$/, '车架号应为17位字母和数字'))

/** Vehicles that one delivery may name. */
const mostVehicles = 200

export const OrderStep = z
  .object({
    /** The store, by its code. */
    dealerCode: required('请填写门店编码'),
    /** The sender's own id: sent twice, it is one step. */
    deliveryId: required('请填写推送编号', 100),
    /** A step of its way, or 已取消: of a line alone. */
    status: z.literal([...makerSteps, orderStatus.cancelled], '订单状态不正确'),
    /** The line that it is about; empty for the whole order. */
    subOrderNo: text(60),
    /** With 已取消: of the line's vehicles, how many are cancelled in all by now; 0 for every one. */
    cancelSubCount: z.number().int().min(0).max(99_999).default(0),
    /** Vehicles that were given to the order. The line may be left out where there is but one. */
    vehicles: z
      .array(z.object({ subOrderNo: text(60), vin: Vin }))
      .max(mostVehicles, `一次最多${mostVehicles}台车`)
      .default([]),
    /** When it happened, as the sender says; epoch seconds. */
    occurredAt: OptionalSeconds,
    remark: text(200),
  })
  .refine(
    (value: { status?: unknown; subOrderNo?: unknown }) =>
      value.status !== orderStatus.cancelled || Boolean(value.subOrderNo),
    { path: ['subOrderNo'], message: '请填写取消的子订单编号', ...halfFilled },
  )
export type OrderStep = z.output<typeof OrderStep>

/** `applied` the order moved; `already` it had been there, or further, before; `repeated` this delivery had been answered before. */
export const stepStates = ['applied', 'already', 'repeated', 'refused'] as const

export const OrderStepAnswer = z.object({
  receipt: z.string(),
  orderNo: z.string(),
  state: z.enum(stepStates),
  /** The order's status now; 0 for an order that is not known. */
  orderStatus: z.number(),
})
export type OrderStepAnswer = z.infer<typeof OrderStepAnswer>

/** A delivery that was refused and kept for a person. */
export const RefusedStep = z.object({
  receipt: z.string(),
  dealerCode: z.string(),
  orderNo: z.string(),
  deliveryId: z.string(),
  status: z.number(),
  /** Why. */
  detail: z.string(),
  receivedAt: z.number(),
})
export const RefusedSteps = z.object({ data: z.array(RefusedStep) })

export const ReplayedSteps = z.object({
  receipts: z.array(OrderStepAnswer.extend({ detail: z.string() })),
})

import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { cleanDocument } from '../kernel/clean.ts'
import { dateUntil, expectedAt, HappenedAt, happenedAt } from '../kernel/dates.ts'
import {
  dealerId,
  halfFilled,
  Id,
  lines,
  oneOf,
  OptionalId,
  required,
  requiredLines,
  text,
  serial,
} from '../kernel/wire.ts'
import { OptionalMobile } from '../kernel/mobile.ts'
import {
  cancelReasonCodes,
  cancelReasonsWithRemark,
  farthestDelivery,
  farthestVisit,
  withdrawReason,
} from './order.rules.ts'

/** Orders on the customer's page and the actions on them. Money is yuan. */

const yuan = (name: string, max: number) =>
  z
    .number(`请输入${name}`)
    .min(0, `${name}不能小于0元`)
    .max(max, `${name}不能超过${max}元`)
    .multipleOf(0.01, '最多两位小数')

/** `deliverDate`: planned for an order, in the past for a delivery. */
const vehicle = <DeliverDate extends z.ZodType>(deliverDate: DeliverDate) => ({
  dealerId,
  customerId: Id,
  dealId: OptionalId,
  /** The model. */
  specId: z.number('请选择订购车型').int('请选择订购车型').min(1, '请选择订购车型').max(2_147_483_647),
  deliverDate,
  color: required('请选择车辆颜色'),
  price: yuan('成交价格', 99_999_999),
  downPayment: yuan('购车定金', 100_000),
  /** 1 full, 2 instalment. */
  payType: codeOf('payTypes', oneOf([1, 2], '请选择收款方式'), '请选择收款方式').default(1),
  payInsurance: z.boolean().default(false),
  remark: lines(500),
})

/** 订车: creates an order that waits to be submitted. */
export const QuickOrder = z.object({
  ...vehicle(expectedAt('请选择交车日期', farthestDelivery)),
  orderDate: HappenedAt,
})
export type QuickOrder = z.output<typeof QuickOrder>
export type QuickOrderInput = z.input<typeof QuickOrder>
/** The customer may have several orders, so the response identifies the one concerned. */
export const OrderMade = z.object({ orderId: z.number(), rowVersion: z.number() })
/** Actions on the customer's page return the customer's version. */
export const OrderChanged = z.object({ rowVersion: z.number() })
/** Actions on the order's page return the order's version. */
export const OrderMoved = z.object({ success: z.boolean(), orderId: z.number(), rowVersion: z.number() })

/** 交车. */
export const Deliver = z
  .object({
    ...vehicle(happenedAt('请选择交车日期')),
    /** The order to deliver, if the customer has several; 0 for the only one. */
    orderId: OptionalId,
    /** Plan a return visit on nextDate. */
    nextRecall: z.boolean().default(true),
    nextDate: dateUntil('planned', farthestVisit),
  })
  .refine(
    (value: { nextRecall?: boolean; nextDate?: number }) =>
      value.nextRecall === false || Boolean(value.nextDate),
    {
      path: ['nextDate'],
      message: '请选择跟进日期',
      ...halfFilled,
    },
  )
export type Deliver = z.output<typeof Deliver>

export const OrderOfCustomer = z.object({
  id: z.number(),
  orderNo: z.string(),
  createdAt: z.number(),
  /** Total deposit and total price; of a cancelled order 0. */
  paymentAmount: z.number(),
  totalPrice: z.number(),
  /** The deposit of one vehicle. */
  payment: z.number(),
  /** Total deposit of all ordered vehicles, including cancelled ones. */
  originalPayment: z.number(),
  /** 1 full, 2 instalment. */
  payType: z.number(),
  payInsurance: z.boolean(),
  businessType: z.number(),
  orderStatus: z.number(),
  /** Alias of `orderStatus`. */
  status: z.number(),
  customerId: z.number(),
  dealId: z.number(),
  /** Planned; the first second of the day. */
  deliverDate: z.number(),
  modelDisplay: z.string(),
  subOrders: z.array(
    z.object({
      specId: z.number(),
      seriesName: z.string(),
      specName: z.string(),
      /** Empty if the order has no configuration. */
      configurationName: z.string(),
      color: z.string(),
      number: z.number(),
      /** How many of them were cancelled. */
      cancelSubCount: z.number(),
      price: z.number(),
    }),
  ),
})
export type OrderOfCustomer = z.infer<typeof OrderOfCustomer>

export const GetCustomerOrders = z.object({ dealerId, customerId: Id })
/** Newest first. */
export const GetCustomerOrdersAnswer = z.object({ data: z.array(OrderOfCustomer) })

/** Values for what the order lacks (`gapsOf`); those it has stay. */
export const Completion = z.object({
  phone: OptionalMobile,
  licenseType: OptionalId,
  licenseNumber: z.string().overwrite(cleanDocument).toUpperCase().max(40).default(''),
  province: text(50),
  city: text(50),
  area: text(50),
  /** Province and city, joined by a comma. */
  carLicenseCity: text(100),
})

/** `buyer` completes an order that was made without all that its review needs. */
export const SubmitOrder = z.object({ dealerId, orderId: Id, buyer: Completion.optional() })
export type SubmitOrder = z.output<typeof SubmitOrder>

const missingReason = '请输入取消订单原因'
const isExplained = (reason: unknown, remark: unknown): boolean =>
  !cancelReasonsWithRemark.some((one) => one === reason) || Boolean(remark)
const unexplained = { path: ['remark'], message: '请填写备注', ...halfFilled }

/** From the customer's page. Reason 1 withdraws a submitted order; the others cancel it. */
export const CancelOrder = z
  .object({
    dealerId,
    orderId: Id,
    reason: codeOf(
      'orderCancelReasons',
      z.union([z.literal(withdrawReason), z.enum(cancelReasonCodes)], missingReason),
      missingReason,
      { besides: [withdrawReason] },
    ),
    remark: lines(200),
  })
  .refine(
    (value: { reason?: unknown; remark?: unknown }) => isExplained(value.reason, value.remark),
    unexplained,
  )
export type CancelOrder = z.output<typeof CancelOrder>

/** From the order's page: cancels the whole order, or a line of an approved one. */
export const Cancel = z
  .object({
    dealerId,
    orderId: Id,
    cancelReason: codeOf('orderCancelReasons', z.enum(cancelReasonCodes, missingReason), missingReason),
    remark: lines(200),
    /** Number of the line; empty for the whole order. */
    subOrderNo: serial(60),
    /** Number of vehicles to cancel; 0 for all that remain in the line. */
    cancelSubCount: z.number().int().min(0).max(99_999).default(0),
    /** For a line: the order's version when the vehicles were counted; 0 skips the check. */
    rowVersion: OptionalId,
  })
  .refine(
    (value: { cancelReason?: unknown; remark?: unknown }) => isExplained(value.cancelReason, value.remark),
    unexplained,
  )
export type Cancel = z.output<typeof Cancel>

/** 订车回访: a return visit to a customer with an order in progress. */
export const OrderFollow = z
  .object({
    dealerId,
    customerId: Id,
    dealId: OptionalId,
    /** 1 contacted, 2 not reached. */
    contactStatus: oneOf([1, 2], '请选择联系状态'),
    /** The customer has the car, so no further visit is required. */
    isDeliver: z.boolean().default(false),
    nextDate: dateUntil('planned', farthestVisit),
    remark: requiredLines('请输入备注', 1000),
    birthdayRecall: z.boolean().default(false),
  })
  .refine(
    (value: { isDeliver?: boolean; nextDate?: number }) =>
      value.isDeliver === true || Boolean(value.nextDate),
    {
      path: ['nextDate'],
      message: '请选择跟进日期',
      ...halfFilled,
    },
  )
export type OrderFollow = z.output<typeof OrderFollow>

/** `rowVersion`: version of the order on screen, so that a reviewer cannot decide on unread changes; 0 skips the check. */
const decided = { dealerId, orderId: Id, rowVersion: OptionalId }
export const ConfirmOrder = z.object(decided)
export type ConfirmOrder = z.output<typeof ConfirmOrder>
export const RejectOrder = z.object({ ...decided, reason: requiredLines('驳回原因不能为空', 500) })
export type RejectOrder = z.output<typeof RejectOrder>

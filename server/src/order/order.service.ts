import { timelineType } from '@showroom/contract/customer/customer.rules'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { fenOf, orderStatus, orderTotals } from '@showroom/contract/order/order.rules'
import type { QuickOrder } from '@showroom/contract/order/order.schema'
import { refuseBlocked } from '../base/index.ts'
import { lockCustomer, recordTimeline } from '../customer/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import * as repository from './order.repository.ts'
import { lineText, payText, sentence, yuanText } from './order.text.ts'
import { lockOrder } from './lock.ts'

/** Orders a vehicle from the customer's file: one line, waiting to be submitted. */
export async function order(context: Context, form: QuickOrder) {
  const { db, session, now } = context
  const customer = await lockCustomer(context, form.customerId, { action: 'order', dealId: form.dealId })
  await refuseBlocked(db, session.scope, customer)
  if (await repository.hasOrderInStatus(db, session.scope, customer.customerId, [orderStatus.waitingSubmit]))
    throw new Refusal('ORDER_WAITING')
  const today = dayStart(secondsOf(now))
  const orderedAt = form.orderDate || secondsOf(now)
  if (dayStart(orderedAt) > today) throw refuseField('INVALID', 'orderDate', '订车日期不能晚于今天')
  if (dayStart(form.deliverDate) < today) throw refuseField('INVALID', 'deliverDate', '交车日期不能早于今天')
  const vehicle = await getVehicle(context, form)
  const line = { quantity: 1, priceFen: fenOf(form.price), isCancelled: false }
  const depositFen = fenOf(form.downPayment)
  const made = await repository.insertOrder(db, session.scope, {
    customerId: customer.customerId,
    dealId: customer.dealId,
    paymentType: form.payType,
    payInsurance: form.payInsurance,
    depositFen,
    totals: orderTotals(depositFen, [line]),
    orderedOn: dayText(orderedAt),
    deliverOn: dayText(form.deliverDate),
    remark: form.remark,
    line: {
      ...line,
      seriesId: vehicle.seriesId,
      modelId: form.specId,
      skuId: vehicle.skuId,
      color: form.color,
    },
    now,
  })
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '创建订单',
    content: sentence(
      `订单号：${made.orderNo}`,
      lineText({ ...vehicle, ...line, color: form.color }),
      `定金${yuanText(depositFen)}`,
      payText(form.payType),
      `预计${dayText(form.deliverDate)}交车`,
      form.remark && `备注：${form.remark}`,
    ),
    facts: {
      kind: 'order',
      said: form.remark,
      orderNo: made.orderNo,
      vehicle: lineText({ ...vehicle, ...line, color: form.color }),
      deposit: depositFen / 100,
      payType: form.payType,
      deliverDate: form.deliverDate,
    },
    orderId: made.id,
    orderStatus: orderStatus.waitingSubmit,
  })
  return { orderId: made.id, rowVersion }
}

/** A model of ours in a colour it comes in; anything else is refused beside its field. */
async function getVehicle({ db }: Context, form: { specId: number; color: string }) {
  const vehicle = await repository.findVehicle(db, form.specId, form.color)
  if (!vehicle) throw refuseField('INVALID', 'specId', '请选择订购车型')
  if (vehicle.skuId === null) throw refuseField('INVALID', 'color', '请选择车辆颜色')
  return { ...vehicle, skuId: vehicle.skuId }
}

/** Hands an order to the reviewers; from here on it cannot be edited. */
export async function submitOrder(context: Context, { orderId }: { orderId: number }) {
  const { db, session, now } = context
  const { customer, order: locked } = await lockOrder(context, orderId, 'submit', 'order')
  await refuseBlocked(db, session.scope, customer)
  await repository.changeOrder(db, session.scope, locked.id, {
    status: orderStatus.submitted,
    submitted_at: now,
    reviewed_at: null,
    reject_reason: '',
  })
  return recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '提交订单',
    content: `订单号：${locked.orderNo}；已提交审批`,
    facts: { kind: 'order', orderNo: locked.orderNo },
    orderId: locked.id,
    orderStatus: orderStatus.submitted,
  })
}

/** Takes a submitted order back before it is reviewed. */
export async function withdrawOrder(context: Context, orderId: number) {
  const { db, session } = context
  const { customer, order: locked } = await lockOrder(context, orderId, 'withdraw')
  await repository.changeOrder(db, session.scope, locked.id, {
    status: orderStatus.waitingSubmit,
    submitted_at: null,
  })
  return recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '撤回订单',
    content: `订单号：${locked.orderNo}；撤回到待提交`,
    facts: { kind: 'order', orderNo: locked.orderNo },
    orderId: locked.id,
    orderStatus: orderStatus.waitingSubmit,
  })
}

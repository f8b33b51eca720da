import { fenOf } from '@showroom/contract/kernel/money'
import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { liveStatuses, orderCan, orderStatus } from '@showroom/contract/order/order.rules'
import type { Deliver, OrderFollow } from '@showroom/contract/order/order.schema'
import { changeDeal, happened, lockCustomer, recordTimeline } from '../../customer/index.ts'
import type { LockedCustomer } from '../../customer/index.ts'
import { instantOf, secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { refuseStatus } from '../lock.ts'
import * as repository from '../order.repository.ts'
import type { LockedOrder } from '../order.repository.ts'
import { lineText, payText, sentence, yuanText } from '../order.text.ts'
import { completePlanned } from '../form/plan.service.ts'

/** Records a delivery: completes the order, moves the deal to level D and plans a return visit. */
export async function deliver(context: Context, form: Deliver) {
  const { db, session } = context
  const { scope } = session
  const customer = await lockCustomer(context, form.customerId, {
    action: 'deliver',
    ofErased: true,
    dealId: form.dealId,
  })
  const { order, line } = await chooseOrder(context, customer, form)
  // A delivery reported by the maker stays credited to the owner at that time.
  const deliveredAt = order.deliveredAt ?? deliveryOf(context, order, form)
  const next = nextVisit(context, form.nextRecall && !customer.isErased ? form.nextDate : 0)
  await repository.changeOrder(db, scope, order.id, {
    status: orderStatus.completed,
    ...(!order.deliveredAt && { delivered_at: deliveredAt, delivered_owner_id: customer.ownerId }),
    delivered_price_fen: fenOf(form.price),
    delivered_deposit_fen: fenOf(form.downPayment),
    pay_insurance: form.payInsurance,
    payment_type: form.payType,
  })
  // The maker delivered the order in an earlier deal, so the current deal does not change.
  const isPast = order.dealId !== customer.dealId
  if (!isPast) {
    await completePlanned(context, customer, {
      type: timelineType.deliver,
      result: { orderId: order.id },
      next,
      nextType: activityType.revisit,
    })
    await changeDeal(db, scope, customer.dealId, {
      level: 'D',
      delivered_at: deliveredAt,
      pay_type: form.payType,
      next_follow_at: next,
      next_activity_type: next ? activityType.revisit : 0,
    })
  }
  const { customerId } = customer
  await happened(context, 'followed', { customerId })
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.deliver,
    subject: '交车',
    content: sentence(
      `订单号：${order.orderNo}`,
      lineText({ ...line, priceFen: fenOf(form.price) }),
      `定金${yuanText(fenOf(form.downPayment))}`,
      payText(form.payType),
      form.payInsurance && '店内投保',
      `${dayText(secondsOf(deliveredAt))}交车`,
      form.remark && `备注：${form.remark}`,
    ),
    facts: {
      kind: 'order',
      said: form.remark,
      orderNo: order.orderNo,
      vehicle: lineText({ ...line, priceFen: fenOf(form.price) }),
      deposit: form.downPayment,
      payType: form.payType,
      isInsured: form.payInsurance,
      deliverDate: secondsOf(deliveredAt),
    },
    dealId: order.dealId,
    level: isPast ? customer.level : 'D',
    orderId: order.id,
    orderStatus: orderStatus.completed,
  })
  return { orderId: order.id, rowVersion }
}

/** Returns the requested order, or the deal's oldest order with that vehicle. */
async function chooseOrder(context: Context, customer: LockedCustomer, form: Deliver) {
  const { db, session } = context
  const { scope } = session
  const live = await repository.lockOrdersOf(db, scope, customer.dealId, liveStatuses)
  const named = form.orderId ? live.filter(({ id }) => id === form.orderId) : live
  const orders =
    named.length > 0 || !form.orderId ? named : [await pastOrder(context, customer, form.orderId)]
  if (orders.length === 0) throw new Refusal('ORDER_UNDELIVERABLE')
  const lines = await repository.listLines(
    db,
    scope,
    orders.map(({ id }) => id),
  )
  const ofModel = lines.filter(({ modelId }) => modelId === form.specId)
  if (ofModel.length === 0) throw refuseField('INVALID', 'specId', '所选车型不在该客户的订单中')
  const line = ofModel.find(({ color }) => color === form.color)
  if (!line) throw refuseField('INVALID', 'color', '车辆颜色与订单不一致')
  const order = orders.find(({ id, status }) => id === line.orderId && orderCan.deliver(status))
  if (!order) throw new Refusal('ORDER_STATE')
  return { order, line }
}

/** Returns an order of an earlier deal that the maker has delivered; refuses any other order with its status. */
async function pastOrder(context: Context, customer: LockedCustomer, orderId: number): Promise<LockedOrder> {
  const order = await repository.lockOrderRow(context.db, context.session.scope, orderId)
  if (!order || order.customerId !== customer.customerId) throw new Refusal('ORDER_STATE')
  if (order.status !== orderStatus.delivered) throw refuseStatus(context, order.status)
  return order
}

/** The day of delivery: not before the order, not after today. A delivery of today is stored with its time. */
function deliveryOf({ now }: Context, order: LockedOrder, form: Deliver): Date {
  const [day, today] = [dayStart(form.deliverDate), dayStart(secondsOf(now))]
  if (day > today) throw refuseField('INVALID', 'deliverDate', '交车日期不能晚于今天')
  if (day < dayStart(secondsOf(order.createdAt)))
    throw refuseField('INVALID', 'deliverDate', '交车日期不能早于订车日期')
  return day === today ? now : new Date(form.deliverDate * 1000)
}

function nextVisit({ now }: Context, nextDate: number): Date | null {
  if (nextDate && dayStart(nextDate) < dayStart(secondsOf(now)))
    throw refuseField('INVALID', 'nextDate', '回访日期不能早于今天')
  return instantOf(nextDate)
}

/** Records a return visit to a customer with an order in progress or a new car (订车回访). */
export async function orderFollow(context: Context, form: OrderFollow) {
  const { db, session, now } = context
  const { scope } = session
  const customer = await lockCustomer(context, form.customerId, { action: 'follow', dealId: form.dealId })
  const ordered = ['O', 'D'].includes(customer.level)
  const open = [orderStatus.waitingSubmit, orderStatus.submitted, orderStatus.rejected]
  if (!ordered && !(await repository.hasOrderInStatus(db, scope, customer.customerId, open)))
    throw new Refusal('CUSTOMER_STATE')
  // The next follow-up is optional only for customers who have ordered.
  if (!ordered && !form.nextDate) throw refuseField('INVALID', 'nextDate', '请选择跟进日期')
  const next = nextVisit(context, form.nextDate)
  const { contactStatus, isDeliver, birthdayRecall, remark } = form
  await completePlanned(context, customer, {
    type: activityType.revisit,
    result: { contactStatus, isDeliver, birthdayRecall, remark },
    next,
    nextType: activityType.revisit,
  })
  await changeDeal(db, scope, customer.dealId, {
    last_follow_at: now,
    follow_count: customer.followCount + 1,
    next_follow_at: next,
    next_activity_type: next ? activityType.revisit : 0,
  })
  await happened(context, 'followed', { customerId: customer.customerId })
  return recordTimeline(context, customer, {
    type: timelineType.revisit,
    subject: '订车回访',
    content: sentence(
      `联系状态：${contactStatus === 1 ? '已联系' : '未联系上'}`,
      `是否交车：${isDeliver ? '是' : '否'}`,
      birthdayRecall && '生日回访',
      next && `下次回访：${dayText(form.nextDate)}`,
      `备注：${remark}`,
    ),
    facts: {
      kind: 'visited',
      said: remark,
      contactStatus,
      isDelivered: isDeliver,
      isBirthday: birthdayRecall,
      nextType: next ? activityType.revisit : 0,
      nextDate: next ? form.nextDate : 0,
    },
  })
}

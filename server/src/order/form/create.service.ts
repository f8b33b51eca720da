import { yuanOf } from '@showroom/contract/kernel/money'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { unlessShown } from '@showroom/contract/kernel/mask'
import type { CreateOrder, OrderForm } from '@showroom/contract/order/form.schema'
import { licenceTypesOf } from '@showroom/contract/order/licence'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { QuickOrder } from '@showroom/contract/order/order.schema'
import { changeDeal, happened, lockCustomer, recordTimeline } from '../../customer/index.ts'
import type { LockedCustomer } from '../../customer/index.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField, refuseAll } from '../../platform/refusal.ts'
import { columnsOf, linesOf } from './form.ts'
import { hasOrderInStatus } from '../order.repository.ts'
import { payText, sentence, vehiclesText, yuanText } from '../order.text.ts'
import { callType, completePlanned } from './plan.service.ts'
import { checkFields, checkVehicles, refuseBlockedBuyer, withOwnNumbers } from './save.check.ts'
import { getBuyer, insertOrder } from './save.repository.ts'
import type { Buyer } from './save.repository.ts'
import { findInColor } from '../deliver/vehicle.repository.ts'
import type { Vehicle } from '../deliver/vehicle.repository.ts'

/** Creates orders, from the order page or as a quick order on the customer's page. Both wait to be submitted. */

interface Making {
  readonly form: OrderForm
  /** Materials of the lines, in line order. */
  readonly vehicles: readonly Vehicle[]
  /** Columns that only a quick order sets. */
  readonly besides?: { readonly pay_insurance: boolean; readonly ordered_on: string }
}

/** Locks the customer for a new order. Only one order may wait to be submitted. */
async function lockForOrder(context: Context, form: { customerId: number; dealId: number }) {
  const customer = await lockCustomer(context, form.customerId, { action: 'order', dealId: form.dealId })
  const { db, session } = context
  if (await hasOrderInStatus(db, session.scope, customer.customerId, [orderStatus.waitingSubmit]))
    throw new Refusal('ORDER_WAITING')
  return customer
}

/** Creates an order from the full form. */
export async function createOrder(context: Context, request: CreateOrder) {
  const { db, session } = context
  const customer = await lockForOrder(context, request)
  const file = await getBuyer(db, session.scope, customer.customerId)
  const address = unlessShown(request.address, file.address, file.address && '****')
  const form = { ...withOwnNumbers(request, file), address }
  const { vehicles, problems } = await checkVehicles(context, form)
  refuseAll([...checkFields(context, form, () => true), ...problems])
  const { orderId, columns } = await makeOrder(context, customer, { form, vehicles })
  return {
    orderId,
    rowVersion: 1,
    sysPaymentAmount: yuanOf(columns.payment_amount_fen),
    sysTotalOrderAmount: yuanOf(columns.total_amount_fen),
  }
}

/** Creates a one-line order on the customer's page. Buyer and kind of business come from the customer. */
export async function quickOrder(context: Context, request: QuickOrder) {
  const { db, session, now } = context
  const customer = await lockForOrder(context, request)
  const today = dayStart(secondsOf(now))
  const orderedAt = request.orderDate || secondsOf(now)
  if (dayStart(orderedAt) > today) throw refuseField('INVALID', 'orderDate', '订车日期不能晚于今天')
  if (dayStart(request.deliverDate) < today)
    throw refuseField('INVALID', 'deliverDate', '交车日期不能早于今天')
  const vehicle = await getVehicle(context, request)
  const form: OrderForm = {
    ...withFittingLicence(await getBuyer(db, session.scope, customer.customerId)),
    paymentType: request.payType,
    payment: request.downPayment,
    contractNo: '',
    carLicenseType: 1,
    deliverDate: request.deliverDate,
    nextFollowDate: 0,
    remark: request.remark,
    subOrderInfos: [
      {
        orderNo: '',
        seriesId: vehicle.seriesId,
        specId: vehicle.modelId,
        carExternalColor: vehicle.color,
        skuId: vehicle.skuId,
        num: 1,
        price: request.price,
      },
    ],
  }
  const besides = { pay_insurance: request.payInsurance, ordered_on: dayText(orderedAt) }
  const { orderId, rowVersion } = await makeOrder(context, customer, { form, vehicles: [vehicle], besides })
  return { orderId, rowVersion }
}

/** A company customer may have a person's document, which is not valid for the company. */
function withFittingLicence(buyer: Buyer): Buyer {
  const [usual = buyer.licenseType, ...others] = licenceTypesOf(buyer.customerType)
  const isFitting = [usual, ...others].includes(buyer.licenseType)
  return isFitting ? buyer : { ...buyer, licenseType: usual, licenseNumber: '' }
}

/** Finds a model in a colour it is offered in; otherwise refuses at the field. */
async function getVehicle({ db }: Context, form: { specId: number; color: string }): Promise<Vehicle> {
  const sku = await findInColor(db, form.specId, form.color)
  if (!('missing' in sku)) return sku
  throw sku.missing === 'model'
    ? refuseField('INVALID', 'specId', '请选择订购车型')
    : refuseField('INVALID', 'color', '请选择车辆颜色')
}

/** The only place that creates an order. Returns its id, the stored columns and the version of the customer. */
async function makeOrder(context: Context, customer: LockedCustomer, { form, vehicles, besides }: Making) {
  const { db, session, now } = context
  const { scope } = session
  const { customerId, dealId, ownerId } = customer
  await refuseBlockedBuyer(context, customer, form)
  const columns = columnsOf(form)
  const lines = linesOf(form, vehicles)
  const made = await insertOrder(db, scope, {
    customerId,
    dealId,
    ownerId,
    columns,
    lines,
    ...(besides && { besides }),
    now,
  })
  if (columns.next_follow_at) await planNext(context, customer, made.id, columns.next_follow_at)
  const vehicle = vehiclesText(lines.map((line, at) => ({ ...(vehicles[at] as Vehicle), ...line })))
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '创建订单',
    content: sentence(
      `订单号：${made.orderNo}`,
      vehicle,
      `定金${yuanText(columns.payment_fen)}`,
      payText(form.paymentType),
      form.deliverDate > 0 && `预计${dayText(form.deliverDate)}交车`,
      form.remark && `备注：${form.remark}`,
    ),
    facts: {
      kind: 'order',
      said: form.remark,
      orderNo: made.orderNo,
      vehicle,
      deposit: form.payment,
      payType: form.paymentType,
      deliverDate: form.deliverDate,
    },
    orderId: made.id,
    orderStatus: orderStatus.waitingSubmit,
  })
  return { orderId: made.id, columns, rowVersion }
}

/** Ordering completes the planned activity, and the form sets the next call. */
async function planNext(context: Context, customer: LockedCustomer, orderId: number, next: Date) {
  const { db, session } = context
  const nextType = callType(customer)
  await completePlanned(context, customer, { type: timelineType.order, result: { orderId }, next, nextType })
  await changeDeal(db, session.scope, customer.dealId, {
    next_follow_at: next,
    next_activity_type: nextType,
  })
  await happened(context, 'followed', { customerId: customer.customerId })
}

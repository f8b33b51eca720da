import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { awaitsCar, orderCan, orderStatus } from '@showroom/contract/order/order.rules'
import type { OrderOfCustomer } from '@showroom/contract/order/order.schema'

/** Form values of the order dialogs, and their requests. Free of DOM. */

export interface VehicleValues {
  /** Model id. */
  specId?: number | undefined
  color?: string | undefined
  /** Yuan. */
  price?: number | null
  downPayment?: number | null
  payType: number
  payInsurance: boolean
  deliverDate?: number | undefined
  remark: string
}

export interface QuickOrderValues extends VehicleValues {
  orderDate?: number | undefined
}

export interface DeliverValues extends Omit<VehicleValues, 'specId' | 'color'> {
  /** Index into `orderedCars`. */
  car: number
  nextRecall: boolean
  nextDate?: number | undefined
}

/** A car that can be delivered. */
export interface OrderedCar {
  readonly orderId: number
  readonly orderNo: string
  readonly orderedAt: number
  /** Vehicles of the whole order, which a delivery completes. */
  readonly vehicles: number
  readonly specId: number
  readonly color: string
  readonly price: number
  /** Deposit of each vehicle of the order. */
  readonly downPayment: number
  readonly payType: number
  readonly payInsurance: boolean
  /** Model, configuration and colour as text. */
  readonly text: string
  /** True if the maker has not allocated a car yet. */
  readonly isAwaited: boolean
}

export interface OrderFollowValues {
  contactStatus?: number | undefined
  isDeliver?: boolean | undefined
  birthdayRecall?: boolean | undefined
  nextDate?: number | undefined
  remark: string
}

const target = (profile: CustomerProfile) => ({
  customerId: profile.customer.id,
  dealId: profile.info.dealId,
})

/** An emptied number field holds null, which requests leave out. */
const vehicleRequest = <Values extends Partial<VehicleValues>>({ price, downPayment, ...rest }: Values) => ({
  ...rest,
  price: price ?? undefined,
  downPayment: downPayment ?? undefined,
})

export const blankOrder = (now: number): QuickOrderValues => ({
  payType: 1,
  payInsurance: false,
  orderDate: dayStart(now),
  remark: '',
})

export const quickOrderRequest = (values: QuickOrderValues, profile: CustomerProfile) => ({
  ...target(profile),
  ...vehicleRequest(values),
  orderDate: values.orderDate ?? 0,
})

/** A return visit is planned this many days after delivery. */
const recallDays = 3

/** Prefills a delivery from the order. */
export const deliveryOf = ({ price, downPayment, payType, payInsurance }: OrderedCar) =>
  ({ price, downPayment, payType, payInsurance }) satisfies Partial<DeliverValues>

export const blankDelivery = (car: OrderedCar, now: number): DeliverValues => ({
  car: 0,
  ...deliveryOf(car),
  deliverDate: dayStart(now),
  remark: '',
  nextRecall: true,
  nextDate: addDays(now, recallDays),
})

/** Maps request fields to the car field, which shows their errors. */
export const deliverFieldOf = { orderId: 'car', specId: 'car', color: 'car' }

export function deliverRequest(
  { car: place, ...values }: DeliverValues,
  cars: readonly OrderedCar[],
  profile: CustomerProfile,
) {
  const car = cars[place]
  return {
    ...target(profile),
    ...vehicleRequest(values),
    orderId: car?.orderId ?? 0,
    specId: car?.specId,
    color: car?.color,
    nextDate: values.nextRecall ? (values.nextDate ?? 0) : 0,
  }
}

/** Nothing is chosen that the customer has not said. */
export const blankOrderFollow: OrderFollowValues = { remark: '' }

export const orderFollowRequest = (values: OrderFollowValues, profile: CustomerProfile) => ({
  ...target(profile),
  ...values,
  nextDate: values.isDeliver ? 0 : (values.nextDate ?? 0),
})

/** Rejects a return visit planned for a past day. */
export function pastVisit(
  values: { nextDate?: number | undefined },
  planned: boolean,
  now: number,
): FieldError[] {
  const past = planned && values.nextDate && dayStart(values.nextDate) < dayStart(now)
  return past ? [{ path: 'nextDate', text: '回访日期不能早于今天' }] : []
}

export const waitingOrder = (orders: readonly OrderOfCustomer[]): OrderOfCustomer | undefined =>
  orders.find((order) => order.orderStatus === orderStatus.waitingSubmit)

/**
 * Cars that can be delivered: those of the current deal, and earlier ones that the maker marked as delivered. Cars of `firstOrderId` come
 * first, then by age of the order, oldest first.
 */
export const orderedCars = (
  orders: readonly OrderOfCustomer[],
  dealId: number,
  firstOrderId = 0,
): OrderedCar[] => {
  const rank = ({ id }: OrderOfCustomer): number => (id === firstOrderId ? 0 : id)
  return orders
    .filter(
      (order) =>
        orderCan.deliver(order.orderStatus) &&
        (order.dealId === dealId || order.orderStatus === orderStatus.delivered),
    )
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(carsOf)
}

function carsOf(order: OrderOfCustomer): OrderedCar[] {
  const left = order.subOrders.filter(({ number, cancelSubCount }) => number > cancelSubCount)
  const vehicles = left.reduce((sum, { number, cancelSubCount }) => sum + number - cancelSubCount, 0)
  return left.map(({ specId, color, price, seriesName, specName, configurationName }) => ({
    orderId: order.id,
    orderNo: order.orderNo,
    orderedAt: order.createdAt,
    vehicles,
    specId,
    color,
    price,
    downPayment: order.payment,
    payType: order.payType,
    payInsurance: order.payInsurance,
    text: `${[seriesName, specName, configurationName].filter(Boolean).join(' ')}，${color}`,
    isAwaited: awaitsCar(order.orderStatus),
  }))
}

import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { awaitsCar, orderCan, orderStatus } from '@showroom/contract/order/order.rules'
import type { OrderOfCustomer } from '@showroom/contract/order/order.schema'

/** What the order dialogs hold, and how it becomes a request. No DOM. */

export interface VehicleValues {
  /** The model. */
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
  /** Which of `orderedCars`, by its place. */
  car: number
  nextRecall: boolean
  nextDate?: number | undefined
}

/** A car that can be handed over. */
export interface OrderedCar {
  readonly orderId: number
  readonly orderNo: string
  readonly orderedAt: number
  /** All that the order is for: it is handed over as a whole. */
  readonly vehicles: number
  readonly specId: number
  readonly color: string
  readonly price: number
  /** Of each vehicle of the order. */
  readonly downPayment: number
  readonly payType: number
  readonly payInsurance: boolean
  /** Model, configuration and colour. */
  readonly text: string
  /** The maker has none for it yet. */
  readonly isAwaited: boolean
}

export interface OrderFollowValues {
  contactStatus: number
  isDeliver: boolean
  birthdayRecall: boolean
  nextDate?: number | undefined
  remark: string
}

const target = (profile: CustomerProfile) => ({
  customerId: profile.customer.id,
  dealId: profile.info.dealId,
})

/** An emptied number field holds null; the wire leaves it out. */
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

/** A visit or a call some days after somebody has got the car. */
const recallDays = 3

/** The delivery of a car starts from what was ordered. */
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

/** Wire fields that the choice of the car shows. */
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

const orderFollowDays = 7

export const blankOrderFollow = (now: number): OrderFollowValues => ({
  contactStatus: 1,
  isDeliver: false,
  birthdayRecall: false,
  nextDate: addDays(now, orderFollowDays),
  remark: '',
})

export const orderFollowRequest = (values: OrderFollowValues, profile: CustomerProfile) => ({
  ...target(profile),
  ...values,
  nextDate: values.isDeliver ? 0 : (values.nextDate ?? 0),
})

/** A return visit cannot be planned for a day that is over. */
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

/** The cars that can be handed over, of the current deal or delivered by the maker before it: those of the order one came from, then oldest order first. */
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

import { yuanOf } from '@showroom/contract/kernel/money'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { OrderDetail, OrderNumbers } from '@showroom/contract/order/detail.schema'
import type { OrderFormInput } from '@showroom/contract/order/form.schema'
import { buyerType, licenceType, licenceTypesOf } from '@showroom/contract/order/licence'
import { formTotals, lineLeft, orderStatus } from '@showroom/contract/order/order.rules'
import type { Region } from '../../base/public'

/** Values of the order form, and its request. Free of DOM. */

export interface LineValues {
  /** Number of the line; empty for a new one. */
  orderNo: string
  seriesId?: number | undefined
  /** Model id. */
  specId?: number | undefined
  skuId?: number | undefined
  carExternalColor?: string | undefined
  num?: number | null
  /** Yuan per vehicle. */
  price?: number | null
}

export interface OrderValues {
  businessType?: number | undefined
  paymentType: number
  /** Deposit per vehicle, yuan. */
  payment?: number | null
  contractNo: string
  carLicenseType?: number | undefined
  /** Province and city. */
  carLicenseCity?: Region | undefined
  deliverDate?: number | undefined
  customerType: number
  name: string
  contactName: string
  phone: string
  licenseType: number
  licenseNumber: string
  region?: Region | undefined
  address: string
  nextFollowDate?: number | undefined
  remark: string
  subOrderInfos: LineValues[]
}

/** Maps request fields to the form field that combines them. */
export const orderFieldOf = { province: 'region', city: 'region', area: 'region' }

const regionOf = (province: string, city: string, area: string): Region | undefined =>
  province ? { province, city, area } : undefined

/** The region of the buyer as the customer's file has it: of the address, otherwise of the purchase. */
export const regionOfFile = ({ additional, customer: { deal } }: CustomerProfile): Region | undefined =>
  regionOf(additional.province, additional.city, additional.area) ??
  regionOf(deal.buyProvince, deal.buyCity, deal.buyArea)

/** The store's own region, from the region query. */
export const ownRegion = ({ province, city, county }: { province: string; city: string; county: string }) =>
  regionOf(province, city, county)

/** The default document type for a type of buyer. */
export const usualLicenceType = (customerType: number): number =>
  licenceTypesOf(customerType)[0] ?? licenceType.residentId

/** 按揭 (loan). */
const usualPaymentType = 2

/** Prefills a new order from the customer's file, with the numbers masked as there. */
export function valuesOfCustomer(profile: CustomerProfile, own: Region | undefined): OrderValues {
  const { customer, additional } = profile
  const isCompany = customer.type === buyerType.company
  const customerType = isCompany ? buyerType.company : buyerType.personal
  const isValid = licenceTypesOf(customerType).includes(additional.identifyType)
  return {
    businessType: customer.deal.businessType || undefined,
    paymentType: usualPaymentType,
    contractNo: '',
    customerType,
    name: (isCompany ? customer.companyName : customer.name).replaceAll(/\s/g, ''),
    contactName: isCompany ? customer.name : '',
    phone: customer.mobile,
    licenseType: isValid ? additional.identifyType : usualLicenceType(customerType),
    licenseNumber: isValid ? additional.idNo : '',
    region: regionOfFile(profile) ?? own,
    address: additional.address,
    remark: '',
    subOrderInfos: [],
  }
}

/** The form values of an order. `clear` holds its unmasked numbers; those not available stay masked. */
export function valuesOfOrder(order: OrderDetail, clear: Partial<OrderNumbers> = {}): OrderValues {
  const [province = '', city = ''] = order.carLicenseCity.split(',')
  return {
    businessType: order.businessType || undefined,
    paymentType: order.paymentType,
    payment: order.payment || null,
    contractNo: order.contractNo,
    carLicenseType: order.carLicenseType || undefined,
    carLicenseCity: regionOf(province, city, ''),
    deliverDate: order.estimatedDeliverTime || undefined,
    customerType: order.customerType,
    name: order.customerType === buyerType.company ? order.companyName : order.customerName,
    contactName: order.contactName,
    phone: clear.customerPhone ?? order.customerPhone,
    licenseType: order.licenseType || usualLicenceType(order.customerType),
    licenseNumber: clear.licenseNo ?? order.licenseNo,
    region: regionOf(order.orderProvince, order.orderCity, order.orderArea),
    address: clear.orderAddress ?? order.orderAddress,
    nextFollowDate: order.nextFollowTime || undefined,
    remark: order.remark,
    subOrderInfos: order.subOrders.map((line) => ({
      orderNo: line.subOrderNo,
      seriesId: line.seriesId,
      specId: line.specId,
      skuId: line.skuId,
      carExternalColor: line.carExternalColor,
      num: line.number,
      price: line.price,
    })),
  }
}

/** Province and city as the request has them. */
export const cityText = (city: Region | undefined): string =>
  city ? [city.province, city.city].filter(Boolean).join(',') : ''

/** Builds the request from a complete or incomplete form. Emptied numbers are left out. */
export function orderRequest(values: Partial<OrderValues>): Partial<OrderFormInput> & OwnSums {
  const { region, carLicenseCity, payment, subOrderInfos = [], ...rest } = values
  const isCompany = values.customerType === buyerType.company
  return {
    ...rest,
    contactName: isCompany ? (values.contactName ?? '') : '',
    payment: payment ?? 0,
    carLicenseCity: cityText(carLicenseCity),
    deliverDate: values.deliverDate ?? 0,
    nextFollowDate: values.nextFollowDate ?? 0,
    province: region?.province ?? '',
    city: region?.city ?? '',
    area: region?.area ?? '',
    subOrderInfos: subOrderInfos.map(({ num, price, ...line }) => ({
      ...line,
      num: num ?? undefined,
      price: price ?? undefined,
    })),
    ...sumsOf(values),
  } as Partial<OrderFormInput> & OwnSums
}

type OwnSums = { totalOrderAmount?: number; paymentAmount?: number }

export interface Sums {
  readonly vehicles: number
  /** Yuan. */
  readonly deposit: number
  readonly total: number
}

/** Sums of the lines entered so far; a line without a quantity is skipped. */
export function formSums({ payment, subOrderInfos = [] }: Partial<OrderValues>): Sums {
  const lines = subOrderInfos.flatMap(({ num, price }) => (num ? [{ num, price: price ?? 0 }] : []))
  const { vehicles, depositFen, totalFen } = formTotals(payment ?? 0, lines)
  return { vehicles, deposit: yuanOf(depositFen), total: yuanOf(totalFen) }
}

function sumsOf(values: Partial<OrderValues>): OwnSums {
  const { deposit, total } = formSums(values)
  return { totalOrderAmount: total, paymentAmount: deposit }
}

/** Sums of an order's lines for display. The server's sums are the ones that count. */
export function viewSums({ payment, subOrders, orderStatus: status }: OrderDetail): Sums {
  const lines = subOrders.flatMap((line) => {
    const { quantity, isCancelled } = lineLeft(line.number, line.cancelSubCount)
    const isOut = isCancelled || [status, line.orderStatus].includes(orderStatus.cancelled)
    return isOut ? [] : [{ num: quantity, price: line.price }]
  })
  const { vehicles, depositFen, totalFen } = formTotals(payment, lines)
  return { vehicles, deposit: yuanOf(depositFen), total: yuanOf(totalFen) }
}

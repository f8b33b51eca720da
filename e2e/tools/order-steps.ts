import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import type { APIRequestContext } from '@playwright/test'
import { askOpen } from '../../scripts/open-request.ts'
import { addCustomer, inDays, series } from './customers.ts'
import type { MadeCustomer } from './customers.ts'
import { people } from './people.ts'
import { mustPost, sessionOf } from './session.ts'
import type { Session } from './session.ts'
import { expect } from './test.ts'

/** Makes orders with all fields and moves them on, by calls. */

export const consultant = (): Session => sessionOf(people.consultant)
export const reviewer = (): Session => sessionOf(people.salesManager)

export interface Car {
  readonly specId: number
  readonly skuId: number
  readonly color: string
}

/** Different colours of a model of the demo catalogue. */
export async function carsOf(request: APIRequestContext): Promise<Car[]> {
  const { data: tree } = await mustPost<{ data: { value: number; children: { value: number }[] }[] }>(
    request,
    '/v1/dealerRpc/vehicleJsonTree',
    {},
    consultant(),
  )
  const specId = tree.find(({ value }) => value === series.id)?.children[0]?.value ?? 0
  const { data: skus } = await mustPost<{ data: { skuId: number; color: string }[] }>(
    request,
    '/v2/appCustomerService/vehicleColor',
    { modelId: specId },
    consultant(),
  )
  return skus.map(({ skuId, color }) => ({ specId, skuId, color }))
}

/** A model of the demo catalogue, with one of its colours. */
export async function anyCar(request: APIRequestContext) {
  const { data } = await mustPost<{
    data: { label: string; children: { value: number; label: string }[] }[]
  }>(request, '/v1/dealerRpc/vehicleJsonTree', {}, consultant())
  const [first] = data
  const [model] = first?.children ?? []
  if (!first || !model) throw new Error('no models')
  const { colors } = await mustPost<{ colors: string }>(
    request,
    '/v1/baseRpc/getSpec',
    { id: model.value },
    consultant(),
  )
  return { specId: model.value, name: `${first.label} ${model.label}`, color: colors.split(',')[0] ?? '' }
}

/** Makes an order by the quick dialog's call, without identity and region. */
export async function addQuickOrder(
  request: APIRequestContext,
  { customerId }: MadeCustomer,
): Promise<number> {
  const { specId, color } = await anyCar(request)
  const paid = { price: 128_800, downPayment: 5000, payType: 2, payInsurance: true }
  const car = { customerId, specId, color, ...paid, deliverDate: inDays(10) }
  const { orderId } = await mustPost<{ orderId: number }>(
    request,
    '/v2/appCustomerService/order',
    car,
    consultant(),
  )
  return orderId
}

/** An order with that many lines, waiting to be submitted. */
export async function addFullOrder(
  request: APIRequestContext,
  { customerId, name }: MadeCustomer,
  lines = 1,
  wishes: object = {},
): Promise<number> {
  const cars = await carsOf(request)
  const { orderId } = await mustPost<{ orderId: number }>(
    request,
    '/v2/appCustomerOrderService/create',
    {
      customerId,
      businessType: 1,
      paymentType: 2,
      payment: 5000,
      carLicenseType: 1,
      carLicenseCity: '浙江省,杭州市',
      deliverDate: inDays(20),
      customerType: 1,
      name,
      phone: '13812345678',
      licenseType: 1,
      licenseNumber: '11010519491231002X',
      province: '浙江省',
      city: '杭州市',
      area: '西湖区',
      address: '文三路 100 号',
      subOrderInfos: cars
        .slice(0, lines)
        .map((car) => ({ ...car, carExternalColor: car.color, num: 1, price: 98_800 })),
      ...wishes,
    },
    consultant(),
  )
  return orderId
}

export const submit = (request: APIRequestContext, orderId: number) =>
  mustPost(request, '/v2/appCustomerOrderService/submit', { orderId }, consultant())
export const approve = (request: APIRequestContext, orderId: number) =>
  mustPost(request, '/v2/appVerifyService/confirmOrder', { orderId }, reviewer())
export const reject = (request: APIRequestContext, orderId: number, reason: string) =>
  mustPost(request, '/v2/appVerifyService/rejectOrder', { orderId, reason }, reviewer())

/** An order of `addFullOrder` that the reviewer has approved. */
export async function addApprovedOrder(request: APIRequestContext, made: MadeCustomer): Promise<number> {
  const orderId = await addFullOrder(request, made)
  await submit(request, orderId)
  await approve(request, orderId)
  return orderId
}

/** Delivers an order of `addFullOrder` with one line today, without a return visit. */
export async function deliver(
  request: APIRequestContext,
  { customerId }: MadeCustomer,
  orderId: number,
): Promise<void> {
  const [car] = await carsOf(request)
  const paid = { price: 98_800, downPayment: 5000, payType: 2, payInsurance: false }
  const delivery = { customerId, orderId, ...car, ...paid, deliverDate: inDays(0), nextRecall: false }
  await mustPost(request, '/v2/appCustomerService/deliver', delivery, consultant())
}

/** A customer with one order, whose car is delivered. */
export async function addSold(request: APIRequestContext): Promise<MadeCustomer> {
  const made = await addCustomer(request, consultant())
  await deliver(request, made, await addApprovedOrder(request, made))
  return made
}

export async function getOrder(request: APIRequestContext, orderId: number): Promise<OrderDetail> {
  const { data } = await mustPost<{ data: OrderDetail }>(
    request,
    '/v2/appCustomerOrderService/detail',
    { orderId },
    consultant(),
  )
  return data
}

interface MakerFacts {
  readonly subOrderNo?: string
  readonly vehicles?: readonly { readonly subOrderNo: string; readonly vin: string }[]
}

/**
 * Sends a status from the maker's system: 4 allocates a car to the order or to the given lines; 8 cancels the named
 * line.
 */
export async function makerSays(
  orderNo: string,
  status: number,
  { subOrderNo = '', vehicles = [] }: MakerFacts = {},
): Promise<void> {
  const sender = {
    url: `http://127.0.0.1:${process.env['E2E_PORT'] ?? '3199'}`,
    key: 'demo-maker',
    secret: 'showroom-maker-secret-2026',
  }
  const body = JSON.stringify({
    dealerCode: 'HZ001',
    deliveryId: `${orderNo}-${status}-${subOrderNo}`,
    status,
    subOrderNo,
    vehicles,
    occurredAt: Math.floor(Date.now() / 1000),
  })
  const { httpStatus } = await askOpen(sender, 'POST', `/open/v1/orders/${orderNo}/status`, body)
  expect(httpStatus).toBe(200)
}

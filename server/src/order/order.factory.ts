import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import type { OrderFormInput } from '@showroom/contract/order/form.schema'
import type { QuickOrderInput } from '@showroom/contract/order/order.schema'
import type { Insertable, Updateable } from 'kysely'
import { secondsOf } from '../platform/clock.ts'
import type { VehicleOrder, VehicleOrderLine } from '../platform/db/tables.ts'
import { mintJobScope } from '../platform/session/session.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import type { TestApp } from '../../test/app.ts'
import { vehiclesOf } from './order.repository.ts'

/** Builds orders through the API. */

/** A seeded model in one of its colours. */
export const vehicle = { specId: 20_101, color: '松雪白' } as const

/** A complete quick order. */
export const quickOrder = (
  app: TestApp,
  { customerId, dealId }: BuiltCustomer,
  overrides: Partial<QuickOrderInput> = {},
): QuickOrderInput => ({
  customerId,
  dealId,
  ...vehicle,
  deliverDate: addDays(secondsOf(app.now()), 20),
  price: 98_800.5,
  downPayment: 5000,
  payType: 2,
  payInsurance: true,
  remark: '要黑色脚垫',
  ...overrides,
})

/** A line of the order form. */
export const orderLine = (overrides: Partial<OrderFormInput['subOrderInfos'][number]> = {}) => ({
  orderNo: '',
  seriesId: 1201,
  specId: vehicle.specId,
  carExternalColor: vehicle.color,
  skuId: 2_010_111,
  num: 1,
  price: 98_800.5,
  ...overrides,
})

/** A complete order form of a person. */
export const orderForm = (
  { now }: Pick<TestApp, 'now'>,
  overrides: Partial<OrderFormInput> = {},
): OrderFormInput => ({
  businessType: 1,
  paymentType: 1,
  payment: 5000,
  contractNo: 'HT-001',
  carLicenseType: 1,
  carLicenseCity: '浙江省,杭州市',
  deliverDate: addDays(secondsOf(now()), 20),
  customerType: 1,
  name: '林晓雨',
  contactName: '',
  phone: '13512348888',
  licenseType: 1,
  licenseNumber: '11010519491231002X',
  province: '浙江省',
  city: '杭州市',
  area: '西湖区',
  address: '文三路 90 号',
  nextFollowDate: 0,
  remark: '周末交车',
  subOrderInfos: [orderLine()],
  ...overrides,
})

/** A request to submit an order, with what a quick order of a built customer lacks; of a company with its document. */
export const submission = (orderId: number, customerType = 1) => ({
  orderId,
  buyer: {
    phone: '13512348888',
    ...(customerType === 1
      ? { licenseType: 1, licenseNumber: '11010519491231002X' }
      : { licenseType: 5, licenseNumber: '91330100799655058B' }),
    province: '浙江省',
    city: '杭州市',
    area: '西湖区',
    carLicenseCity: '浙江省,杭州市',
  },
})

/** An order in a status: 1 waiting, 2 submitted, 3 approved. */
export async function buildOrder(
  app: TestApp,
  by: BuiltMember,
  customer: BuiltCustomer,
  status: 1 | 2 | 3 = 1,
  reviewer: BuiltMember = by,
): Promise<number> {
  const { order, submitOrder, confirmOrder } = rooms.order
  const made = await app.post(order, by.token, quickOrder(app, customer))
  if (!made.orderId) throw new Error(`order was refused: ${made.text}`)
  const { orderId } = made
  if (status >= 2) {
    const { customer_type } = await app.db
      .selectFrom('vehicle_order')
      .select('customer_type')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    await app.post(submitOrder, by.token, submission(orderId, customer_type))
  }
  if (status === 3) {
    const confirmed = await app.post(confirmOrder, reviewer.token, { orderId })
    if (confirmed.status !== '0') throw new Error(`order was not confirmed: ${confirmed.text}`)
  }
  return orderId
}

type Staged = Omit<Insertable<VehicleOrder>, 'from_source' | 'other_source'>

/** Inserts an order beside the product, in any status, with its buyer and the source of its deal. Returns its id. */
export const stageOrder = ({ db }: Pick<TestApp, 'db'>, order: Staged): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { dealer_id, deal_id } = order
    const sources = await trx
      .selectFrom('deal')
      .select(['from_source', 'other_source'])
      .where('dealer_id', '=', dealer_id)
      .where('id', '=', deal_id)
      .executeTakeFirstOrThrow()
    const { id, name, contact_name, phone } = await trx
      .insertInto('vehicle_order')
      .values({ ...order, ...sources })
      .returning(['id', 'name', 'contact_name', 'phone'])
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('vehicle_order_buyer')
      .values({ dealer_id, order_id: id, name, contact_name, phone })
      .execute()
    return id
  })

/** Changes an order beside the product, with the buyer that copies its names and number. */
export const stageChange = (
  { db }: Pick<TestApp, 'db'>,
  orderId: number,
  values: Updateable<VehicleOrder>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { dealer_id, name, contact_name, phone } = await trx
      .updateTable('vehicle_order')
      .set(values)
      .where('id', '=', orderId)
      .returning(['dealer_id', 'name', 'contact_name', 'phone'])
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('vehicle_order_buyer')
      .set({ name, contact_name, phone })
      .where('dealer_id', '=', dealer_id)
      .where('order_id', '=', orderId)
      .execute()
  })

/** Inserts a line beside the product, and copies the vehicles to its order. */
export const stageLine = ({ db }: Pick<TestApp, 'db'>, line: Insertable<VehicleOrderLine>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.insertInto('vehicle_order_line').values(line).execute()
    await trx
      .updateTable('vehicle_order')
      .set(vehiclesOf(mintJobScope(line.dealer_id, 0), line.order_id))
      .where('dealer_id', '=', line.dealer_id)
      .where('id', '=', line.order_id)
      .execute()
  })

/** An order from the full form that waits to be submitted. */
export async function buildFullOrder(
  app: TestApp,
  by: BuiltMember,
  { customerId, dealId }: BuiltCustomer,
  overrides: Partial<OrderFormInput> = {},
): Promise<number> {
  const made = await app.post(rooms.order.create, by.token, {
    ...orderForm(app, overrides),
    customerId,
    dealId,
  })
  if (!made.orderId) throw new Error(`order was refused: ${made.text}`)
  return made.orderId
}

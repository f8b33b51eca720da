import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import { buildOrder } from '../order.factory.ts'

/** 库管: the store's orders on their way, read-only, without customer numbers. */

const { allocationList, detail, getUserInfo, orderTimeLine, cancel, search } = rooms.order

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function buildStore() {
  const dealerId = await buildDealer(app.db)
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const seller = await buildMember(app.db, app.now(), { dealerId })
  const stock = await buildMember(app.db, app.now(), { dealerId, role: 10, modules: ['销售订单', '库存'] })
  const order = async (status: 1 | 2 | 3) =>
    buildOrder(app, seller, await buildCustomer(app, seller), status, head)
  return { head, seller, stock, order }
}

it('lists orders that wait for a car without the buyer’s number, which a manager sees', async () => {
  const { head, stock, order } = await buildStore()
  const id = await order(3)
  await order(2)
  const { data = [] } = await app.post(allocationList, stock.token, {})
  expect(data.map((row) => [row.id, row.customerPhone])).toEqual([[id, '']])
  expect(data[0]?.customerName).not.toBe('')
  const asHead = await app.post(allocationList, head.token, {})
  expect(asHead.data?.[0]?.customerPhone).toMatch(/^\d{3}\*{4}\d{4}$/)
})

it('opens them read-only, without phone, document number and address', async () => {
  const { head, stock, order } = await buildStore()
  const orderId = await order(3)
  expect((await app.post(detail, head.token, { orderId })).data).toMatchObject({
    hidesNumbers: false,
    customerPhone: expect.stringContaining('****'),
  })
  for (const status of [3, 15, 16, 17, 4]) {
    await app.db.updateTable('vehicle_order').set({ status }).where('id', '=', orderId).execute()
    expect((await app.post(detail, stock.token, { orderId })).data).toMatchObject({
      hidesNumbers: true,
      isMine: false,
      customerPhone: '',
      licenseNo: '',
      orderAddress: '',
    })
    expect(await app.post(orderTimeLine, stock.token, { orderId })).toMatchObject({ status: '0' })
  }
})

it('neither reveals nor changes them', async () => {
  const { stock, order } = await buildStore()
  const orderId = await order(3)
  expect(await app.post(getUserInfo, stock.token, { orderId })).toMatchObject({ code: 404 })
  expect(await app.post(cancel, stock.token, { orderId, cancelReason: 'qxyy01' })).toMatchObject({
    code: 404,
  })
})

it('opens none that is not approved, is delivered, or belongs to another store', async () => {
  const { stock, order } = await buildStore()
  const far = await buildStore()
  const delivered = await order(3)
  await app.db.updateTable('vehicle_order').set({ status: 19 }).where('id', '=', delivered).execute()
  for (const orderId of [await order(1), await order(2), delivered, await far.order(3)])
    for (const call of [detail, orderTimeLine])
      expect(await app.post(call, stock.token, { orderId })).toMatchObject({ code: 404 })
})

it('the right comes with the module 库存 alone', async () => {
  const { seller, order } = await buildStore()
  await order(3)
  expect(await app.post(allocationList, seller.token, {})).toMatchObject({ code: 403 })
  expect(await app.post(search, seller.token, {})).toMatchObject({ status: '0' })
})

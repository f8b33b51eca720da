import { rooms } from '@showroom/contract'
import { addDays, dayEnd, dayStart } from '@showroom/contract/kernel/day'
import { dimensions, measureNames, sums } from '@showroom/contract/report/measures'
import type { Dimension } from '@showroom/contract/report/measures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildOrder, vehicle } from '../../order/order.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Scope } from '../../platform/session/session.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { countMeasures } from './count.repository.ts'

let app: TestApp
let boss: BuiltMember
let anna: BuiltMember
let bert: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Opens a new store for the test: its head and two consultants. */
async function openStore(): Promise<void> {
  boss = await buildMember(app.db, app.now(), { role: 1 })
  const { dealerId } = boss
  anna = await buildMember(app.db, app.now(), { dealerId })
  bert = await buildMember(app.db, app.now(), { dealerId })
}

const scopeOf = (member: BuiltMember, sees: Scope['sees'] = 'all'): Scope =>
  ({ dealerId: member.dealerId, memberId: member.memberId, sees, reviews: false }) as unknown as Scope
const today = () => ({ from: dayStart(secondsOf(app.now())), until: dayEnd(secondsOf(app.now())) })
const countAll = (by: readonly Dimension[] = [], sees: Scope['sees'] = 'all') =>
  countMeasures(app.db, scopeOf(boss, sees), { measures: measureNames, span: today(), by })
async function totals() {
  const [row] = await countAll()
  return row?.counts
}
/** Measures of one member. */
async function numbersOf({ memberId }: BuiltMember) {
  const rows = await countAll(['member'])
  return rows.find((row) => row.memberId === memberId)?.counts
}
const reassign = (customer: BuiltCustomer, to: BuiltMember) =>
  app.post(rooms.customer.reassign, boss.token, {
    customerId: customer.customerId,
    memberId: to.memberId,
    remark: '',
  })

describe('measures', () => {
  it('of an empty store are one row of zeros', async () => {
    await openStore()
    const rows = await countAll()
    expect(rows).toHaveLength(1)
    expect(Object.values(rows[0]?.counts ?? {}).every((n) => n === 0)).toBe(true)
    expect(await countAll(['member'])).toEqual([])
  })

  it('count files in their present state for their present owner', async () => {
    await openStore()
    const first = await buildCustomer(app, anna)
    await buildCustomer(app, anna, { level: 'A', fromSource: 1 })
    expect(await numbersOf(anna)).toMatchObject({ files: 2, filesOffline: 2, levelH: 1, levelA: 1 })
    await reassign(first, bert)
    expect(await numbersOf(anna)).toMatchObject({ files: 1, levelH: 0, levelA: 1 })
    expect(await numbersOf(bert)).toMatchObject({ files: 1, levelH: 1 })
  })

  it('count completed work for the member who completed it, also after reassignment', async () => {
    await openStore()
    const customer = await buildCustomer(app, anna)
    const done = await app.post(rooms.customer.follow, anna.token, phoneFollow(app, customer))
    expect(done, done.text).toMatchObject({ status: '0' })
    await reassign(customer, bert)
    expect(await numbersOf(anna)).toMatchObject({ talks: 1, offlineFollows: 1, files: 0 })
    expect(await numbersOf(bert)).toMatchObject({ talks: 0, offlineFollows: 0, files: 1 })
  })

  it('count an order from its approval until it is cancelled, for the owner at approval', async () => {
    await openStore()
    const customer = await buildCustomer(app, anna)
    const orderId = await buildOrder(app, anna, customer, 2, boss)
    expect(await totals()).toMatchObject({ orders: 0 })
    await reassign(customer, bert)
    await app.post(rooms.order.confirmOrder, boss.token, { orderId })
    expect(await numbersOf(bert)).toMatchObject({ orders: 1 })
    await reassign(customer, anna)
    expect(await numbersOf(bert)).toMatchObject({ orders: 1, files: 0 })
    expect(await totals()).toMatchObject({ filesBought: 1 })
    const cancelled = await app.post(rooms.order.cancelOrder, boss.token, {
      orderId,
      reason: 'qxyy01',
      remark: '',
    })
    expect(cancelled, cancelled.text).toMatchObject({ status: '0' })
    expect(await totals()).toMatchObject({ orders: 0, filesBought: 0 })
  })

  it("count a delivery for the customer's owner at handing over", async () => {
    await openStore()
    const customer = await buildCustomer(app, anna)
    const orderId = await buildOrder(app, anna, customer, 3, boss)
    await reassign(customer, bert)
    const delivered = await app.post(rooms.order.deliver, bert.token, {
      customerId: customer.customerId,
      dealId: customer.dealId,
      orderId,
      ...vehicle,
      deliverDate: secondsOf(app.now()),
      price: 90_000,
      downPayment: 5000,
      payType: 1,
      payInsurance: false,
      nextRecall: false,
      nextDate: 0,
      remark: '',
    })
    expect(delivered, delivered.text).toMatchObject({ status: '0' })
    await reassign(customer, anna)
    expect(await numbersOf(anna)).toMatchObject({ orders: 1, deliveries: 0 })
    expect(await numbersOf(bert)).toMatchObject({ orders: 0, deliveries: 1 })
  })

  it('count an approved defeat until the customer is revived', async () => {
    await openStore()
    const customer = await buildCustomer(app, anna)
    const { customerId, dealId } = customer
    const request = { customerId, dealId, failReason: 99, remark: '不买了' }
    await app.post(rooms.customer.fail, anna.token, request)
    expect(await totals()).toMatchObject({ defeats: 0 })
    const agreed = await app.post(rooms.review.confirmFail, boss.token, { customerId, dealId, remark: '' })
    expect(agreed, agreed.text).toMatchObject({ status: '0' })
    expect(await numbersOf(anna)).toMatchObject({ defeats: 1 })
    const revived = await app.post(rooms.customer.relive, boss.token, {
      customerId,
      dealId,
      memberId: bert.memberId,
      level: 'H',
      specIds: '1201',
      nextActivityType: 1,
      nextDate: addDays(secondsOf(app.now()), 2),
      remark: '又来了',
    })
    expect(revived, revived.text).toMatchObject({ status: '0' })
    expect(await totals()).toMatchObject({ defeats: 0, files: 1 })
    await app.post(rooms.customer.fail, bert.token, request)
    await app.post(rooms.review.confirmFail, boss.token, { customerId, dealId, remark: '' })
    expect(await numbersOf(bert)).toMatchObject({ defeats: 1 })
    expect(await totals()).toMatchObject({ defeats: 1 })
  })

  it('count a dormancy for its owner on its first day, also after the customer wakes', async () => {
    await openStore()
    const customer = await buildCustomer(app, anna)
    const { customerId, dealId } = customer
    const slept = await app.post(rooms.customer.pause, boss.token, { customerId, dealId, resumeDuration: 7 })
    expect(slept, slept.text).toMatchObject({ status: '0' })
    expect(await numbersOf(anna)).toMatchObject({ dormancies: 1 })
    await app.post(rooms.customer.resume, anna.token, { customerId, dealId })
    expect(await totals()).toMatchObject({ dormancies: 1 })
  })

  it('cover only the files within a limited scope', async () => {
    await openStore()
    await buildCustomer(app, anna)
    await buildCustomer(app, bert)
    const [own] = await countAll([], [anna.memberId])
    expect(own?.counts).toMatchObject({ files: 1 })
  })

  it('are the sums of their rows, whatever the dimension', async () => {
    await openStore()
    for (const owner of [anna, bert, anna])
      await buildCustomer(app, owner, { specIds: owner === anna ? '1201,1203' : '1203', fromSource: 3 })
    const total = await totals()
    for (const dimension of dimensions) {
      const rows = await countAll([dimension])
      for (const name of measureNames)
        expect(
          rows.reduce((sum, { counts }) => sum + counts[name], 0),
          `${name} by ${dimension}`,
        ).toBe(total?.[name])
    }
    expect((await countAll(['series'])).map(({ seriesId, counts }) => [seriesId, counts.files])).toEqual(
      expect.arrayContaining([
        [1201, 2],
        [1203, 1],
      ]),
    )
    for (const [whole, parts] of Object.entries(sums))
      expect(total?.[whole as 'files']).toBe(parts.reduce((sum, name) => sum + (total?.[name] ?? 0), 0))
  })
})

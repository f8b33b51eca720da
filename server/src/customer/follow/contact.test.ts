import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { secondsOf } from '../../platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildOrder } from '../../order/order.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { againForm, buildCustomer, phoneFollow } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

/** 最近跟进 is the last completed contact with the customer. */

const { list, get, edit, remark, reassign, follow, fail, merge, add } = rooms.customer

let app: TestApp
let boss: BuiltMember
let anna: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  boss = await buildMember(app.db, app.now(), { role: 1 })
  anna = await buildMember(app.db, app.now(), { dealerId: boss.dealerId })
})

const ok = <Answer extends { status: string; text: string }>(answer: Answer): Answer => {
  expect(answer, answer.text).toMatchObject({ status: '0' })
  return answer
}
const rowsOf = async (query: object = {}) => ok(await app.post(list, boss.token, query)).data ?? []
async function contactOf({ customerId }: Pick<BuiltCustomer, 'customerId'>): Promise<number | undefined> {
  const row = (await rowsOf()).find((one) => one.customerId === customerId)
  const { customer } = ok(await app.post(get, boss.token, { customerId }))
  expect(customer?.deal.lastFollowAt).toBe(row?.updatedDate)
  return row?.updatedDate
}
const call = async (file: BuiltCustomer): Promise<number> => {
  app.advance(600)
  ok(await app.post(follow, anna.token, phoneFollow(app, file)))
  return secondsOf(app.now())
}

describe('the last contact', () => {
  it('is none until someone has contacted the customer, whatever else is done', async () => {
    const file = await buildCustomer(app, anna)
    const { customerId, dealId } = file
    expect(await contactOf(file)).toBe(0)
    const { editable, rowVersion } = await app.post(get, boss.token, { customerId })
    const edited = { ...editable, gender: 1, rowVersion, original: editable }
    ok(await app.post(edit, boss.token, { customerId, dealId, ...edited }))
    ok(await app.post(remark, boss.token, { customerId, dealId, remark: '老客户介绍' }))
    ok(await app.post(reassign, boss.token, { customerId, memberId: boss.memberId, remark: '' }))
    await buildOrder(app, boss, file, 3)
    expect(await contactOf(file)).toBe(0)
    const lost = await buildCustomer(app, anna)
    const reason = { failReason: 2, failSubReason: 21, remark: '超预算' }
    ok(await app.post(fail, anna.token, { customerId: lost.customerId, dealId: lost.dealId, ...reason }))
    expect(await contactOf(lost)).toBe(0)
  })

  it('is the last follow-up, and an order afterwards changes nothing', async () => {
    const file = await buildCustomer(app, anna)
    const calledAt = await call(file)
    app.advance(600)
    await buildOrder(app, anna, file, 3, boss)
    expect(await contactOf(file)).toBe(calledAt)
  })

  it('goes with the customer into the next purchase and into a merged file', async () => {
    const file = await buildCustomer(app, anna)
    const calledAt = await call(file)
    await app.db.updateTable('deal').set({ level: 'D' }).where('id', '=', file.dealId).execute()
    const { editable } = await app.post(get, anna.token, { customerId: file.customerId })
    ok(await app.post(add, anna.token, againForm(app, file, editable)))
    expect(await contactOf(file)).toBe(calledAt)
    const master = await buildCustomer(app, anna)
    const pair = { masterCustomerId: master.customerId, slaveCustomerId: file.customerId }
    ok(await app.post(merge, boss.token, pair))
    expect(await contactOf(master)).toBe(calledAt)
  })
})

it('a customer without any contact is first in ascending order, and among those without contact for a week', async () => {
  const called = await buildCustomer(app, anna)
  await call(called)
  const never = await buildCustomer(app, anna)
  const ids = (rows: readonly { customerId: number }[]) => rows.map(({ customerId }) => customerId)
  expect(ids(await rowsOf({ orderType: 3 }))).toEqual([never.customerId, called.customerId])
  expect(ids(await rowsOf({ orderType: 2 }))).toEqual([called.customerId, never.customerId])
  const weekAgo = addDays(secondsOf(app.now()), -7)
  expect(ids(await rowsOf({ followDate: { start: 0, end: weekAgo } }))).toEqual([never.customerId])
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, newCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildReceivingStore, leadsOf } from '../intake.factory.ts'

let app: TestApp
let admin: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  const dealerId = await buildDealer(app.db, { cityPoolEnable: true })
  admin = await buildMember(app.db, app.now(), { dealerId, role: 3 })
})
afterAll(() => app.close())

/** Defeats a customer who buys in that city, with the reviewer's approval. */
async function giveUp(city: string, mobile: string) {
  const customer = await buildCustomer(app, admin, { name: '远行人', mobile })
  const elsewhere = { failReason: 15, failProvince: '浙江省', failCity: city, remark: '搬家' }
  const { customerId } = customer
  await app.post(rooms.customer.fail, admin.token, { customerId, ...elsewhere })
  const answer = await app.post(rooms.review.confirmFail, admin.token, { customerId })
  expect(answer, answer.text).toMatchObject({ status: '0' })
  await app.app.intake.poll()
  await app.app.intake.idle()
}

describe('a lead of the city pool', () => {
  it('is assigned to a consultant at once under automatic assignment', async () => {
    const there = await buildReceivingStore(app, { policy: 3, consultants: 1, city: '舟山市' })
    await giveUp('舟山市', '13811110001')
    const [lead] = await leadsOf(app, there.dealerId)
    expect(lead).toMatchObject({
      source_id: 20,
      status: 2,
      owner_id: there.members[0]?.memberId,
      is_remote: 2,
      series_id: 1201,
    })
    const events = await app.db
      .selectFrom('lead_event')
      .select('result')
      .where('lead_id', '=', lead?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.result)).toEqual(['线索进入', '新线索分配'])
    const mine = { customerId: lead?.customer_id }
    expect(await app.post(rooms.customer.get, there.members[0]?.token ?? '', mine)).toMatchObject({
      status: '0',
    })
  })

  it('joins the customer there that already has the number', async () => {
    const there = await buildReceivingStore(app, { policy: 1, consultants: 1, city: '衢州市' })
    const owner = there.members[0] as BuiltMember
    const customer = await buildCustomer(app, owner, newCustomer(app, { mobile: '13811110002' }))
    await giveUp('衢州市', '13811110002')
    expect(await leadsOf(app, there.dealerId)).toMatchObject([
      { status: 2, is_repeat: true, customer_id: customer.customerId, owner_id: owner.memberId },
    ])
    const notices = await app.db
      .selectFrom('notice')
      .select('kind')
      .where('member_id', '=', owner.memberId)
      .execute()
    expect(notices).toEqual([{ kind: 2 }])
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../../test/actions.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { againForm, buildCustomer, stageDeals } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { add, get, list } = rooms.customer

let app: TestApp
let by: BuiltMember
let admin: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  admin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3, name: '总监' })
})
afterAll(() => app.close())

const { lastTimeline, open, order, textsOf, setDeal, stateOf, activities } = actionsOn(() => ({
  app,
  by,
}))

async function delivered(overrides: Parameters<typeof buildCustomer>[2] = {}) {
  const customer = await buildCustomer(app, by, overrides)
  await setDeal(customer, { level: 'D' })
  return customer
}
/** Form values as the profile returns them. */
async function formOf(customer: BuiltCustomer) {
  const { editable } = await app.post(get, by.token, { customerId: customer.customerId })
  return againForm(app, customer, editable)
}
const post = (body: object, token = by.token) => app.post(add, token, body)

describe('a repurchase', () => {
  it('opens a new deal on the same file and makes the old one history', async () => {
    const customer = await delivered({ mobile: '13833331111', addition: { idNo: '11010119900307002X' } })
    const form = await formOf(customer)
    const made = await post({ ...form, name: '新名' })
    expect(made).toMatchObject({ status: '0', customerId: customer.customerId, weixinClueExisted: false })
    const deals = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', customer.customerId)
      .orderBy('id')
      .execute()
    expect(deals).toMatchObject([
      { id: customer.dealId, is_current: false, level: 'D', next_follow_at: null, next_activity_type: 0 },
      {
        id: made.dealId,
        is_current: true,
        level: 'A',
        owner_id: by.memberId,
        series_ids: [1209],
        business_type: 2,
        old_series_id: 1201,
        next_activity_type: 1,
        remark: '给夫人买',
      },
    ])
    expect(await activities(customer)).toMatchObject([{ cancelled_at: app.now() }])
    expect(await open(customer)).toMatchObject([{ deal_id: made.dealId, type: 1 }])
    const file = await app.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', customer.customerId)
      .executeTakeFirstOrThrow()
    expect(file).toMatchObject({
      name: '新名',
      mobile: '13833331111',
      identify_no: '11010119900307002X',
      current_deal_id: made.dealId,
      row_version: 2,
    })
    expect(await lastTimeline(customer)).toMatchObject({
      type: 7,
      level: 'A',
      subject: '再购',
      deal_id: made.dealId,
    })
    const rows = (await app.post(list, by.token, { key: '13833331111' })).data
    expect(rows?.map((row) => [row.customerId, row.dealId, row.level])).toEqual([
      [customer.customerId, made.dealId, 'A'],
    ])
  })

  it('keeps the owner, no matter which member enters it, unless another is chosen', async () => {
    const customer = await delivered()
    const made = await post(await formOf(customer), admin.token)
    const ownerOf = async (dealId?: number) =>
      (
        await app.db
          .selectFrom('deal')
          .select('owner_id')
          .where('id', '=', dealId ?? 0)
          .executeTakeFirstOrThrow()
      ).owner_id
    expect(await ownerOf(made.dealId)).toBe(by.memberId)
    const other = await delivered()
    const given = await post({ ...(await formOf(other)), assignMemberId: admin.memberId }, admin.token)
    expect(await ownerOf(given.dealId)).toBe(admin.memberId)
    const third = await delivered()
    const body = await formOf(third)
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', by.memberId).execute()
    const inherited = await post(body, admin.token)
    await app.db.updateTable('member').set({ left_at: null }).where('id', '=', by.memberId).execute()
    expect(await ownerOf(inherited.dealId)).toBe(admin.memberId)
  })

  it('may keep a source that cannot be chosen', async () => {
    const customer = await delivered()
    await stageDeals(app, [customer.dealId], { from_source: 96 })
    expect(await post(await formOf(customer))).toMatchObject({ status: '0' })
    const other = await delivered()
    expect(textsOf(await post({ ...(await formOf(other)), fromSource: 96 }))).toEqual({
      fromSource: '该来源不可手工选择',
    })
  })

  it('needs a delivered car and no order whose car is to come', async () => {
    for (const level of ['H', 'O', 'F']) {
      const customer = await buildCustomer(app, by)
      await setDeal(customer, { level })
      expect(await post(await formOf(customer))).toMatchObject({ code: 2002 })
    }
    const ordering = await delivered()
    await order(ordering, 1)
    const before = await stateOf(ordering)
    expect(await post(await formOf(ordering))).toMatchObject({ code: 2002 })
    expect(await stateOf(ordering)).toEqual(before)
    const awaiting = await delivered()
    await order(awaiting, 3)
    expect(await post(await formOf(awaiting))).toMatchObject({
      code: 2002,
      detail: '该客户还有未交车的订单，请交车后再操作',
    })
    // The maker has delivered the car; completing the order is possible in a past deal, too.
    const complete = await delivered()
    await order(complete, 19)
    expect(await post(await formOf(complete))).toMatchObject({ code: 0 })
  })

  it('needs a customer that the member sees', async () => {
    const customer = await delivered()
    const form = await formOf(customer)
    expect(textsOf(await post({ ...form, oldCustomerId: 0 }))).toEqual({ oldCustomerId: '请选择再购客户' })
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const { token } of [colleague, foreign]) expect(await post(form, token)).toMatchObject({ code: 404 })
  })

  it('needs the fields of a new customer', async () => {
    const form = await formOf(await delivered())
    expect(textsOf(await post({ ...form, gender: 0, specIds: '', nextDate: 1 }))).toMatchObject({
      gender: '请选择性别',
      specIds: '请选择意向车系',
    })
    expect(textsOf(await post({ ...form, mobile: '138****0000' }))).toEqual({
      mobile: '请输入正确的手机号',
    })
  })

  it('sent twice at once happens once', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await delivered()
      const form = await formOf(customer)
      const answers = await Promise.all([post(form), post(form)])
      expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 2002])
    }
  })
})

describe('a new customer', () => {
  it('cannot have masked numbers', async () => {
    const { oldCustomerId: _old, ...form } = await formOf(await delivered())
    expect(textsOf(await post({ ...form, newType: 0, secondardPhone: '057****2233' }))).toMatchObject({
      mobile: '请输入正确的手机号',
      secondardPhone: '请输入合法的联系号码',
    })
  })
})

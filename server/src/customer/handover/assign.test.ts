import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../../test/actions.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer, phoneFollow } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { reassign, batchReassign, follow } = rooms.customer

let app: TestApp
let manager: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  manager = await buildMember(app.db, app.now(), { name: '总监', role: 3 })
  const { dealerId } = manager
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  heir = await buildMember(app.db, app.now(), { dealerId, name: '沈知行' })
})
afterAll(() => app.close())

const { act, done, refusedTo, lastTimeline, open, textsOf, dealOf, setDeal, audits, stateOf } = actionsOn(
  () => ({
    app,
    by: manager,
  }),
)
const to = (member: BuiltMember, remark = '') => ({ memberId: member.memberId, remark })

describe('a reassignment', () => {
  it('moves the customer with the open activity, and is audited', async () => {
    const customer = await buildCustomer(app, owner)
    await done(reassign, customer, to(heir, '许安休假'))
    expect((await dealOf(customer)).owner_id).toBe(heir.memberId)
    expect(await open(customer)).toMatchObject([{ id: customer.activityId, owner_id: heir.memberId }])
    expect(await lastTimeline(customer)).toMatchObject({
      type: 30,
      subject: '再分配',
      owner_name: '总监',
      content: '客户经理：许安 → 沈知行；备注：许安休假',
    })
    expect(await audits('handover', customer)).toMatchObject([
      { member_id: manager.memberId, detail: { toMemberId: heir.memberId } },
    ])
    expect(
      await app.post(rooms.customer.get, owner.token, { customerId: customer.customerId }),
    ).toMatchObject({
      code: 404,
    })
  })

  it('sends the new owner a notice, except to members who take the customer themselves', async () => {
    const { dealerId } = manager
    const customer = await buildCustomer(app, owner, { name: '何清越' })
    const newest = async (of: BuiltMember) => (await app.post(rooms.notice.list, of.token, {})).data?.[0]
    await done(reassign, customer, to(heir))
    expect(await newest(heir)).toMatchObject({
      kind: 5,
      text: '总监将客户何清越分配给您',
      customerId: customer.customerId,
    })
    await done(reassign, customer, to(manager))
    expect(await newest(manager)).toBeUndefined()
    const other = await buildMember(app.db, app.now(), { dealerId })
    await app.post(batchReassign, manager.token, {
      customerIds: `${customer.customerId},${(await buildCustomer(app, owner)).customerId}`,
      memberId: other.memberId,
    })
    expect(await newest(other)).toMatchObject({ text: '总监将2位客户分配给您', customerId: 0 })
  })

  it('needs an active member other than the owner', async () => {
    const customer = await buildCustomer(app, owner)
    const { dealerId } = manager
    const frozen = await buildMember(app.db, app.now(), { dealerId })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    const gone = await buildMember(app.db, app.now(), { dealerId })
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', gone.memberId).execute()
    const desk = await buildMember(app.db, app.now(), { dealerId, role: 7 })
    const foreign = await buildMember(app.db, app.now())
    for (const member of [frozen, gone, desk, foreign]) {
      const answer = await refusedTo(reassign, customer, to(member))
      expect(answer.code).toBe(2004)
      expect(textsOf(answer)).toEqual({ memberId: '所选客户经理不可用，请重新选择' })
    }
    expect(textsOf(await refusedTo(reassign, customer, to(owner)))).toEqual({
      memberId: '该客户已由所选客户经理负责',
    })
    expect(textsOf(await refusedTo(reassign, customer, {}))).toEqual({ memberId: '请选择客户经理' })
  })

  it('is refused for a defeated customer and during a review', async () => {
    const customer = await buildCustomer(app, owner)
    await setDeal(customer, { level: 'F' })
    expect(await refusedTo(reassign, customer, to(heir))).toMatchObject({ code: 2002 })
    const waiting = await buildCustomer(app, owner)
    await app.db
      .updateTable('deal')
      .set({ waiting_fail_review: true })
      .where('id', '=', waiting.dealId)
      .execute()
    expect(await refusedTo(reassign, waiting, to(heir))).toMatchObject({ code: 2002 })
  })

  it('of a single customer needs subordinates and the right to reassign', async () => {
    const { dealerId } = manager
    const customer = await buildCustomer(app, owner)
    expect(await refusedTo(reassign, customer, to(heir), owner.token)).toMatchObject({ code: 403 })
    const leader = await buildMember(app.db, app.now(), { dealerId })
    const below = await buildMember(app.db, app.now(), { dealerId, managerId: leader.memberId })
    const theirs = await buildCustomer(app, below)
    expect(await refusedTo(reassign, theirs, to(heir), leader.token)).toMatchObject({ code: 2002 })
    expect(await refusedTo(reassign, customer, to(below), leader.token)).toMatchObject({ code: 404 })
    const modules = ['客户管理', '客户离职']
    const trusted = await buildMember(app.db, app.now(), { dealerId, modules })
    await app.db
      .updateTable('member')
      .set({ manager_id: trusted.memberId })
      .where('id', '=', below.memberId)
      .execute()
    await done(reassign, theirs, to(heir), trusted.token)
  })
})

describe('a batch', () => {
  const batch = (customers: readonly BuiltCustomer[], body: Record<string, unknown>, token = manager.token) =>
    app.post(batchReassign, token, {
      customerIds: customers.map(({ customerId }) => customerId).join(','),
      ...body,
    })

  it('moves the customers it can and counts them', async () => {
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const [first, second, defeated, elsewhere, already] = await Promise.all([
      buildCustomer(app, owner),
      buildCustomer(app, owner),
      buildCustomer(app, owner),
      buildCustomer(app, foreign),
      buildCustomer(app, heir),
    ])
    await setDeal(defeated, { level: 'F' })
    const left = [defeated, elsewhere, already]
    const before = await Promise.all(left.map(stateOf))
    const answer = await batch([second, first, ...left], to(heir, '调店'))
    expect(answer).toMatchObject({ status: '0', successTotal: 2 })
    expect(await Promise.all(left.map(stateOf))).toEqual(before)
    for (const customer of [first, second]) {
      const { deal, activities, timeline, customer: file } = await stateOf(customer)
      expect(deal.owner_id).toBe(heir.memberId)
      expect(activities).toMatchObject([{ owner_id: heir.memberId }])
      expect(timeline).toHaveLength(2)
      expect(timeline.at(-1)).toMatchObject({
        type: 30,
        level: 'H',
        subject: '再分配',
        member_id: manager.memberId,
        owner_name: '总监',
        content: '客户经理：许安 → 沈知行；备注：调店',
        created_at: app.now(),
      })
      expect(file.row_version).toBe(2)
    }
    const audited = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'handover')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audited.detail).toEqual({
      customerIds: expect.arrayContaining([first.customerId, second.customerId]) as unknown,
      toMemberId: heir.memberId,
    })
  })

  it("moves customers within the member's own reporting line only", async () => {
    const { dealerId } = manager
    const leader = await buildMember(app.db, app.now(), { dealerId })
    const below = await buildMember(app.db, app.now(), { dealerId, managerId: leader.memberId })
    const mine = await buildCustomer(app, leader)
    const others = await buildCustomer(app, owner)
    expect(await batch([mine, others], to(below), leader.token)).toMatchObject({ successTotal: 1 })
    expect(await batch([mine], to(heir), leader.token)).toMatchObject({ code: 2004 })
    expect(await batch([mine], to(below), below.token)).toMatchObject({ code: 403 })
  })

  it('reports what is missing', async () => {
    expect(textsOf(await batch([], {}))).toEqual({
      customerIds: '请选择再分配客户',
      memberId: '请选择客户经理',
    })
    const ids = Array.from({ length: 501 }, (_, at) => at + 1).join(',')
    expect(await batch([], { ...to(heir), customerIds: ids })).toMatchObject({ detail: '最多选择500项' })
  })

  it('of 500 takes less than three seconds', async () => {
    const dealerId = manager.dealerId
    const customers = await Promise.all(Array.from({ length: 500 }, () => buildCustomer(app, owner)))
    const started = performance.now()
    expect(await batch(customers, to(heir))).toMatchObject({ successTotal: 500 })
    expect(performance.now() - started).toBeLessThan(3000)
    const owned = await app.db
      .selectFrom('activity')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('dealer_id', '=', dealerId)
      .where('owner_id', '=', owner.memberId)
      .where(
        'customer_id',
        'in',
        customers.map(({ customerId }) => customerId),
      )
      .executeTakeFirstOrThrow()
    expect(owned.total).toBe(0)
  })
})

describe('concurrently', () => {
  it('a follow-up and a reassignment both take effect, in either order', async () => {
    for (let round = 0; round < 8; round++) {
      const customer = await buildCustomer(app, owner)
      const [followed, moved] = await Promise.all([
        app.post(follow, owner.token, phoneFollow(app, customer)),
        round % 2
          ? act(reassign, customer, to(heir))
          : app.post(batchReassign, manager.token, {
              customerIds: String(customer.customerId),
              ...to(heir),
            }),
      ])
      expect(moved.status).toBe('0')
      // A follow-up that comes second no longer sees the customer.
      expect([0, 404]).toContain(followed.code)
      const { deal, timeline, customer: file } = await stateOf(customer)
      expect(deal.owner_id).toBe(heir.memberId)
      expect(await open(customer)).toMatchObject([{ owner_id: heir.memberId }])
      expect(timeline).toHaveLength(followed.status === '0' ? 3 : 2)
      expect(file.row_version).toBe(timeline.length)
    }
  })

  it('two batches in opposite order both finish', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => buildCustomer(app, owner)))
    const ids = customers.map(({ customerId }) => customerId)
    const answers = await Promise.all(
      [ids, ids.toReversed()].map((list) =>
        app.post(batchReassign, manager.token, { customerIds: list.join(','), ...to(heir) }),
      ),
    )
    expect(answers.map((answer) => answer.successTotal)).toEqual(expect.arrayContaining([0, 20]))
  })
})

import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, send } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, newCustomer, phoneFollow } from '../customer/customer.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { buildMember } from './team.factory.ts'
import type { BuiltMember } from './team.factory.ts'
import { tidyLeaves } from './tidy.job.ts'

const { memberList, memberLeave, memberLeaves, memberLeavePreview, memberLeaveBack, memberAdd } = rooms.team

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let admin: BuiltMember
let leaver: BuiltMember
let heir: BuiltMember
let dealerId: number
beforeEach(async () => {
  admin = await buildMember(app.db, app.now(), { role: 3, name: '经理' })
  dealerId = admin.dealerId
  leaver = await build({ name: '走人' })
  heir = await build({ name: '接手' })
})

const build = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), { dealerId, ...overrides })

const leave = (overrides: object = {}, by = admin) =>
  app.post(memberLeave, by.token, {
    memberId: leaver.memberId,
    newMemberId: heir.memberId,
    newTopUserId: admin.memberId,
    ...overrides,
  })
const ownerOf = async (customerId: number): Promise<number> =>
  (
    await app.db
      .selectFrom('deal')
      .select('owner_id')
      .where('dealer_id', '=', dealerId)
      .where('customer_id', '=', customerId)
      .where('is_current', '=', true)
      .executeTakeFirstOrThrow()
  ).owner_id
const superiorOf = async (memberId: number): Promise<number | undefined> =>
  (await app.post(memberList, admin.token, {})).data?.find((one) => one.memberId === memberId)?.manager

describe('the preview of a leave', () => {
  it("shows the manager what moves, and each successor's workload", async () => {
    const customer = await buildCustomer(app, leaver, { level: 'A', specIds: '1202,1201' })
    await buildCustomer(app, leaver)
    await buildCustomer(app, heir)
    await buildOrder(app, admin, customer, 3)
    await buildLead(app, leaver, { status: 2, owner_id: leaver.memberId, assigned_at: app.now() })
    const below = await build({ managerId: leaver.memberId })
    await app.db
      .updateTable('deal')
      .set({ waiting_fail_review: true })
      .where('dealer_id', '=', dealerId)
      .where('customer_id', '=', customer.customerId)
      .execute()
    const preview = await app.post(memberLeavePreview, admin.token, { memberId: leaver.memberId })
    expect(preview, preview.text).toMatchObject({
      userName: '走人',
      customers: 2,
      leads: 1,
      reviews: 1,
      orders: 1,
      subordinates: 1,
    })
    expect(preview.levels?.reduce((sum, { total }) => sum + total, 0)).toBe(2)
    expect(preview.series?.map(({ seriesId }) => seriesId).toSorted()).toEqual([1201, 1202])
    expect(preview.series?.every(({ name }) => name !== '')).toBe(true)
    const of = (id: number) => preview.successors?.find(({ memberId }) => memberId === id)
    expect(of(heir.memberId)).toMatchObject({ owns: true, customers: 1, tasks: 1, leads: 0 })
    expect(of(leaver.memberId)).toBeUndefined()
    expect(of(below.memberId)).toBeDefined()
  })
})

describe('a leave', () => {
  it('moves customers, tasks, leads and orders to the successor, with a timeline row for each customer', async () => {
    const customer = await buildCustomer(app, leaver)
    const orderId = await buildOrder(app, leaver, await buildCustomer(app, leaver), 2, admin)
    const approved = await buildOrder(app, admin, await buildCustomer(app, leaver), 3)
    const mine = { status: 2, owner_id: leaver.memberId, assigned_at: app.now() }
    const waiting = await buildLead(app, leaver, { ...mine, customer_id: customer.customerId })
    const followed = await buildLead(app, leaver, {
      ...mine,
      customer_id: customer.customerId,
      first_follow_at: app.now(),
    })
    const answer = await leave()
    expect(answer, answer.text).toMatchObject({ status: '0', customers: 3, leads: 1, orders: 2 })
    expect(await ownerOf(customer.customerId)).toBe(heir.memberId)
    const read = await app.post(rooms.customer.get, heir.token, { customerId: customer.customerId })
    expect(read.timelines?.[0]).toMatchObject({
      subject: '离职交接',
      content: '客户经理：走人 → 接手（走人离职）',
      facts: { kind: 'reassigned', from: '走人', to: '接手' },
      ownerName: '经理',
    })
    const { rows } = { rows: await app.db.selectFrom('lead').select(['id', 'owner_id']).execute() }
    for (const id of [waiting, followed])
      expect(rows.find((lead) => lead.id === id)?.owner_id).toBe(heir.memberId)
    const orders = await app.db
      .selectFrom('vehicle_order')
      .select(['id', 'owner_id', 'approved_owner_id'])
      .where('dealer_id', '=', dealerId)
      .execute()
    expect(orders.find(({ id }) => id === orderId)?.owner_id).toBe(heir.memberId)
    // An approved order is credited to its owner at the approval, but continues with the new owner.
    expect(orders.find(({ id }) => id === approved)).toMatchObject({
      owner_id: heir.memberId,
      approved_owner_id: leaver.memberId,
    })
    expect(
      (await app.post(rooms.order.confirmOrder, admin.token, { orderId })).status,
      'a waiting order stays decidable',
    ).toBe('0')
    const followUp = await app.post(rooms.customer.follow, heir.token, phoneFollow(app, customer))
    expect(followUp.status, followUp.text).toBe('0')
    const { data: bell = [] } = await app.post(rooms.notice.list, heir.token, {})
    expect(bell.map(({ text }) => text)).toContain('走人已离职，3位客户及其任务、线索已交接给您')
  })

  it("ends the member's sessions on every node with a reason, and history keeps the name", async () => {
    const node = await app.startNode()
    expect((await send(node, memberList, leaver.token, {})).status).toBe('0')
    await leave()
    const refusal = { status: '-100', detail: '您已从该门店离职，账号已停用，如有疑问请联系门店管理员' }
    // The other node is notified within moments.
    await expect.poll(() => send(node, memberList, leaver.token, {})).toMatchObject(refusal)
    expect(await app.post(memberList, leaver.token, {})).toMatchObject(refusal)
    const { data = [] } = await app.post(memberList, admin.token, { withLeft: true })
    expect(data.find(({ memberId }) => memberId === leaver.memberId)).toMatchObject({
      userName: '走人',
      manager: 0,
    })
  })

  it('gives chosen levels or series to other members, and the rest to the default one', async () => {
    const other = await build({ name: '分担' })
    const [a, h] = [
      await buildCustomer(app, leaver, { level: 'A', specIds: '1202' }),
      await buildCustomer(app, leaver, { level: 'H', specIds: '1201' }),
    ]
    const byLevels = [{ level: 'A', memberId: other.memberId }]
    const bySeries = [{ seriesId: 1202, memberId: other.memberId }]
    expect((await leave({ byLevels, bySeries })).errors?.[0]?.text).toBe('按级别与按车系只能选择一种')
    expect((await leave({ bySeries })).status).toBe('0')
    expect(await ownerOf(a.customerId)).toBe(other.memberId)
    expect(await ownerOf(h.customerId)).toBe(heir.memberId)
    const { data = [] } = await app.post(memberLeaves, admin.token, {})
    expect(data[0]?.shares.map(({ userName, customers }) => `${userName}${customers}`).toSorted()).toEqual([
      '分担1',
      '接手1',
    ])
  })

  it('moves subordinates to the new superior', async () => {
    const below = await build({ managerId: leaver.memberId })
    const top = await build({ name: '新上级' })
    await leave({ newTopUserId: top.memberId })
    expect(await superiorOf(below.memberId)).toBe(top.memberId)
  })

  it('lets a successor from below take the position, without a cycle', async () => {
    const boss = await build({ name: '上' })
    await app.db
      .updateTable('member')
      .set({ manager_id: boss.memberId })
      .where('id', '=', leaver.memberId)
      .execute()
    const group = await build({ managerId: leaver.memberId })
    const deep = await build({ managerId: group.memberId })
    const answer = await leave({ newTopUserId: deep.memberId })
    expect(answer.status, answer.text).toBe('0')
    expect(await superiorOf(deep.memberId)).toBe(boss.memberId)
    expect(await superiorOf(group.memberId)).toBe(deep.memberId)
    const back = await app.post(memberLeaveBack, admin.token, { leaveId: answer.leaveId })
    expect(back.status, back.text).toBe('0')
    expect(await superiorOf(leaver.memberId)).toBe(boss.memberId)
    expect(await superiorOf(group.memberId)).toBe(leaver.memberId)
    expect(await superiorOf(deep.memberId)).toBe(group.memberId)
  })

  it('reports what is missing', async () => {
    const { errors: fields } = await app.post(memberLeave, admin.token, { memberId: leaver.memberId })
    expect(fields).toEqual([
      { path: 'newMemberId', text: '请选择待分配成员' },
      { path: 'newTopUserId', text: '请选择组织架构转移' },
    ])
  })

  it('refuses successors who are frozen, gone, of another store, the leaver, or unable to own customers', async () => {
    const [frozen, left, front] = [await build(), await build(), await build({ role: 7 })]
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
    const foreign = await buildMember(app.db, app.now())
    const none = [frozen, left, foreign, leaver].map(({ memberId }) => memberId)
    for (const memberId of [...none, front.memberId]) {
      for (const body of [
        { newMemberId: memberId },
        { byLevels: [{ level: 'A', memberId }] },
        { bySeries: [{ seriesId: 1201, memberId }] },
      ])
        expect((await leave(body)).code, JSON.stringify(body)).toBe(errors.MEMBER_UNAVAILABLE.code)
    }
    for (const newTopUserId of none)
      expect((await leave({ newTopUserId })).errors?.[0]?.path).toBe('newTopUserId')
    const group = await build({ role: 16 })
    expect((await leave({ newTopUserId: group.memberId })).status).toBe('-1')
    expect((await leave({ newTopUserId: front.memberId })).status).toBe('0')
  })

  it('is refused for the last admin and for members of the group', async () => {
    const clerk = await build({ modules: ['企业管理'] })
    const group = await build({ role: 15 })
    expect((await leave({ memberId: admin.memberId, newTopUserId: heir.memberId })).code).toBe(
      errors.MEMBER_RIGHTS.code,
    )
    expect((await leave({ memberId: group.memberId })).code).toBe(errors.MEMBER_RIGHTS.code)
    expect((await leave({ memberId: admin.memberId }, clerk)).code).toBe(errors.MEMBER_RIGHTS.code)
    expect((await leave({}, clerk)).code).toBe(errors.MEMBER_RIGHTS.code)
    expect((await leave()).status).toBe('0')
    // The member has already left.
    expect((await leave()).code).toBe(404)
  })

  it('of two members naming each other as successor at once succeeds for one', async () => {
    await buildCustomer(app, leaver)
    await buildCustomer(app, heir)
    const answers = await Promise.all([
      leave(),
      leave({ memberId: heir.memberId, newMemberId: leaver.memberId }),
    ])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      errors.MEMBER_UNAVAILABLE.code,
    ])
  })
})

describe('during a leave', () => {
  it('follow-ups, new customers and handovers succeed or fail without loss, and nothing stays with the leaver', async () => {
    const customers = []
    for (let made = 0; made < 50; made++) customers.push(await buildCustomer(app, leaver))
    const other = await buildCustomer(app, heir)
    const going = leave()
    const follows = customers.map((customer) =>
      app.post(rooms.customer.follow, leaver.token, phoneFollow(app, customer)),
    )
    const busy = customers.flatMap((_customer, at) => [
      ...(at % 3 === 0 ? [app.post(rooms.customer.add, leaver.token, newCustomer(app))] : []),
      ...(at % 4 === 0
        ? [
            app.post(rooms.customer.add, admin.token, newCustomer(app, { assignMemberId: leaver.memberId })),
            app.post(rooms.customer.reassign, admin.token, {
              customerId: other.customerId,
              memberId: leaver.memberId,
              remark: '',
            }),
          ]
        : []),
    ])
    const answers = await Promise.all([going, ...follows, ...busy])
    for (const answer of answers) expect(answer.httpStatus, answer.fault ?? answer.text).toBe(200)
    expect(answers[0]?.status).toBe('0')
    const rows = await app.db
      .selectFrom('deal')
      .select('id')
      .where('dealer_id', '=', dealerId)
      .where('owner_id', '=', leaver.memberId)
      .where('is_current', '=', true)
      .execute()
    expect(rows).toEqual([])
    // Exactly the acknowledged follow-ups are stored.
    const followed = (await Promise.all(follows)).filter(({ status }) => status === '0')
    const { done } = await app.db
      .selectFrom('activity')
      .select(({ fn }) => fn.countAll<number>().as('done'))
      .where('dealer_id', '=', dealerId)
      .where('completed_at', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(done).toBe(followed.length)
  })
})

describe('a recorded leave', () => {
  it('can be taken back within a day: untouched rows return, changed ones stay', async () => {
    const below = await build({ managerId: leaver.memberId })
    const [kept, touched] = [await buildCustomer(app, leaver), await buildCustomer(app, leaver)]
    const lead = await buildLead(app, leaver, {
      status: 2,
      owner_id: leaver.memberId,
      assigned_at: app.now(),
      first_follow_at: app.now(),
      customer_id: kept.customerId,
    })
    const { leaveId = 0 } = await leave()
    await app.post(rooms.customer.follow, heir.token, phoneFollow(app, touched))
    const clerk = await build({ modules: ['企业管理'] })
    expect((await app.post(memberLeaveBack, clerk.token, { leaveId })).code).toBe(errors.FORBIDDEN.code)
    const back = await app.post(memberLeaveBack, admin.token, { leaveId })
    expect(back, back.text).toMatchObject({ status: '0', customers: 1, kept: 1, subordinates: 1 })
    expect(await ownerOf(kept.customerId)).toBe(leaver.memberId)
    expect(await ownerOf(touched.customerId)).toBe(heir.memberId)
    expect(await superiorOf(below.memberId)).toBe(leaver.memberId)
    const { owner_id } = await app.db
      .selectFrom('lead')
      .select('owner_id')
      .where('dealer_id', '=', dealerId)
      .where('id', '=', lead)
      .executeTakeFirstOrThrow()
    expect(owner_id).toBe(leaver.memberId)
    expect((await app.post(memberLeaveBack, admin.token, { leaveId })).code).toBe(errors.STALE.code)
    const { data = [] } = await app.post(memberLeaves, admin.token, {})
    expect(data[0]).toMatchObject({
      memberName: '走人',
      byName: '经理',
      customers: 2,
      backBy: '经理',
      backUntil: 0,
      backCustomers: 1,
      backSubordinates: 1,
    })
  })

  it('cannot be taken back after a day, or if the person has already rejoined', async () => {
    const { leaveId = 0 } = await leave()
    app.advance(3)
    const again = await app.post(memberAdd, admin.token, {
      name: '走人',
      mobile: leaver.mobile,
      identifyNo: '110101199001011237',
      role: 4,
    })
    expect(again.status, again.text).toBe('0')
    expect((await app.post(memberLeaveBack, admin.token, { leaveId })).code).toBe(errors.MEMBER_EXISTS.code)
    expect((await app.post(memberLeaves, admin.token, {})).data).toMatchObject([{ isBack: true }])
    const second = await app.post(memberLeave, admin.token, {
      memberId: again.memberId,
      newMemberId: heir.memberId,
      newTopUserId: admin.memberId,
    })
    expect(second.status, second.text).toBe('0')
    app.advance(23 * 3_600)
    const admins = await build({ role: 3 })
    const { data: before = [] } = await app.post(memberLeaves, admins.token, {})
    expect(before.map(({ backUntil }) => backUntil > 0)).toEqual([true, true])
    app.advance(3_700)
    expect((await app.post(memberLeaveBack, admins.token, { leaveId: second.leaveId })).code).toBe(
      errors.LEAVE_OVER.code,
    )
    const { data = [], total } = await app.post(memberLeaves, admins.token, { pageCount: 1, pageStart: 2 })
    expect([data.length, total, data[0]?.backUntil]).toEqual([1, 2, 0])
  })

  it('loses its moves once it cannot be taken back, but the record stays', async () => {
    await buildCustomer(app, leaver)
    await leave()
    const moves = app.db.selectFrom('member_leave_move').select('kind').where('dealer_id', '=', dealerId)
    const tidy = tidyLeaves(app.db, app.now)
    await tidy.run()
    expect(await moves.execute()).not.toEqual([])
    app.advance(24 * 3600 + 60)
    await tidy.run()
    expect(await moves.execute()).toEqual([])
    const boss = await build({ role: 3 })
    expect((await app.post(memberLeaves, boss.token, {})).data?.[0]).toMatchObject({ customers: 1 })
  })

  it('makes no cycle when taken back: a member whose superior is now below them gets none', async () => {
    const head = await build({ name: '上级' })
    const one = await build({ name: '组长', managerId: head.memberId })
    const below = await build({ name: '组员', managerId: one.memberId })
    const at = app.db.updateTable('member')
    const { leaveId } = await leave({ memberId: one.memberId })
    expect(await superiorOf(below.memberId)).toBe(admin.memberId)
    await at.set({ manager_id: below.memberId }).where('id', '=', head.memberId).execute()
    expect((await app.post(memberLeaveBack, admin.token, { leaveId })).status).toBe('0')
    expect(await superiorOf(below.memberId)).toBe(one.memberId)
    expect(await superiorOf(one.memberId)).toBe(0)
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../test/actions.ts'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember, stageMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildCustomer } from './customer.factory.ts'
import type { BuiltCustomer } from './customer.factory.ts'

const { reassign, batchReassign, remark, pause, resume, updateTag, get } = rooms.customer
const { undo } = rooms.base

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

const { done, lastTimeline, open, dealOf, stateOf, setDeal } = actionsOn(() => ({ app, by: manager }))
const back = (undoId: number | undefined, token = manager.token) =>
  app.post(undo, token, { undoId: undoId ?? 0 })
const give = (customer: BuiltCustomer, to = heir) => done(reassign, customer, { memberId: to.memberId })
const newest = async (of: BuiltMember) => (await app.post(rooms.notice.list, of.token, {})).data?.[0]

/** Readable state of deal, activities and file, without timeline and row version. */
async function restOf(customer: BuiltCustomer) {
  const { timeline: _told, customer: file, ...state } = await stateOf(customer)
  return { ...state, customer: { ...file, row_version: 0 } }
}

describe('an undone reassignment', () => {
  it('restores the previous state, writes a timeline row and notifies the member who had received the customer', async () => {
    const customer = await buildCustomer(app, owner, { name: '何清越' })
    const before = await restOf(customer)
    const { undoId, rowVersion } = await give(customer)
    expect(rowVersion).toBe(2)
    expect(await back(undoId)).toMatchObject({ status: '0', undoneTotal: 1, keptTotal: 0 })
    expect(await restOf(customer)).toEqual(before)
    expect(await lastTimeline(customer)).toMatchObject({
      type: 37,
      subject: '撤销再分配',
      owner_name: '总监',
      content: '客户经理：沈知行 → 许安',
    })
    expect((await stateOf(customer)).customer.row_version).toBe(3)
    expect(await newest(heir)).toMatchObject({ text: '总监撤销了分配给您的客户何清越', customerId: 0 })
    expect(await app.post(get, owner.token, { customerId: customer.customerId })).toMatchObject({
      status: '0',
    })
    const audited = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'undo-handover')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audited.detail).toEqual({ customerIds: [customer.customerId], fromMemberId: heir.memberId })
  })

  it('is refused a second time, to other members, after a minute, and after a change', async () => {
    const customer = await buildCustomer(app, owner)
    const { undoId } = await give(customer)
    const boss = await buildMember(app.db, app.now(), { dealerId: manager.dealerId, role: 1 })
    const elsewhere = await buildMember(app.db, app.now(), { role: 1 })
    for (const other of [boss, elsewhere, heir])
      expect(await back(undoId, other.token)).toMatchObject({ code: 404 })
    await done(remark, customer, { remark: '到店再谈' }, heir.token)
    expect(await back(undoId)).toMatchObject({ code: 410, detail: '已有新的变化，无法撤销' })
    const again = await give(customer, manager)
    expect(await back(again.undoId)).toMatchObject({ status: '0' })
    expect(await back(again.undoId)).toMatchObject({ code: 2401, detail: '该操作已撤销' })
    const late = await give(customer, manager)
    app.advance(60)
    expect(await back(late.undoId)).toMatchObject({ code: 2401, detail: '已超过可撤销的时间' })
    app.setNow(testNow)
    expect((await dealOf(customer)).owner_id).toBe(manager.memberId)
  })

  it('is undone once by concurrent requests', async () => {
    const customer = await buildCustomer(app, owner)
    const { undoId } = await give(customer)
    const answers = await Promise.all([back(undoId), back(undoId), back(undoId)])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 2401, 2401])
    expect((await stateOf(customer)).timeline).toHaveLength(3)
  })

  it('returns customers that the actor no longer sees, and is refused once the right is gone', async () => {
    const { dealerId } = manager
    const modules = ['客户管理', '客户离职']
    const leader = await buildMember(app.db, app.now(), { dealerId, modules })
    const below = await buildMember(app.db, app.now(), { dealerId, managerId: leader.memberId })
    const customer = await buildCustomer(app, below)
    const { undoId } = await done(reassign, customer, { memberId: heir.memberId }, leader.token)
    expect(await back(undoId, leader.token)).toMatchObject({ status: '0' })
    expect((await dealOf(customer)).owner_id).toBe(below.memberId)
    const second = await done(reassign, customer, { memberId: heir.memberId }, leader.token)
    await stageMember(app.db, leader, { modules: ['客户管理'] })
    await expect
      .poll(async () => (await app.post(rooms.access.profile, leader.token, {})).canResign)
      .toBe(false)
    expect(await back(second.undoId, leader.token)).toMatchObject({ code: 410 })
    expect((await dealOf(customer)).owner_id).toBe(heir.memberId)
  })

  it('does not go to a former member', async () => {
    const gone = await buildMember(app.db, app.now(), { dealerId: manager.dealerId })
    const customer = await buildCustomer(app, gone)
    const { undoId } = await give(customer)
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', gone.memberId).execute()
    expect(await back(undoId)).toMatchObject({ code: 410 })
  })

  it("includes the customer's leads", async () => {
    const customer = await buildCustomer(app, owner)
    const lead = await app.db
      .insertInto('lead')
      .values({
        dealer_id: manager.dealerId,
        source_id: 1,
        status: 2,
        name: '林晓雨',
        mobile: '13511110099',
        customer_id: customer.customerId,
        deal_id: customer.dealId,
        owner_id: owner.memberId,
        assigned_at: app.now(),
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ownerOf = async () =>
      (await app.db.selectFrom('lead').select('owner_id').where('id', '=', lead.id).executeTakeFirstOrThrow())
        .owner_id
    const { undoId } = await give(customer)
    expect(await ownerOf()).toBe(heir.memberId)
    await back(undoId)
    expect(await ownerOf()).toBe(owner.memberId)
  })
})

describe('an undone batch', () => {
  it('keeps customers changed since, and counts them', async () => {
    const customers = await Promise.all([1, 2, 3].map(() => buildCustomer(app, owner)))
    const [changed] = customers
    const answer = await app.post(batchReassign, manager.token, {
      customerIds: customers.map(({ customerId }) => customerId).join(','),
      memberId: heir.memberId,
    })
    expect(answer).toMatchObject({ successTotal: 3, failTotal: 0, failures: [] })
    if (!changed) return
    await done(remark, changed, { remark: '新情况' }, heir.token)
    expect(await back(answer.undoId)).toMatchObject({ undoneTotal: 2, keptTotal: 1 })
    const owners = await Promise.all(customers.map(async (one) => (await dealOf(one)).owner_id))
    expect(owners).toEqual([heir.memberId, owner.memberId, owner.memberId])
    expect(await newest(heir)).toMatchObject({ text: '总监撤销了分配给您的2位客户' })
  })

  it('has a reason for each customer left out', async () => {
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const [moved, defeated, elsewhere, already] = await Promise.all([
      buildCustomer(app, owner),
      buildCustomer(app, owner, { name: '冯已败' }),
      buildCustomer(app, foreign, { name: '不可见' }),
      buildCustomer(app, heir, { name: '卫原属' }),
    ])
    await setDeal(defeated, { level: 'F' })
    const answer = await app.post(batchReassign, manager.token, {
      customerIds: [moved, defeated, elsewhere, already].map(({ customerId }) => customerId).join(','),
      memberId: heir.memberId,
    })
    expect(answer).toMatchObject({
      successTotal: 1,
      failTotal: 2,
      failures: [
        { customerId: defeated.customerId, name: '冯已败', reason: '已战败' },
        { customerId: 0, name: '', reason: '不存在或不可见' },
      ],
    })
  })
})

describe('undo of other actions', () => {
  it('waking: the customer is dormant again until the original day', async () => {
    const customer = await buildCustomer(app, owner)
    await done(pause, customer, {}, owner.token)
    const before = await restOf(customer)
    app.advance(90)
    const { undoId } = await done(resume, customer, {}, owner.token)
    expect(await open(customer)).toHaveLength(1)
    expect(await back(undoId, owner.token)).toMatchObject({ status: '0', undoneTotal: 1 })
    const after = await restOf(customer)
    expect(after.deal).toEqual(before.deal)
    expect(await open(customer)).toEqual([])
    expect(await lastTimeline(customer)).toMatchObject({ type: 37, subject: '撤销唤醒', content: '恢复休眠' })
    app.setNow(testNow)
  })

  it('a change of tags', async () => {
    const customer = await buildCustomer(app, owner)
    await done(updateTag, customer, { tag: '首购 增购' }, owner.token)
    const { undoId } = await done(updateTag, customer, { tag: '' }, owner.token)
    expect(await back(undoId, owner.token)).toMatchObject({ status: '0' })
    expect((await stateOf(customer)).customer.tags).toBe('首购 增购')
    expect(await lastTimeline(customer)).toMatchObject({
      type: 37,
      subject: '撤销标签修改',
      content: '标签：首购 增购',
    })
  })
})

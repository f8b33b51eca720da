import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { addDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildReviewStaff, price, reviewsOn } from '../../test/reviewing.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

const { failList, confirmFail, rejectFail } = rooms.review
const { fail, reassign } = rooms.customer

let app: TestApp
let reviewer: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
/** Each test uses a new store and starts at noon on a Wednesday. */
beforeEach(async () => {
  app.setNow(testNow)
  ;({ reviewer, owner, heir } = await buildReviewStaff(app))
})

const { done, setDeal, post, stateOf, seconds, rejection } = reviewsOn(() => ({ app, reviewer, owner, heir }))
const day = 86_400
/** Moves the clock and keeps all members signed in. */
async function moveTo(at: Date): Promise<void> {
  app.setNow(at)
  await app.db.updateTable('session').set({ created_at: at, last_seen_at: at }).execute()
}
const wait = (some: number): Promise<void> => moveTo(new Date(app.now().getTime() + some * 1000))
const tooDear = { ...price, remark: '超预算，电话13712345678' }
const askFor = (customer: BuiltCustomer, by = owner) => done(fail, customer, tooDear, by.token)
const agree = (customer: BuiltCustomer) => done(confirmFail, customer)
/** Completes whatever task is open, as the owner. */
async function contact(customer: BuiltCustomer, wishes: Parameters<typeof post>[1] = {}, by = owner) {
  const { activities } = await stateOf(customer)
  const open = activities.find((one) => one.completed_at === null && one.cancelled_at === null)
  const nextDate = addDays(seconds(), 1)
  const answer = await post(customer, { activityId: open?.id ?? 0, nextDate, ...wishes }, by.token)
  expect(answer, answer.text).toMatchObject({ status: '0' })
}

type Query = RequestOf<typeof failList>
const ask = async (query: Query = {}, by = reviewer) => {
  const answer = await app.post(failList, by.token, query)
  expect(answer.status, answer.text).toBe('0')
  return { rows: answer.data ?? [], total: answer.total }
}
const namesOf = async (query: Query = {}, by = reviewer) => {
  const { rows, total } = await ask({ pageCount: 50, ...query }, by)
  expect(total).toBe(rows.length)
  return rows.map((row) => row.name)
}
const evidenceOf = async () => (await ask()).rows[0]?.evidence

describe('a row', () => {
  it('names the custom source, or the online source of the customer', async () => {
    const { id: sourceId } = await app.db
      .insertInto('custom_source')
      .values({ dealer_id: owner.dealerId, name: '小区推广' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const customer = await buildCustomer(app, owner, { fromSource: 99, otherSource: sourceId })
    await askFor(customer)
    const { rows } = await ask()
    expect(rows.map((row) => row.sourceName)).toEqual(['小区推广'])
  })

  it('shows what the reviewer needs, numbers masked', async () => {
    const customer = await buildCustomer(app, owner, {
      name: '林晓雨',
      mobile: '13987654321',
      fromSource: 98,
      otherSource: 1,
    })
    await wait(day)
    await contact(customer, { remark: '说家里电话13812345678', nextActivityType: 1 })
    await wait(5 * day)
    await askFor(customer)
    expect(await ask()).toEqual({
      total: 1,
      rows: [
        {
          requestId: expect.any(Number),
          customerId: customer.customerId,
          dealId: customer.dealId,
          dateDisplay: '2026-11-24 12:00',
          name: '林晓雨',
          mobile: '139****4321',
          ownerId: owner.memberId,
          ownerName: '许安',
          level: 'A',
          sourceName: expect.stringMatching(/./),
          crossRecall: 0,
          requestedByName: '许安',
          reason: '价格 / 超出预算',
          remark: '超预算，电话137****5678',
          desc: '说家里电话138****5678',
          state: 0,
          reviewerName: '',
          reviewRemark: '',
          evidence: {
            calls: 1,
            visits: 0,
            testDrives: 0,
            contactTimes: 1,
            contactDays: 1,
            ownedDays: 6,
            invited: false,
            arrived: false,
            testDriven: false,
            doubts: ['仅联系1次', '从未到店邀约'],
          },
        },
      ],
    })
  })

  it('shows when it was decided, by whom and how', async () => {
    const [lost, kept] = [await buildCustomer(app, owner, { name: '甲' }), await buildCustomer(app, owner)]
    await askFor(lost)
    await askFor(kept)
    await wait(3600)
    await done(confirmFail, lost, { remark: '确已购车' })
    await wait(60)
    await done(rejectFail, kept, rejection())
    const decided = { reviewerName: '总监', requestedByName: '许安' }
    expect((await ask({ type: 2 })).rows).toMatchObject([
      {
        ...decided,
        state: 2,
        level: 'N',
        ownerName: '沈知行',
        crossRecall: 1,
        reviewRemark: '再争取',
        dateDisplay: '2026-11-18 13:01',
      },
      {
        ...decided,
        state: 1,
        level: 'F',
        name: '甲',
        crossRecall: 0,
        reviewRemark: '确已购车',
        dateDisplay: '2026-11-18 13:00',
      },
    ])
  })

  it('shows for a second request that a cross recall was made before', async () => {
    const customer = await buildCustomer(app, owner)
    await askFor(customer)
    await wait(60)
    await done(rejectFail, customer, rejection())
    await wait(60)
    await askFor(customer, heir)
    expect((await ask()).rows).toMatchObject([{ crossRecall: 1, ownerName: '沈知行', state: 0 }])
    expect((await ask({ type: 2 })).rows).toMatchObject([{ crossRecall: 1, state: 2 }])
  })
})

describe('the evidence', () => {
  it('counts contacts of each kind and their days', async () => {
    const customer = await buildCustomer(app, owner)
    await wait(day)
    await contact(customer, { nextActivityType: 2 })
    await wait(3600)
    await contact(customer, {
      completedActivityType: 2,
      comeDuration: 1,
      nextActivityType: 3,
      nextTestSpecId: 1201,
    })
    await wait(day)
    await contact(customer, {
      completedActivityType: 3,
      testSpecId: 1201,
      testResult: 1,
      nextActivityType: 14,
    })
    await wait(day)
    await contact(customer, { completedActivityType: 14, level: 'F', ...price, nextActivityType: 0 })
    expect(await evidenceOf()).toEqual({
      calls: 2,
      // The test drive on another day is an arrival as well.
      visits: 2,
      testDrives: 1,
      contactTimes: 4,
      contactDays: 3,
      ownedDays: 3,
      invited: true,
      arrived: true,
      testDriven: true,
      doubts: [],
    })
  })

  it('exposes a customer given up immediately', async () => {
    const customer = await buildCustomer(app, owner)
    await askFor(customer)
    expect(await evidenceOf()).toMatchObject({
      contactTimes: 0,
      ownedDays: 0,
      doubts: ['从未联系', '分配不足3天', '从未到店邀约'],
    })
  })

  it('exposes that all contacts were on one day in Shanghai', async () => {
    const customer = await buildCustomer(app, owner)
    await moveTo(new Date('2026-11-22T15:00:00Z'))
    await contact(customer, { nextActivityType: 1 })
    await moveTo(new Date('2026-11-22T15:59:00Z'))
    await contact(customer, { nextActivityType: 1 })
    await askFor(customer)
    expect(await evidenceOf()).toMatchObject({
      contactDays: 1,
      doubts: ['全部联系集中在同一天', '从未到店邀约'],
    })
  })

  it('counts midnight in Shanghai as another day', async () => {
    const customer = await buildCustomer(app, owner)
    await moveTo(new Date('2026-11-22T15:59:00Z'))
    await contact(customer, { nextActivityType: 1 })
    await moveTo(new Date('2026-11-22T16:00:00Z'))
    await contact(customer, { nextActivityType: 1 })
    await askFor(customer)
    expect(await evidenceOf()).toMatchObject({ contactDays: 2, ownedDays: 5, doubts: ['从未到店邀约'] })
  })

  it('counts an offered visit as an invitation', async () => {
    const customer = await buildCustomer(app, owner)
    await wait(day)
    const reserveComeDate = addDays(seconds(), 2)
    await contact(customer, { event: 2, reserveComeDate, nextActivityType: 1 })
    await wait(4 * day)
    await askFor(customer)
    expect(await evidenceOf()).toMatchObject({ invited: true, arrived: false, doubts: ['仅联系1次'] })
  })

  it('starts over with a new owner', async () => {
    const customer = await buildCustomer(app, owner)
    for (let round = 0; round < 3; round++) {
      await wait(day)
      await contact(customer, { nextActivityType: 2 })
    }
    await wait(10 * day)
    await done(reassign, customer, { memberId: heir.memberId, remark: '' })
    await wait(day)
    await askFor(customer, heir)
    // The planned visit passes to the new owner, so the customer counts as invited.
    expect(await evidenceOf()).toMatchObject({
      contactTimes: 0,
      ownedDays: 1,
      doubts: ['从未联系', '分配不足3天'],
    })
  })

  it('ignores an undone handover', async () => {
    const customer = await buildCustomer(app, owner)
    await wait(5 * day)
    const { undoId } = await done(reassign, customer, { memberId: heir.memberId })
    expect(await app.post(rooms.base.undo, reviewer.token, { undoId })).toMatchObject({ status: '0' })
    await wait(day)
    await askFor(customer)
    expect(await evidenceOf()).toMatchObject({ ownedDays: 6 })
  })

  it('does not change after the decision', async () => {
    const customer = await buildCustomer(app, owner)
    await wait(5 * day)
    await askFor(customer)
    await wait(60)
    await done(rejectFail, customer, rejection())
    const before = (await ask({ type: 2 })).rows[0]?.evidence
    await wait(day)
    await contact(customer, { completedActivityType: 2, comeDuration: 1, nextActivityType: 1 }, heir)
    expect((await ask({ type: 2 })).rows[0]?.evidence).toEqual(before)
    expect(before).toMatchObject({ contactTimes: 0, ownedDays: 5, arrived: false })
  })
})

describe('tabs, pages and order', () => {
  it('separate pending and decided requests', async () => {
    const [waits, lost] = [
      await buildCustomer(app, owner, { name: '等待' }),
      await buildCustomer(app, owner, { name: '战败' }),
    ]
    await buildCustomer(app, owner)
    await askFor(waits)
    await askFor(lost)
    await agree(lost)
    expect(await namesOf()).toEqual(['等待'])
    expect(await namesOf({ type: 1 })).toEqual(['等待'])
    expect(await namesOf({ type: 2 })).toEqual(['战败'])
  })

  it('sort waiting requests by longest waiting, decided ones by newest, or as asked', async () => {
    for (const name of ['一', '二', '三']) {
      await askFor(await buildCustomer(app, owner, { name }))
      await wait(60)
    }
    const oldest = ['一', '二', '三']
    expect(await namesOf()).toEqual(oldest)
    expect(await namesOf({ orderType: 1 })).toEqual(oldest)
    expect(await namesOf({ orderType: 2 })).toEqual(oldest.toReversed())
    const { rows, total } = await ask({ pageStart: 2, pageCount: 2 })
    expect([rows.map(({ name }) => name), total]).toEqual([['三'], 3])
    expect(await ask({ pageStart: 9 })).toEqual({ rows: [], total: 3 })
  })
})

describe('filters', () => {
  it('find by name and by number', async () => {
    await askFor(await buildCustomer(app, owner, { name: '林晓雨', mobile: '13977770001' }))
    await askFor(await buildCustomer(app, owner, { name: '赵明', mobile: '13977770002' }))
    expect(await namesOf({ key: '晓雨' })).toEqual(['林晓雨'])
    expect(await namesOf({ key: '0002' })).toEqual(['赵明'])
    expect(await namesOf({ key: '139 7777 0001' })).toEqual(['林晓雨'])
    expect(await namesOf({ key: '没有' })).toEqual([])
  })

  it('select owners, sources, business types and creation dates', async () => {
    await askFor(await buildCustomer(app, owner, { name: '线上', fromSource: 98, otherSource: 2 }))
    const moved = await buildCustomer(app, owner, { name: '到店', fromSource: 2, businessType: 2 })
    await setDeal(moved, { owner_id: heir.memberId, created_at: new Date('2026-11-01T04:00:00Z') })
    await askFor(moved, heir)
    const cases: [Query, string[]][] = [
      [{ saleIds: String(heir.memberId) }, ['到店']],
      [{ saleIds: `${owner.memberId},${heir.memberId}` }, ['线上', '到店']],
      [{ fromType: 1 }, ['线上']],
      [{ fromType: 2 }, ['到店']],
      [{ fromSources: '2' }, ['到店']],
      [{ onlineSources: '2' }, ['线上']],
      [{ onlineSources: '3' }, []],
      [{ businessTypes: '2' }, ['到店']],
      [{ createdDate: { start: seconds() - day, end: seconds() } }, ['线上']],
      [{ createdDate: { end: seconds() - 2 * day } }, ['到店']],
      [{ key: '到', fromType: 1 }, []],
    ]
    for (const [query, names] of cases) expect([query, await namesOf(query)]).toEqual([query, names])
  })

  it('select days of the request, or of the decision on the finished tab', async () => {
    const customer = await buildCustomer(app, owner, { name: '旧' })
    await askFor(customer)
    const range = { start: seconds(), end: seconds() }
    await wait(2 * day)
    const decided = { start: seconds(), end: seconds() }
    expect(await namesOf({ followDate: range })).toEqual(['旧'])
    expect(await namesOf({ followDate: decided })).toEqual([])
    await agree(customer)
    expect(await namesOf({ type: 2, followDate: range })).toEqual([])
    expect(await namesOf({ type: 2, followDate: decided })).toEqual(['旧'])
  })

  it('with invalid values are rejected', async () => {
    for (const query of [
      { type: 3 },
      { type: 0 },
      { fromType: 3 },
      { orderType: 3 },
      { pageCount: 51 },
      { saleIds: 'a' },
    ])
      expect(await app.post(failList, reviewer.token, query)).toMatchObject({ status: '-1', code: 400 })
  })
})

describe('access to the list', () => {
  it("covers all requests of the reviewer's store, and none of another store", async () => {
    const { dealerId } = reviewer
    const trusted = await buildMember(app.db, app.now(), { dealerId, modules: ['战败审核'] })
    const supervisor = await buildMember(app.db, app.now(), { dealerId, role: 16, modules: ['战败审核'] })
    const elsewhere = await buildMember(app.db, app.now(), { role: 3 })
    await askFor(await buildCustomer(app, owner, { name: '林晓雨' }))
    for (const by of [reviewer, trusted, supervisor]) expect(await namesOf({}, by)).toEqual(['林晓雨'])
    expect(await namesOf({}, elsewhere)).toEqual([])
    expect(await app.post(failList, owner.token, {})).toMatchObject({ status: '-1', code: 403 })
    expect(await app.post(failList, '', {})).toMatchObject({ status: '-100' })
  })
})

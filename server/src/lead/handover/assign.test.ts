import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildLead, buildStore, manualValid, storyOf } from '../lead.factory.ts'
import type { Store } from '../lead.factory.ts'

const { assign, batchAssign, clear } = rooms.lead

let app: TestApp
let store: Store
beforeAll(async () => {
  app = await createTestApp()
  store = await buildStore(app)
})
afterAll(() => app.close())

const wait = (overrides: Parameters<typeof buildLead>[2] = {}, at = store) =>
  buildLead(app, at, { status: 5, clear_status: 1, ...overrides })
const give = (clueId: number, memberId = store.consultant.memberId, by = store.admin) =>
  app.post(assign, by.token, { clueId, memberId })
const assignedIn = async (ids: readonly number[]) =>
  Promise.all(
    ids.map(
      async (id) => (await storyOf(app, id)).events.filter((event) => event.result === '新线索分配').length,
    ),
  )

describe('a lead that waits for an owner', () => {
  it('becomes a customer of the chosen member with the data of cleaning', async () => {
    const clueId = await buildLead(app, store, { name: '林晓雨' })
    const valid = {
      ...manualValid(clueId),
      specIds: '1202,1201',
      buyCity: '宁波市',
      buyArea: '',
      remark: '急',
    }
    expect(await app.post(clear, store.worker.token, valid)).toMatchObject({ clueStatus: 5 })
    app.advance(3600)
    const { memberId } = store.consultant
    const body = { clueId, memberId, remark: '先约到店' }
    const answer = await app.post(assign, store.admin.token, body)
    expect(answer).toMatchObject({ status: '0', clueStatus: 2, ownerName: '许安', isRepeat: false })
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({
      status: 2,
      owner_id: memberId,
      customer_id: answer.customerId,
      assigned_at: app.now(),
      last_task: 1,
      cleared_by: store.worker.memberId,
    })
    expect(events.at(-1)).toMatchObject({ result: '新线索分配', handle_name: '秦朗', remark: '先约到店' })
    const file = await app.post(rooms.customer.get, store.consultant.token, { customerId: answer.customerId })
    expect(file.customer).toMatchObject({ name: '林晓雨', deal: { buyCity: '宁波市' } })
  })

  it('joins a customer created meanwhile with the same mobile', async () => {
    const mobile = '13677770001'
    const clueId = await wait({ mobile })
    const { customerId } = await buildCustomer(app, store.worker, { mobile })
    expect(await give(clueId)).toMatchObject({ status: '0', customerId, isRepeat: true, ownerName: '杜网销' })
  })

  it.each([1, 2, 3, 4, 12])(
    'cannot be assigned in status %i, and the answer has its status',
    async (status) => {
      const clueId = await wait({ status })
      const before = await storyOf(app, clueId)
      expect(await give(clueId)).toMatchObject({ status: '-1', code: 2301, clueStatus: status })
      expect(await storyOf(app, clueId)).toEqual(before)
    },
  )

  it('cannot go to a member unable to own customers, to a blocked number or to another store', async () => {
    const clueId = await wait({ mobile: '13677770002' })
    const gone = await buildMember(app.db, app.now(), { dealerId: store.dealerId })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', gone.memberId).execute()
    const other = await buildStore(app)
    for (const memberId of [gone.memberId, other.consultant.memberId, 999_999])
      expect(await give(clueId, memberId)).toMatchObject({ code: 2004, errors: [{ path: 'memberId' }] })
    expect(await give(await wait({}, other))).toMatchObject({ code: 404 })
    expect(await app.post(assign, store.admin.token, { clueId })).toMatchObject({ detail: '请选择客户经理' })
    await app.db
      .insertInto('blocklist')
      .values({ mobile: '13677770002', contacts: ['李总'] })
      .execute()
    expect(await give(clueId)).toMatchObject({ status: '-2', code: 1004, detail: '李总' })
    expect((await storyOf(app, clueId)).lead.status).toBe(5)
  })

  it('is assigned by the supervisor under policy 1, by the online team under policy 2, by no member under 3', async () => {
    for (const [policy, admin, worker] of [
      [1, '0', '-1'],
      [2, '0', '0'],
      [3, '-1', '-1'],
    ] as const) {
      const there = await buildStore(app, policy)
      const by = async (who: Store['admin']) =>
        (await give(await wait({}, there), there.consultant.memberId, who)).status
      expect([policy, await by(there.admin), await by(there.worker)]).toEqual([policy, admin, worker])
      expect(await give(await wait({}, there), there.consultant.memberId, there.consultant)).toMatchObject({
        code: 403,
      })
    }
  })
})

describe('concurrent requests', () => {
  it('50 assign one lead: one wins, the others are refused', async () => {
    const clueId = await wait()
    const members = [store.consultant, store.admin, store.worker]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => give(clueId, members[i % 3]?.memberId)),
    )
    const won = answers.filter((answer) => answer.status === '0')
    expect(won).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.code === 2301 && answer.detail === '线索状态已变化，请刷新后重试'),
    ).toHaveLength(49)
    const { lead, events } = await storyOf(app, clueId)
    expect(events).toHaveLength(1)
    expect(lead.customer_id).toBe(won[0]?.customerId)
    const made = await app.db.selectFrom('customer').select('id').where('mobile', '=', lead.mobile).execute()
    expect(made).toHaveLength(1)
  })

  it('on two server processes: still one', async () => {
    const node = await app.startNode()
    const clueId = await wait()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? app.app : node).http.inject({
          method: 'POST',
          url: assign.path,
          headers: { authorization: store.admin.token },
          payload: { clueId, memberId: store.consultant.memberId },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.json<{ status: string }>().status === '0')).toHaveLength(1)
  })

  it('cleaned and assigned: one after the other, in either order', async () => {
    for (let i = 0; i < 5; i++) {
      const clueId = await buildLead(app, store)
      const [cleaned, given] = await Promise.all([
        app.post(clear, store.worker.token, manualValid(clueId)),
        give(clueId),
      ])
      expect(cleaned.status).toBe('0')
      const { lead, events } = await storyOf(app, clueId)
      expect(lead.status).toBe(given.status === '0' ? 2 : 5)
      expect(events).toHaveLength(given.status === '0' ? 2 : 1)
    }
  })

  it('a form sent twice assigns once and returns the same response', async () => {
    const clueId = await wait()
    const body = { clueId, memberId: store.consultant.memberId }
    const headers = { 'idempotency-key': 'assign-once-1' }
    const [first, second] = await Promise.all(
      [0, 1].map(() => app.post(assign, store.admin.token, body, headers)),
    )
    expect(first).toMatchObject({ status: '0' })
    expect(second?.text).toBe(first?.text)
    expect(await assignedIn([clueId])).toEqual([1])
  })
})

describe('many leads in one request', () => {
  const giveAll = (clueIdArr: number[], by = store.admin) =>
    app.post(batchAssign, by.token, { clueIdArr, memberId: store.consultant.memberId, remark: '一起' })

  it('go to one member; repeats join their customers, others are left alone, and all are counted', async () => {
    const blocked = '13688880001'
    await app.db.insertInto('blocklist').values({ mobile: blocked, contacts: [] }).execute()
    const onFile = '13688880002'
    await buildCustomer(app, store.worker, { mobile: onFile })
    const [fresh, again, repeat] = [
      await wait({ mobile: '13688880003' }),
      await wait({ mobile: '13688880003' }),
      await wait({ mobile: onFile }),
    ]
    const left = [
      await wait({ mobile: blocked }),
      await wait({ status: 1 }),
      await wait({}, await buildStore(app)),
    ]
    const before = await Promise.all(left.map((id) => storyOf(app, id)))
    const answer = await giveAll([fresh, again, repeat, fresh, ...left, 999_999_999])
    expect(answer).toMatchObject({ status: '0', successTotal: 3, repeatTotal: 2, skippedTotal: 4 })
    expect(await Promise.all(left.map((id) => storyOf(app, id)))).toEqual(before)
    const stories = await Promise.all([fresh, again, repeat].map((id) => storyOf(app, id)))
    expect(stories.map(({ lead }) => [lead.status, lead.owner_id, lead.is_repeat])).toEqual([
      [2, store.consultant.memberId, false],
      [2, store.consultant.memberId, true],
      [2, store.worker.memberId, true],
    ])
    expect(stories[0]?.lead.customer_id).toBe(stories[1]?.lead.customer_id)
  })

  it.each([
    [1, 'admin', 0, 'worker', 403],
    [2, 'admin', 403, 'worker', 0],
    [3, 'admin', 403, 'worker', 403],
  ] as const)(
    'need the right to assign online: under policy %i %s %i, %s %i',
    async (policy, one, first, other, second) => {
      const there = await buildStore(app, policy)
      for (const [who, code] of [
        [one, first],
        [other, second],
        ['consultant', 403],
      ] as const) {
        const body = { clueIdArr: [await wait({}, there)], memberId: there.consultant.memberId }
        expect([who, (await app.post(batchAssign, there[who].token, body)).code]).toEqual([who, code])
      }
    },
  )

  it('require at least one lead, and a member', async () => {
    expect(await giveAll([])).toMatchObject({ detail: '请选择分配客户' })
    const body = { clueIdArr: [await wait()] }
    expect(await app.post(batchAssign, store.admin.token, body)).toMatchObject({ detail: '请选择客户经理' })
    expect(await app.post(batchAssign, store.admin.token, { ...body, memberId: 999_999 })).toMatchObject({
      code: 2004,
    })
    expect(await giveAll(Array.from({ length: 201 }, (_, i) => i + 1))).toMatchObject({ code: 400 })
  })

  it('in overlapping concurrent batches, and in single requests, are assigned once without deadlock', async () => {
    const ids: number[] = []
    for (let i = 0; i < 30; i++) ids.push(await wait({ mobile: `1368999${String(i % 15).padStart(4, '0')}` }))
    const answers = await Promise.all([
      giveAll(ids),
      giveAll(ids.toReversed()),
      giveAll(ids.filter((_, i) => i % 2 === 0)),
      giveAll(ids.filter((_, i) => i % 2 === 1).toReversed()),
      ...ids.slice(10, 14).map((id) => give(id)),
    ])
    expect(answers.filter((answer) => answer.httpStatus !== 200)).toEqual([])
    expect(
      (await Promise.all(ids.map((id) => storyOf(app, id)))).every(({ lead }) => lead.status === 2),
    ).toBe(true)
    expect((await Promise.all(ids.map((id) => storyOf(app, id)))).map(({ events }) => events.length)).toEqual(
      ids.map(() => 1),
    )
  })
  it('with the same numbers in two batches join the customers of the first batch without deadlock', async () => {
    const numbers = Array.from({ length: 40 }, (_, i) => `1368777${String(i).padStart(4, '0')}`)
    const some = []
    for (const mobile of numbers) some.push(await wait({ mobile }))
    const others = []
    for (const mobile of numbers.toReversed()) others.push(await wait({ mobile }))
    const [first, second] = await Promise.all([giveAll(some), giveAll(others)])
    expect(first).toMatchObject({ status: '0', successTotal: 40, skippedTotal: 0 })
    expect(second).toMatchObject({ status: '0', successTotal: 40, skippedTotal: 0 })
    expect((first?.repeatTotal ?? 0) + (second?.repeatTotal ?? 0)).toBe(40)
  })
})

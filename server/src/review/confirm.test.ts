import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildReviewStaff, price, reviewsOn } from '../../test/reviewing.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

const { failList, confirmFail, confirmFails } = rooms.review

let app: TestApp
let reviewer: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(testNow)
  ;({ reviewer, owner, heir } = await buildReviewStaff(app))
})

const { done, open, order, lastTimeline, dealOf, audits, post, seconds } = reviewsOn(() => ({
  app,
  reviewer,
  owner,
  heir,
}))

/** Requests defeats after honest work: two calls on two days, an invitation, ten days. */
async function sound(names: readonly string[]): Promise<BuiltCustomer[]> {
  const customers = await Promise.all(names.map((name) => buildCustomer(app, owner, { name })))
  for (const days of [3, 7]) {
    const at = new Date(testNow.getTime() + days * 86_400_000)
    app.setNow(at)
    await app.db.updateTable('session').set({ created_at: at, last_seen_at: at }).execute()
    for (const customer of customers) {
      const [planned] = await open(customer)
      const answer = await post(
        customer,
        { activityId: planned?.id ?? 0, nextActivityType: 2, nextDate: seconds() },
        owner.token,
      )
      expect(answer.status, answer.text).toBe('0')
    }
  }
  for (const customer of customers) await done(rooms.customer.fail, customer, price, owner.token)
  return customers
}

const requestsOf = async () => {
  const { data = [] } = await app.post(failList, reviewer.token, { pageCount: 50 })
  return new Map(data.map((row) => [row.name, row]))
}
const agree = (requestIds: readonly number[], token = reviewer.token) =>
  app.post(confirmFails, token, { requestIds: requestIds.join(',') })

describe('approving several defeats', () => {
  it('decides and announces each separately', async () => {
    const customers = await sound(['林一', '林二', '林三'])
    const requests = await requestsOf()
    expect([...requests.values()].flatMap(({ evidence }) => evidence.doubts)).toEqual([])
    const ids = [...requests.values()].map(({ requestId }) => requestId)
    expect(await agree(ids)).toMatchObject({ status: '0', successTotal: 3, failTotal: 0, failures: [] })
    for (const customer of customers) {
      expect((await dealOf(customer)).level).toBe('F')
      expect(await lastTimeline(customer)).toMatchObject({ type: 23, subject: '战败审核通过' })
      expect(await audits('confirm-defeat', customer)).toHaveLength(1)
    }
  })

  it('skips requests with a doubt, with an order, or decided by another reviewer meanwhile', async () => {
    const [, ordered, quick] = await sound(['林一', '林二', '林三'])
    const doubtful = await buildCustomer(app, owner, { name: '冯一' })
    await done(rooms.customer.fail, doubtful, price, owner.token)
    const requests = await requestsOf()
    const idOf = (name: string): number => requests.get(name)?.requestId ?? 0
    if (!ordered || !quick) return
    await order(ordered, 1)
    await done(confirmFail, quick)
    const answer = await agree(['林一', '林二', '林三', '冯一'].map(idOf))
    expect(answer).toMatchObject({ successTotal: 1, failTotal: 3 })
    expect(answer.failures?.map(({ name, reason }) => `${name} ${reason}`).toSorted()).toEqual(
      [' 已被处理', '冯一 从未联系', '林二 有未处理订单'].toSorted(),
    )
    expect((await dealOf(doubtful)).level).toBe('H')
  })

  it('is limited to reviewers, covers the own store, and needs at least one request', async () => {
    await sound(['林一'])
    const ids = [...(await requestsOf()).values()].map(({ requestId }) => requestId)
    expect(await agree(ids, owner.token)).toMatchObject({ code: 403 })
    const elsewhere = await buildMember(app.db, app.now(), { role: 3 })
    expect(await agree(ids, elsewhere.token)).toMatchObject({
      successTotal: 0,
      failures: [{ requestId: 0, name: '', reason: '已被处理' }],
    })
    expect((await agree([])).errors).toEqual([{ path: 'requestIds', text: '请选择战败申请' }])
  })

  it('decides each request once with two concurrent reviewers', async () => {
    const customers = await sound(['林一', '林二', '林三'])
    const ids = [...(await requestsOf()).values()].map(({ requestId }) => requestId)
    const answers = await Promise.all([agree(ids), agree(ids.toReversed())])
    expect(answers.reduce((sum, { successTotal = 0 }) => sum + successTotal, 0)).toBe(3)
    for (const customer of customers) expect(await audits('confirm-defeat', customer)).toHaveLength(1)
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildReviewStaff, price, reviewsOn } from '../../test/reviewing.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

const { confirmFail, rejectFail } = rooms.review
const { fail } = rooms.customer

let app: TestApp
let reviewer: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  ;({ reviewer, owner, heir } = await buildReviewStaff(app))
})
afterAll(() => app.close())

const { act, done, post, refusedTo, open, stateOf, read, rejection, waiting } = reviewsOn(() => ({
  app,
  reviewer,
  owner,
  heir,
}))

describe('a review', () => {
  const modules = ['客户管理', '战败审核']
  const deciding = [
    [confirmFail, () => ({})],
    [rejectFail, () => rejection()],
  ] as const

  it('needs the permission, in the own store', async () => {
    const customer = await waiting()
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const [call, body] of deciding) {
      expect(await refusedTo(call, customer, body(), owner.token)).toMatchObject({ code: 403 })
      expect(await refusedTo(call, customer, body(), foreign.token)).toMatchObject({ code: 404 })
    }
  })

  it("covers all the store's requests for a member with the module", async () => {
    const { dealerId } = reviewer
    for (const granted of [modules, ['战败审核']]) {
      const trusted = await buildMember(app.db, app.now(), { dealerId, modules: granted })
      for (const [call, body] of deciding) {
        const customer = await waiting()
        // The file can be read, but only for the decision.
        expect(await read(customer, trusted.token)).toMatchObject({
          status: '0',
          onlyView: false,
          onlyReview: true,
          allowFailVerify: true,
        })
        await done(call, customer, body(), trusted.token)
        expect((await read(customer, trusted.token)).onlyReview).toBe(true)
      }
    }
  })

  it('allows no other action and no other file', async () => {
    const { dealerId } = reviewer
    const trusted = await buildMember(app.db, app.now(), { dealerId, modules })
    const customer = await waiting()
    const other = await buildCustomer(app, owner)
    for (const [call, body] of [
      [rooms.customer.remark, { remark: '看看' }],
      [rooms.customer.updateTag, { tag: '看看' }],
      [fail, price],
    ] as const)
      expect(await refusedTo(call, customer, body, trusted.token)).toMatchObject({ code: 404 })
    expect(await read(other, trusted.token)).toMatchObject({ code: 404 })
    for (const [call, body] of deciding)
      expect(await refusedTo(call, other, body(), trusted.token)).toMatchObject({ code: 404 })
    // An old request of a former deal opens the file neither.
    await done(confirmFail, customer, {}, trusted.token)
    await app.db
      .updateTable('defeat_request')
      .set({ deal_id: 1 })
      .where('deal_id', '=', customer.dealId)
      .execute()
    expect(await read(customer, trusted.token)).toMatchObject({ code: 404 })
    // The reviewer's own customers stay fully accessible.
    const own = await buildCustomer(app, trusted)
    expect(await read(own, trusted.token)).toMatchObject({ status: '0', onlyReview: false })
  })

  it('shows a number to call if the member may see numbers', async () => {
    const { dealerId } = reviewer
    const customer = await waiting()
    const reveal = async (granted: string[], of = customer) => {
      const { token } = await buildMember(app.db, app.now(), { dealerId, modules: granted })
      const body = { userId: of.customerId, dataType: 1, userType: 1 }
      return (await app.post(rooms.base.getUserInfo, token, body)).code
    }
    expect(await reveal(modules)).toBe(0)
    expect(await reveal(['客户管理'])).toBe(404)
    expect(await reveal(['战败审核'])).toBe(403)
    expect(await reveal(modules, await buildCustomer(app, owner))).toBe(404)
  })

  it('lets roles of the group decide if they have the module, and nothing else', async () => {
    const { dealerId } = reviewer
    for (const role of [15, 16]) {
      const supervisor = await buildMember(app.db, app.now(), { dealerId, role, modules: ['战败审核'] })
      for (const [call, body] of deciding) {
        const customer = await waiting()
        expect(await read(customer, supervisor.token)).toMatchObject({ onlyView: false, onlyReview: true })
        expect(await refusedTo(fail, customer, price, supervisor.token)).toMatchObject({ code: 403 })
        await done(call, customer, body(), supervisor.token)
      }
      const without = await buildMember(app.db, app.now(), { dealerId, role, modules: ['客户管理'] })
      const customer = await waiting()
      for (const [call, body] of deciding)
        expect(await refusedTo(call, customer, body(), without.token)).toMatchObject({ code: 403 })
    }
  })

  it('leaves a file that the group can see readable but not changeable', async () => {
    const { dealerId } = reviewer
    const supervisor = await buildMember(app.db, app.now(), { dealerId, role: 16, modules })
    const own = await buildCustomer(app, supervisor)
    expect(await read(own, supervisor.token)).toMatchObject({ onlyView: false, onlyReview: true })
    for (const [call, body] of [
      [rooms.customer.remark, { remark: '看看' }],
      [fail, price],
    ] as const)
      expect(await refusedTo(call, own, body, supervisor.token)).toMatchObject({
        code: 403,
        detail: '您只能查看该客户',
      })
  })

  it('decides only the request on screen, not one made since', async () => {
    const customer = await waiting()
    const requestId = (await read(customer)).failInfo?.requestId ?? 0
    expect(requestId).toBeGreaterThan(0)
    await done(rejectFail, customer, { ...rejection(owner, 2), requestId })
    expect((await read(customer)).failInfo?.requestId).toBe(0)
    app.advance(60)
    await done(fail, customer, price, owner.token)
    for (const [call, body] of deciding)
      expect(await refusedTo(call, customer, { ...body(), requestId })).toMatchObject({
        code: 410,
        detail: '该战败申请已由总监驳回，请刷新后重试',
      })
    const fresh = (await read(customer)).failInfo?.requestId ?? 0
    expect(fresh).toBeGreaterThan(requestId)
    await done(confirmFail, customer, { requestId: fresh })
  })

  it('by two reviewers at once counts once, and the loser is shown who decided and how', async () => {
    const { dealerId } = reviewer
    const second = await buildMember(app.db, app.now(), { dealerId, name: '周启明', role: 1 })
    for (let round = 0; round < 8; round++) {
      const customer = await waiting()
      const other =
        round % 2
          ? act(confirmFail, customer, {}, second.token)
          : act(rejectFail, customer, rejection(), second.token)
      const answers = await Promise.all([act(confirmFail, customer), other])
      expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 410])
      const { deal, timeline, requests } = await stateOf(customer)
      expect(timeline).toHaveLength(3)
      expect(requests).toHaveLength(1)
      expect(requests[0]?.state).toBe(deal.level === 'F' ? 1 : 2)
      expect(await open(customer)).toHaveLength(deal.level === 'F' ? 0 : 1)
      const winner = answers[0].code === 0 ? '总监' : '周启明'
      expect(answers.find(({ code }) => code !== 0)?.detail).toBe(
        `该战败申请已由${winner}${deal.level === 'F' ? '同意' : '驳回'}，请刷新后重试`,
      )
    }
  })

  it('concurrent with a follow-up rejects the follow-up or is found by it', async () => {
    for (let round = 0; round < 6; round++) {
      const customer = await waiting()
      const follow = post(customer, { activityId: 0 }, owner.token)
      const review = round % 2 ? act(rejectFail, customer, rejection(owner, 2)) : act(confirmFail, customer)
      const [followed, reviewed] = await Promise.all([follow, review])
      expect(reviewed.code, reviewed.text).toBe(0)
      // 2002: the request is pending or approved. 410: the rejection planned a call that the form does not know.
      expect([2002, 410]).toContain(followed.code)
      const { deal, requests, timeline } = await stateOf(customer)
      expect(timeline).toHaveLength(3)
      expect(requests[0]?.state).toBe(deal.level === 'F' ? 1 : 2)
      expect(deal.waiting_fail_review).toBe(false)
    }
  })

  it('concurrent with a new request never leaves two requests, or one that cannot be decided', async () => {
    for (let round = 0; round < 6; round++) {
      const customer = await waiting()
      const [again, reviewed] = await Promise.all([
        act(fail, customer, price, owner.token),
        act(rejectFail, customer, rejection(owner, 2)),
      ])
      expect(reviewed.code, reviewed.text).toBe(0)
      expect([0, 2002]).toContain(again.code)
      const { deal, requests } = await stateOf(customer)
      expect(requests.filter(({ state }) => state === 0)).toHaveLength(again.code === 0 ? 1 : 0)
      expect(deal.waiting_fail_review).toBe(again.code === 0)
    }
  })
})

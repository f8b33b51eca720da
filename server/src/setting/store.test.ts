import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'

/** Administrators of a group close and open their stores, and see what a merge would do. */

const { stores, storeFacts, closeStore, openStore } = rooms.setting

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const modules = ['客户管理', '企业管理']

/** Two stores of one group with an administrator of both. */
async function buildGroup(groupId: number) {
  const build = () => buildDealer(app.db, { groupId })
  const [first, second] = [await build(), await build()]
  const admin = await buildMember(app.db, app.now(), {
    dealerId: first,
    role: 9,
    modules,
    name: '集团管理员',
  })
  const seat = await buildMember(app.db, app.now(), { dealerId: second, role: 9, modules })
  await app.db
    .updateTable('member')
    .set({ account_id: admin.accountId })
    .where('id', '=', seat.memberId)
    .execute()
  return { first, second, admin }
}

it('closes and opens the stores of an administrator, and no others', async () => {
  const { first, second, admin } = await buildGroup(31)
  const other = await buildGroup(32)
  const { token } = admin
  const listed = async () => (await app.post(stores, token, {})).data ?? []
  expect((await listed()).map(({ id, closedAt }) => [id, closedAt])).toEqual([
    [first, 0],
    [second, 0],
  ])
  const boss = await buildMember(app.db, app.now(), { dealerId: first, role: 1, modules })
  const plain = await buildMember(app.db, app.now(), { dealerId: first })
  const bodies = [
    [stores, {}],
    [storeFacts, { storeId: first }],
    [closeStore, { storeId: first }],
    [openStore, { storeId: first }],
  ] as const
  for (const [call, body] of bodies) {
    expect(await app.post(call, '', body as never), call.path).toMatchObject({
      code: errors.SESSION_GONE.code,
    })
    for (const one of [boss, plain])
      expect(await app.post(call, one.token, body as never), call.path).toMatchObject({
        code: errors.FORBIDDEN.code,
      })
  }
  const notFound = { code: errors.NOT_FOUND.code }
  for (const storeId of [other.first, 2_000_000_000]) {
    for (const [call, body] of bodies.slice(1))
      expect(await app.post(call, token, { ...body, storeId }), call.path).toMatchObject(notFound)
    expect(await app.post(closeStore, token, { storeId: second, successorId: storeId })).toMatchObject(
      notFound,
    )
    expect(await app.post(storeFacts, token, { storeId: second, intoId: storeId })).toMatchObject(notFound)
  }

  expect(await app.post(openStore, token, { storeId: second })).toMatchObject({ code: errors.STALE.code })
  expect(await app.post(closeStore, token, { storeId: second, successorId: second })).toMatchObject({
    code: errors.STALE.code,
  })
  // Twice at once is as once.
  const both = await Promise.all(
    [1, 2].map(() => app.post(closeStore, token, { storeId: second, successorId: first })),
  )
  expect(both.map(({ status }) => status)).toEqual(['0', '0'])
  const now = Math.floor(app.now().getTime() / 1000)
  expect((await listed()).find(({ id }) => id === second)).toMatchObject({
    closedAt: now,
    successorId: first,
    successorName: expect.stringContaining('店') as string,
    isMoving: false,
  })
  expect(await app.post(closeStore, token, { storeId: first, successorId: second })).toMatchObject({
    detail: '接收线索的门店已停业，请重新选择',
  })
  // Its own store too, from which it opens it again.
  expect(await app.post(closeStore, token, { storeId: first })).toMatchObject({ status: '0' })
  expect(await app.post(openStore, token, { storeId: first })).toMatchObject({ status: '0' })

  await app.db
    .insertInto('store_move')
    .values({ store_id: second, into_id: first, place: '{}', began_at: app.now() })
    .execute()
  expect(await app.post(openStore, token, { storeId: second })).toMatchObject({
    detail: '该门店已合并、移除或正在合并，请刷新',
  })
  expect((await listed()).find(({ id }) => id === second)).toMatchObject({ isMoving: true })
})

it('counts what waits in a store and what a merge would join', async () => {
  const { first, second, admin } = await buildGroup(33)
  const owners = await Promise.all(
    [first, second].map((dealerId) => buildMember(app.db, app.now(), { dealerId, name: '许安' })),
  )
  const [own, others] = owners
  if (!own || !others) throw new Error('no owners')
  const mobile = '13900770001'
  await buildCustomer(app, own, { mobile })
  const double = await buildCustomer(app, others, { mobile })
  await buildCustomer(app, others, { mobile: '13900770002' })
  await app.db
    .updateTable('member')
    .set({ account_id: own.accountId })
    .where('id', '=', others.memberId)
    .execute()
  const facts = (intoId: number) => app.post(storeFacts, admin.token, { storeId: second, intoId })
  expect(await facts(0)).toMatchObject({
    memberTotal: 2,
    customerTotal: 2,
    leadTotal: 0,
    openOrderTotal: 0,
    doubleTotal: 0,
    doubleMembers: [],
  })
  await app.db
    .updateTable('deal')
    .set({ waiting_fail_review: true })
    .where('id', '=', double.dealId)
    .execute()
  const merged = await facts(first)
  expect(merged).toMatchObject({ doubleTotal: 1, waitingTotal: 1 })
  expect(merged.doubleMembers?.map(({ role }) => role).toSorted()).toEqual([4, 9])
  await app.db
    .updateTable('deal')
    .set({ waiting_fail_review: false })
    .where('id', '=', double.dealId)
    .execute()
})

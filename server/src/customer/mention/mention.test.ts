import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'

const { remark, mentionable } = rooms.customer

let app: TestApp
let manager: BuiltMember
let owner: BuiltMember
let peer: BuiltMember
let far: BuiltMember

beforeAll(async () => {
  app = await createTestApp()
  manager = await buildMember(app.db, app.now(), { name: '贺经理', role: 3 })
  const of = (name: string, other: object = {}) =>
    buildMember(app.db, app.now(), { dealerId: manager.dealerId, name, ...other })
  const leader = await of('林晓')
  owner = await of('林晓雯', { managerId: leader.memberId })
  peer = await of('周同事')
  await of('审核人', { modules: ['战败审核'] })
  const frozen = await of('停用人', { role: 2 })
  await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
  far = await buildMember(app.db, app.now(), { role: 1, name: '外店人' })
})
afterAll(() => app.close())

const noteOn = (customerId: number) => (text: string) =>
  app.post(remark, manager.token, { customerId, remark: text })
const noticesOf = async ({ token }: BuiltMember, customerId: number) => {
  const { data } = await app.post(rooms.notice.list, token, {})
  return (data ?? []).filter((one) => one.kind === noticeKind.mentioned && one.customerId === customerId)
}

it('notifies colleagues by their whole names', async () => {
  const { customerId } = await buildCustomer(app, owner)
  const note = noteOn(customerId)
  expect(await note('价格 @林晓雯 再谈，电话13800002222，@贺经理')).toMatchObject({ status: '0' })
  expect(await noticesOf(owner, customerId)).toMatchObject([
    { customerId, text: expect.stringContaining('贺经理在') as string },
  ])
  expect((await noticesOf(owner, customerId))[0]?.text).not.toContain('13800002222')
  // The author needs no notice.
  expect(await noticesOf(manager, customerId)).toEqual([])
  expect(await note('a@周同事.cn，林晓')).toMatchObject({ status: '0' })
})

it('refuses a note that mentions colleagues without the right to read the file', async () => {
  const { customerId } = await buildCustomer(app, owner)
  const note = noteOn(customerId)
  for (const name of ['周同事', '停用人', '审核人'])
    expect(await note(`@林晓雯 和@${name} 看一下`)).toMatchObject({
      code: errors.INVALID.code,
      errors: [{ path: 'remark', text: `${name}不能查看该客户，请去掉@后保存` }],
    })
  expect((await app.post(rooms.customer.get, owner.token, { customerId })).timelineTotal).toBe(1)
  expect(await noticesOf(owner, customerId)).toEqual([])
  expect(await noticesOf(peer, customerId)).toEqual([])
  // Another store's member is no colleague: the words stay words.
  expect(await note('@外店人')).toMatchObject({ status: '0' })
  expect(await noticesOf(far, customerId)).toEqual([])
})

it('offers the superiors, readers of the store, and reviewers of a defeat', async () => {
  const { customerId } = await buildCustomer(app, owner)
  const note = noteOn(customerId)
  const offered = async () => {
    const { data } = await app.post(mentionable, owner.token, { customerId })
    return (data ?? []).map(({ name }) => name)
  }
  expect(await offered()).toEqual(['林晓', '贺经理'])
  expect(await app.post(mentionable, peer.token, { customerId })).toMatchObject({
    code: errors.NOT_FOUND.code,
  })
  await app.post(rooms.customer.fail, owner.token, {
    customerId,
    failReason: 99,
    remark: '不买了',
  })
  expect(await offered()).toEqual(['林晓', '贺经理', '审核人'])
  expect(await note('@审核人 请看')).toMatchObject({ status: '0' })
})

import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCustomer } from '../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import { buildOrder } from '../src/order/order.factory.ts'
import type { Executor } from '../src/platform/db/client.ts'
import { markSeen } from '../src/team/member.repository.ts'
import { buildDealer, buildMember } from '../src/team/team.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { topicsOf } from './live.ts'

/** Open pages get the topics of the rows that a call, job or queue wrote, and no others. */

let app: TestApp
let boss: BuiltMember
let by: BuiltMember
let customer: BuiltCustomer
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  const dealerId = await buildDealer(app.db)
  boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const modules = ['客户管理', '前台流量', '签到', '销售订单']
  by = await buildMember(app.db, app.now(), { dealerId, modules })
  customer = await buildCustomer(app, by)
})
afterAll(() => app.close())

const topicsAfter = (work: () => Promise<unknown>): Promise<string[]> => topicsOf(app.app, boss, work)
const isRefetched = (call: Call, topics: readonly string[]): boolean =>
  call.shows.some((topic) => topics.includes(topic))
const post = async (call: Call, { token }: BuiltMember, body: unknown): Promise<void> => {
  const answer = await app.post(call, token, body)
  expect(answer, answer.text).toMatchObject({ status: '0' })
}
/** Updates the customer's name by the server's own connection. */
const rename = (db: Executor, customerId = customer.customerId) =>
  db
    .updateTable('customer')
    .set({ name: '新名' })
    .where('dealer_id', '=', by.dealerId)
    .where('id', '=', customerId)
    .execute()

describe('an open page refetches after', () => {
  it('a member signs out, which changes the turn on the board', async () => {
    const topics = await topicsAfter(() => post(rooms.attendance.sign, by, { type: 2 }))
    expect(topics).toEqual(['attendance'])
    expect(isRefetched(rooms.desk.getBoard, topics)).toBe(true)
  })

  it('the edit of a source, which orders copy', async () => {
    await buildOrder(app, by, customer)
    const { editable } = await app.post(rooms.customer.get, by.token, { customerId: customer.customerId })
    const fromSource = editable?.fromSource === 1 ? 3 : 1
    const edit = { ...editable, customerId: customer.customerId, fromSource, otherSource: undefined }
    const topics = await topicsAfter(() => post(rooms.customer.edit, by, edit))
    expect(topics).toEqual(['customer', 'order'])
    expect(isRefetched(rooms.order.search, topics)).toBe(true)
  })

  it('an undo', async () => {
    const { memberId } = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const given = { customerId: customer.customerId, memberId, remark: '转交' }
    const { undoId } = await app.post(rooms.customer.reassign, boss.token, given)
    expect(await topicsAfter(() => post(rooms.base.undo, boss, { undoId }))).toContain('customer')
  })

  it('a statement outside a transaction', async () => {
    expect(await topicsAfter(() => rename(app.app.db))).toEqual(['customer'])
  })
})

describe('no page refetches after', () => {
  it('a refused call, a query, or a transaction that is rolled back', async () => {
    const topics = await topicsAfter(async () => {
      await app.post(rooms.customer.edit, by.token, { customerId: customer.customerId })
      await app.post(rooms.customer.list, by.token, {})
      const broken = app.app.db.transaction().execute(async (trx) => {
        await rename(trx)
        throw new Error('broken')
      })
      await expect(broken).rejects.toThrow('broken')
    })
    expect(topics).toEqual([])
  })

  it('a write that affects no row, or one that no page displays', async () => {
    expect(await topicsAfter(() => rename(app.app.db, -1))).toEqual([])
    expect(await topicsAfter(() => markSeen(app.app.db, by.dealerId, by.memberId, app.now()))).toEqual([])
  })

  it('the repetition of a call with its idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { customerId: customer.customerId, remark: '已看车' }
    const remark = () => app.post(rooms.customer.remark, by.token, body, key)
    expect(await topicsAfter(remark)).toEqual(['customer'])
    expect(await topicsAfter(remark)).toEqual([])
  })

  it('jobs and queues that find nothing to do', async () => {
    const run = async (): Promise<void> => {
      // Midnight changes what is due, without a write.
      for (const job of app.app.jobs) if (job.name !== 'hint-midnight') await job.run()
      for (const work of app.app.queues.works.values()) await work.run()
    }
    await run()
    expect(await topicsAfter(run)).toEqual([])
  })
})

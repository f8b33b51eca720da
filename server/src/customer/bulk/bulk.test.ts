import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import { retryCounts } from '../../platform/db/client.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'

const { bulk, bulkStatus } = rooms.customer

let app: TestApp
let manager: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
/** Each test has its own store. */
beforeEach(async () => {
  manager = await buildMember(app.db, app.now(), { name: '总监', role: 3 })
  const { dealerId } = manager
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  heir = await buildMember(app.db, app.now(), { dealerId, name: '沈知行' })
})

type Request = RequestOf<typeof bulk>
const start = (request: Partial<Request>, token = manager.token) =>
  app.post(bulk, token, { action: 'reassign', ...request })
/** Starts a bulk action as the call does, without waking the worker. */
async function begin(): Promise<number> {
  const customers = await app.db
    .selectFrom('customer')
    .select('id')
    .where('dealer_id', '=', manager.dealerId)
    .orderBy('id')
    .execute()
  const { id } = await app.db
    .insertInto('customer_bulk')
    .values({
      dealer_id: manager.dealerId,
      member_id: manager.memberId,
      action: 'reassign',
      terms: JSON.stringify({ ...toHeir(), remark: '', addTags: '', dropTags: '' }),
      customer_ids: customers.map((one) => one.id),
      created_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceWork(app.db, 'bulks', [manager.dealerId], app.now())
  return id
}
const statusOf = (bulkId = 0, token = manager.token) => app.post(bulkStatus, token, { bulkId })
const toHeir = () => ({ memberId: heir.memberId })

/** Builds `total` customers of the owner. */
const fill = async (total: number): Promise<void> => {
  await Promise.all(Array.from({ length: total }, () => buildCustomer(app, owner)))
}

/** Customers per owner, counted with their open activity. */
async function owned(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; total: number }>`
    select m.name, count(*) as total from deal d
    join activity a on a.dealer_id = d.dealer_id and a.deal_id = d.id and a.owner_id = d.owner_id and a.completed_at is null
    join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
    where d.dealer_id = ${manager.dealerId} group by m.name`.execute(app.db)
  return Object.fromEntries(rows.map(({ name, total }) => [name, total]))
}

describe('a bulk action', () => {
  it('processes all customers that match the filters now, each by its own rules, and can be undone', async () => {
    await fill(4)
    const defeated = await buildCustomer(app, owner, { name: '冯已败', level: 'A' })
    await app.db.updateTable('deal').set({ level: 'F' }).where('id', '=', defeated.dealId).execute()
    await buildCustomer(app, owner, { level: 'B' })
    const answer = await start({ filter: { levels: 'H,F' }, ...toHeir() })
    expect(answer).toMatchObject({
      status: '0',
      bulkId: 0,
      isDone: true,
      total: 5,
      successTotal: 4,
      failures: [{ name: '冯已败', reason: '已战败' }],
    })
    expect(await owned()).toEqual({ 许安: 2, 沈知行: 4 })
    expect(await app.post(rooms.base.undo, manager.token, { undoId: answer.undoId ?? 0 })).toMatchObject({
      undoneTotal: 4,
      keptTotal: 0,
    })
    expect(await owned()).toEqual({ 许安: 6 })
  })

  it('adds tags to those of each customer, and removes them again', async () => {
    const [one, other] = [
      await buildCustomer(app, owner, { tags: '急购' }),
      await buildCustomer(app, owner, { tags: '展会' }),
    ]
    const customerIds = `${one.customerId},${other.customerId}`
    const tagsOf = async () =>
      (
        await app.db
          .selectFrom('customer')
          .select('tags')
          .where('dealer_id', '=', owner.dealerId)
          .orderBy('id')
          .execute()
      ).map(({ tags }) => tags)
    const tagged = await start({ action: 'tag', customerIds, addTags: '展会 置换' }, owner.token)
    expect(tagged).toMatchObject({ status: '0', successTotal: 2 })
    expect(await tagsOf()).toEqual(['急购 展会 置换', '展会 置换'])
    const dropped = await start({ action: 'tag', customerIds, dropTags: '急购' }, owner.token)
    expect(dropped).toMatchObject({ successTotal: 1, failures: [{ reason: '标签没有变化' }] })
    expect(await tagsOf()).toEqual(['展会 置换', '展会 置换'])
    await app.post(rooms.base.undo, owner.token, { undoId: dropped.undoId ?? 0 })
    expect(await tagsOf()).toEqual(['急购 展会 置换', '展会 置换'])
  })

  it('wakes dormant customers', async () => {
    const [asleep, awake] = [await buildCustomer(app, owner), await buildCustomer(app, owner)]
    await app.post(rooms.customer.pause, owner.token, { customerId: asleep.customerId })
    const answer = await start({ action: 'wake', filter: {} }, owner.token)
    expect(answer).toMatchObject({ successTotal: 1, failTotal: 1, failures: [{ reason: '未休眠' }] })
    expect(answer.failures?.[0]?.customerId).toBe(awake.customerId)
  })

  it('reports what is missing, and is refused to members without the right for a single customer', async () => {
    const customer = await buildCustomer(app, owner)
    const customerIds = String(customer.customerId)
    const textsOf = async (request: Partial<Request>) =>
      (await start(request)).errors?.map(({ path, text }) => `${path} ${text}`)
    expect(await textsOf({})).toEqual(['customerIds 请选择客户', 'memberId 请选择客户经理'])
    expect(await textsOf({ action: 'tag', customerIds })).toEqual(['addTags 请输入标签'])
    expect(await textsOf({ filter: { key: '没有这个人' }, ...toHeir() })).toEqual([
      'filter 没有符合条件的客户',
    ])
    expect(await start({ customerIds, ...toHeir() }, owner.token)).toMatchObject({ code: 403 })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    expect(await start({ filter: {}, memberId: foreign.memberId })).toMatchObject({ code: 2004 })
    expect(await start({ customerIds, memberId: foreign.memberId }, foreign.token)).toMatchObject({
      successTotal: 0,
      failures: [{ customerId: 0, name: '', reason: '不存在或不可见' }],
    })
  })
})

describe('a bulk action too large for one request', () => {
  beforeEach(() => fill(230))

  it('is run by the worker, sends one notice, and can be undone', async () => {
    const begun = await start({ filter: {}, ...toHeir() })
    expect(begun).toMatchObject({ status: '0', total: 230, doneTotal: 0, isDone: false, undoId: 0 })
    const { bulkId = 0 } = begun
    expect(bulkId).toBeGreaterThan(0)
    await app.app.bulkWork.run()
    const done = await statusOf(bulkId)
    expect(done).toMatchObject({ isDone: true, doneTotal: 230, successTotal: 230, failTotal: 0 })
    expect(await owned()).toEqual({ 沈知行: 230 })
    const notices = await app.post(rooms.notice.list, heir.token, {})
    expect(notices.data?.map(({ text }) => text)).toEqual(['总监将230位客户分配给您'])
    // Returned to the member alone, by id or as the latest.
    expect(await statusOf(0)).toMatchObject({ bulkId, isDone: true })
    expect(await statusOf(bulkId, heir.token)).toMatchObject({ code: 404 })
    expect(await app.post(rooms.base.undo, manager.token, { undoId: done.undoId ?? 0 })).toMatchObject({
      undoneTotal: 230,
    })
    expect(await owned()).toEqual({ 许安: 230 })
  })

  it('continues where a killed process stopped', async () => {
    const bulkId = await begin()
    const node = await app.startNode()
    const running = node.bulkWork.run()
    await node.bulkWork.stop()
    await running.catch(() => undefined)
    const half = await statusOf(bulkId)
    expect(half).toMatchObject({ action: 'reassign', memberName: '沈知行', total: 230 })
    expect(half.isDone).toBe(false)
    // A dead process still holds its lease.
    const dead = { lease_holder: 'the dead one', lease_until: new Date(app.now().getTime() + 1000) }
    await app.db.updateTable('customer_bulk').set(dead).where('id', '=', bulkId).execute()
    await app.app.bulkWork.run()
    expect(await statusOf(bulkId)).toMatchObject({ isDone: false, doneTotal: half.doneTotal })
    app.advance(61)
    await app.app.bulkWork.run()
    expect(await statusOf(bulkId)).toMatchObject({ isDone: true, successTotal: 230 })
    const { total } = await app.db
      .selectFrom('timeline')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('dealer_id', '=', manager.dealerId)
      .where('subject', '=', '再分配')
      .executeTakeFirstOrThrow()
    expect(total).toBe(230)
  })

  it('stops when the member loses the right or the new owner leaves', async () => {
    const lost = await begin()
    await app.db.updateTable('member').set({ role: 4 }).where('id', '=', manager.memberId).execute()
    await app.app.bulkWork.run()
    await app.db.updateTable('member').set({ role: 3 }).where('id', '=', manager.memberId).execute()
    const ended = await statusOf(lost)
    expect(ended).toMatchObject({ isDone: true, successTotal: 0, failTotal: 230, undoId: 0 })
    expect(ended.failures).toHaveLength(200)
    expect(ended.failures?.[0]?.reason).toBe('操作人的权限已变更')
    const gone = await begin()
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', heir.memberId).execute()
    await app.app.bulkWork.run()
    expect((await statusOf(gone)).failures?.[0]?.reason).toBe('所选客户经理不可用，请重新选择')
    expect(await owned()).toEqual({ 许安: 230 })
  })

  it('two on the same customers do not deadlock, and both finish', async () => {
    const before = retryCounts.crossed
    const node = await app.startNode()
    const boss = await buildMember(app.db, app.now(), { dealerId: manager.dealerId, role: 1 })
    const begun = [
      await start({ filter: {}, ...toHeir() }),
      await start({ filter: {}, memberId: owner.memberId }, boss.token),
    ]
    await Promise.all([app.app.bulkWork.run(), node.bulkWork.run()])
    const ended = [await statusOf(begun[0]?.bulkId), await statusOf(begun[1]?.bulkId, boss.token)]
    expect(ended.map(({ isDone }) => isDone)).toEqual([true, true])
    expect(Object.values(await owned()).reduce((sum, one) => sum + one, 0)).toBe(230)
    expect(retryCounts.crossed).toBe(before)
  })
})

it('refuses more than 2,000 customers before changing any', async () => {
  const ids = Array.from({ length: 2001 }, (_, at) => at + 1).join()
  expect(await start({ customerIds: ids, ...toHeir() })).toMatchObject({ detail: '最多选择2000项' })
})

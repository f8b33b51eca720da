import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { holdCustomer } from '../../../test/cluster/holder.ts'
import { startProcess } from '../../../test/cluster/process.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'

const { bulk, bulkStatus } = rooms.customer

let app: TestApp
let manager: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp({ of: 'large' })
  // The separate server process uses real time.
  app.setNow(new Date())
  const [{ id: dealerId } = { id: 0 }] = await app.db.selectFrom('dealer').select('id').limit(1).execute()
  manager = await buildMember(app.db, app.now(), { dealerId, name: '总监', role: 3 })
  heir = await buildMember(app.db, app.now(), { dealerId, name: '沈知行' })
}, 120_000)
afterAll(() => app.close())

/** Owners of the chosen customers, and how often each was reassigned by the timeline. */
async function standOf(customerIds: readonly number[]) {
  const { rows } = await sql<{ ownerId: number; given: number }>`
    select d.owner_id as "ownerId", (
             select count(*) from timeline t
             where t.dealer_id = d.dealer_id and t.customer_id = d.customer_id and t.member_id = ${manager.memberId}
               and t.subject = '再分配') as given
    from deal d
    where d.dealer_id = ${manager.dealerId} and d.customer_id = any(${customerIds}::bigint[]) and d.is_current
    order by d.customer_id`.execute(app.db)
  return rows
}

it('resumes 2,000 reassignments after a kill without losing or repeating one', async () => {
  const chosen = await app.db
    .selectFrom('customer')
    .select('id')
    .where('dealer_id', '=', manager.dealerId)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .limit(2000)
    .execute()
  const customerIds = chosen.map(({ id }) => id)
  const before = await standOf(customerIds)
  // Holds a customer in the middle, so that the server is still busy when it is killed.
  const holder = await holdCustomer(app, customerIds[1000] ?? 0)
  const server = await startProcess(app.databaseUrl)
  const { bulkId = 0 } = await server.post(bulk, manager.token, {
    action: 'reassign',
    customerIds: customerIds.join(),
    memberId: heir.memberId,
  })
  const status = () => app.post(bulkStatus, manager.token, { bulkId })
  await vi.waitFor(async () => expect((await status()).doneTotal).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 2,
  })
  await holder.waiting(1)
  await server.end('SIGKILL')
  await holder.release()

  const half = await status()
  expect(half).toMatchObject({ isDone: false, total: 2000 })
  expect((await standOf(customerIds)).filter(({ given }) => given > 0)).toHaveLength(half.successTotal ?? 0)
  // The dead process's lease lasts a minute; then another continues.
  await app.app.bulkWork.run()
  expect(await status()).toMatchObject({ doneTotal: half.doneTotal })
  app.setNow(new Date(Date.now() + 61_000))
  await app.app.bulkWork.run()

  const done = await status()
  expect(done).toMatchObject({ isDone: true, doneTotal: 2000 })
  expect((done.successTotal ?? 0) + (done.failTotal ?? 0)).toBe(2000)
  const after = await standOf(customerIds)
  expect(Math.max(...after.map(({ given }) => given))).toBe(1)
  expect(after.filter(({ given }) => given === 1)).toHaveLength(done.successTotal ?? 0)
  expect(after.filter(({ ownerId }) => ownerId === heir.memberId)).toHaveLength(done.successTotal ?? 0)
  const notices = await app.post(rooms.notice.list, heir.token, {})
  expect(notices.data?.map(({ text }) => text)).toEqual([`总监将${done.successTotal}位客户分配给您`])

  const undone = await app.post(rooms.base.undo, manager.token, { undoId: done.undoId ?? 0 })
  expect(undone).toMatchObject({ undoneTotal: done.successTotal, keptTotal: 0 })
  expect((await standOf(customerIds)).map(({ ownerId }) => ownerId)).toEqual(
    before.map(({ ownerId }) => ownerId),
  )
}, 120_000)

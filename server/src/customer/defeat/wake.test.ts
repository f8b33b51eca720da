import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { listenTo } from '../../../test/live.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildCustomer, phoneFollow } from '../customer.factory.ts'
import { wakeDue, wakeDormant } from './wake.job.ts'
import { lockRow } from '../../../test/cluster/holder.ts'

const { follow, get } = rooms.customer

let app: TestApp
// Each test has its own database, since the job covers all dealers.
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const day = 86_400
async function sleeper(resumeDuration = 7) {
  const by = await buildMember(app.db, app.now())
  const customer = await buildCustomer(app, by)
  const slept = await app.post(
    follow,
    by.token,
    phoneFollow(app, customer, { isSuspend: true, resumeDuration, nextActivityType: 0, nextDate: 0 }),
  )
  if (slept.status !== '0') throw new Error(slept.text)
  return { by, customer }
}
const stateOf = async (customerId: number) => ({
  deal: await app.db
    .selectFrom('deal')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow(),
  open: await app.db
    .selectFrom('activity')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('completed_at', 'is', null)
    .execute(),
  woken: await app.db
    .selectFrom('timeline')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('subject', '=', '自动唤醒')
    .execute(),
})
const later = (days: number): Date => new Date(app.now().getTime() + days * day * 1000)

describe('a dormant customer', () => {
  it('wakes automatically on its day, with a call planned for today', async () => {
    const { by, customer } = await sleeper(7)
    expect(await wakeDue(app.app, new Date('2026-11-24T15:59:59Z'))).toHaveLength(0)
    const morning = new Date('2026-11-24T16:00:00Z') // 25 November in Shanghai: seven days later
    expect(await wakeDue(app.app, morning)).toHaveLength(1)
    const { deal, open, woken } = await stateOf(customer.customerId)
    expect(deal).toMatchObject({
      suspended_at: null,
      resume_at: null,
      next_follow_at: morning,
      next_activity_type: 1,
      status: 1,
      level: 'A',
    })
    expect(open).toMatchObject([{ type: 1, owner_id: by.memberId, due_at: morning }])
    expect(woken).toMatchObject([
      {
        owner_name: '系统',
        content: '休眠到期，系统自动唤醒，请尽快跟进',
        facts: { kind: 'woken', isDue: true, nextType: 1, nextDate: morning.getTime() / 1000 },
        created_at: morning,
      },
    ])
    const file = await app.post(get, by.token, { customerId: customer.customerId })
    expect(file).toMatchObject({ isSuspend: false, rowVersion: 3, pendingActivity: { id: open[0]?.id } })
    const followed = await app.post(
      follow,
      by.token,
      phoneFollow(app, { ...customer, activityId: open[0]?.id ?? 0 }),
    )
    expect(followed).toMatchObject({ status: '0' })
  })

  it('wakes once, on however many processes the job runs', async () => {
    const sleepers = []
    for (let made = 0; made < 12; made++) sleepers.push(await sleeper(15))
    const other = await app.startNode()
    const at = later(15)
    const woken = await Promise.all([app.app, other, app.app, other].map((node) => wakeDue(node, at)))
    expect(woken.flat()).toHaveLength(12)
    for (const { customer } of sleepers) {
      const { open, woken: rows } = await stateOf(customer.customerId)
      expect(rows).toHaveLength(1)
      expect(open).toHaveLength(1)
    }
    expect(await wakeDue(app.app, at)).toHaveLength(0)
  })

  it('locked by another process is skipped', async () => {
    const [held, free] = [await sleeper(30), await sleeper(30)]
    const holder = new pg.Client({ connectionString: app.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await lockRow(holder, 'deal', held.customer.dealId)
    expect(await wakeDue(app.app, later(30))).toHaveLength(1)
    expect((await stateOf(free.customer.customerId)).woken).toHaveLength(1)
    await holder.query('commit')
    await holder.end()
    expect(await wakeDue(app.app, later(30))).toHaveLength(1)
    expect((await stateOf(held.customer.customerId)).woken).toHaveLength(1)
  })

  it("is woken by the server's job, which invalidates open pages", async () => {
    const { by, customer } = await sleeper(30)
    const page = await listenTo(app.app, by.token)
    await wakeDormant({ ...app.app, clock: () => later(31) }).run()
    expect(await page.next()).toEqual({ topics: ['customer'] })
    page.leave()
    expect((await stateOf(customer.customerId)).deal.suspended_at).toBeNull()
  })

  it('stays dormant after a defeat', async () => {
    const { customer } = await sleeper(60)
    await app.db.updateTable('deal').set({ level: 'F' }).where('id', '=', customer.dealId).execute()
    await wakeDue(app.app, later(70))
    expect((await stateOf(customer.customerId)).woken).toEqual([])
  })

  it('is due at the start of its day in Shanghai', async () => {
    const { customer } = await sleeper(90)
    const { deal } = await stateOf(customer.customerId)
    expect(deal.resume_at).toEqual(new Date(addDays(app.now().getTime() / 1000, 90) * 1000))
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send, testNow, createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../../test/factories.ts'
import { signIn } from '../../../test/sign-in.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { largeMemberMobile, seedLarge } from '../../seed/large.ts'
import { demoPassword } from '../../seed/network.ts'

/** List pages: the total is counted once, and a deep page has the same rows as paging to it, at the cost of a first page. */

const customers = 2_600
let app: TestApp
let head: { token: string; dealerId: number; memberId: number }
let consultant: string
beforeAll(async () => {
  app = await createTestApp()
  await seedLarge(app.databaseUrl, { dealers: 1, customers }, testNow, () => undefined)
  const { token = '', profile } = await signIn(app, largeMemberMobile(0, 0), demoPassword)
  head = { token, dealerId: profile?.dealerId ?? 0, memberId: profile?.memberId ?? 0 }
  consultant = (await signIn(app, largeMemberMobile(0, 4), demoPassword)).token ?? ''
}, 120_000)
afterAll(() => app.close())

const page = async (pageStart: number, more: object = {}, token = head.token, node = app.app) => {
  const answer = await send(node, rooms.customer.list, token, { pageStart, pageCount: 50, ...more })
  expect(answer.status, answer.text).toBe('0')
  return { ids: (answer.data ?? []).map(({ customerId }) => customerId), total: answer.total ?? -1 }
}
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await recordStatements(work)).map(({ text }) => text).filter((text) => text.includes('from deal d'))

describe('pages of the list', () => {
  const columns = ['created_at desc', 'created_at', 'last_follow_at desc', 'last_follow_at'] as const
  it.each([0, 1, 2, 3] as const)('contain each row of order %i once', async (orderType) => {
    const [column = 'created_at', direction] = columns[orderType].split(' ')
    const { rows } = await app.db.executeQuery<{ customer_id: number }>({
      ...app.db
        .selectFrom('deal')
        .select('customer_id')
        .where('dealer_id', '=', head.dealerId)
        .where('is_current', '=', true)
        .orderBy(column as 'created_at', direction === 'desc' ? 'desc' : 'asc')
        .orderBy('id', direction === 'desc' ? 'desc' : 'asc')
        .compile(),
    })
    const all = rows.map((row) => row.customer_id)
    // Other tests add some, whose events may still be on their way.
    expect(all.length).toBeGreaterThanOrEqual(customers)
    await expect.poll(async () => (await page(1, { orderType })).total).toBe(all.length)
    for (const pageStart of [20, 21, 22, 30, 31, 40, 41, 51, 52]) {
      const { ids, total } = await page(pageStart, { orderType })
      expect(total).toBe(all.length)
      expect(ids).toEqual(all.slice((pageStart - 1) * 50, pageStart * 50))
    }
    for (const pageStart of [Math.ceil(all.length / 50) + 1, 5_000])
      expect(await page(pageStart, { orderType })).toEqual({ ids: [], total: all.length })
  })

  it("respect the filters and the member's scope", async () => {
    const filtered = { levels: 'H,A,B,C,N', pageCount: 10 }
    const far = await page(110, filtered)
    const near = []
    for (let at = 21; at <= 22; at++) near.push(...(await page(at, { ...filtered, pageCount: 50 })).ids)
    expect(far.ids).toEqual(near.slice(1_090 - 1_000, 1_100 - 1_000))
    // A consultant has too few customers for a deep page.
    expect((await page(21, {}, consultant)).ids).toEqual([])
  })

  it('reuse the total on the first pages, and count again after a new customer', async () => {
    const counts = async (work: () => Promise<unknown>): Promise<number> =>
      (await statementsOf(work)).filter((text) => text.includes('count(*)')).length
    const filter = { levels: 'H,A,B,C,N' }
    expect(await counts(() => page(1, filter))).toBe(1)
    const { total } = await page(1, filter)
    expect(await counts(async () => expect((await page(2, filter)).total).toBe(total))).toBe(0)
    // Keyword searches are never cached, and another member sees other customers.
    expect(await counts(() => page(1, { ...filter, key: '林' }))).toBe(1)
    expect(await counts(() => page(1, filter, consultant))).toBe(1)
    await buildCustomer(app, head as never)
    expect(await counts(async () => expect((await page(1, filter)).total).toBe(total + 1))).toBe(1)
  })

  it('walk the index once for following pages, and count again after a new customer', async () => {
    // The event of the customer made before may still be on its way, and then counts once more.
    await expect
      .poll(async () => {
        const statements = await statementsOf(() => page(30, { type: 0, fromType: 0, orderType: 1 }))
        const again = await statementsOf(() => page(31, { orderType: 1 }))
        const walks = again.filter((text) => text.includes('walked')).length
        return { isFew: statements.length + again.length <= 3, walks }
      })
      .toEqual({ isFew: true, walks: 0 })
    const other = await app.startNode()
    const before = await page(30, {}, head.token, other)
    const [newest] = (await page(1)).ids
    await buildCustomer(app, head as never)
    expect((await page(1)).ids[1]).toBe(newest)
    const after = await page(30)
    expect(after.total).toBe(before.total + 1)
    expect(after.ids.slice(1)).toEqual(before.ids.slice(0, -1))
    await expect.poll(async () => (await page(30, {}, head.token, other)).total).toBe(before.total + 1)
  })
})

import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, nodes, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../test/database/plans.ts'
import { largeMemberMobile } from '../seed/large.ts'

/** Query plans of the defeat reviews of a large store. */

let app: LargeStore['app']
let client: LargeStore['client']
let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ app, client, tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...request: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...request)

describe('defeat review', () => {
  beforeAll(() => store.settle('defeat_request'), 60_000)
  const pageOfRequests = async (body: object): Promise<Plan> => {
    const [plans, ...others] = await plansOf(rooms.review.failList, tokens.head, body)
    expect(others).toEqual([])
    const page = nodes(plans?.generic ?? { 'Node Type': '' }).find((node) => node['Node Type'] === 'Limit')
    if (!page) throw new Error('no page')
    return page
  }

  test.each<[string, string, object]>([
    ['waiting', 'defeat_request_pending', {}],
    ['waiting, newest first', 'defeat_request_pending', { orderType: 2 }],
    [
      'decided in the last days',
      'defeat_request_decided',
      { type: 2, followDate: lastDays(testNow.getTime() / 1000, 6) },
    ],
    ['decided at any time', 'defeat_request_decided', { type: 2 }],
    ['decided for an owner', 'defeat_request_decided', { type: 2, saleIds: '17,18' }],
    ['online customers', 'defeat_request_decided', { type: 2, fromType: 1 }],
  ])('%s: the page comes sorted from %s', async (_name, index, body) => {
    const page = await pageOfRequests(body)
    expect(indexesOf(page)[0]).toBe(index)
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  })

  test('finds a keyword through the search index', async () => {
    for (const key of ['张', '张伟', '4321'])
      expect(indexesOf(await pageOfRequests({ type: 2, key }))).toContain('customer_search')
  })

  test('approves and rejects by index in every statement', async () => {
    const { rows } = await client.query<{ customerId: number }>(
      `select f.customer_id::int as "customerId" from defeat_request f
       join member m on m.dealer_id = f.dealer_id and m.role = 1 join account p on p.id = m.account_id and p.mobile = $1
       where f.state = 0 limit 2`,
      [largeMemberMobile(1, 0)],
    )
    await client.query(`update deal set waiting_fail_review = true where customer_id = any($1)`, [
      rows.map(({ customerId }) => customerId),
    ])
    await plansOf(rooms.review.confirmFail, tokens.head, rows[0] ?? {})
    const { data = [] } = await app.post(rooms.team.assignMembers, tokens.head, { isAll: true })
    const rejection = {
      ...rows[1],
      crossRecall: 2,
      memberId: data[0]?.memberId,
      nextDate: testNow.getTime() / 1000,
      remark: '再争取',
    }
    expect(await plansOf(rooms.review.rejectFail, tokens.head, rejection)).not.toEqual([])
  })
})

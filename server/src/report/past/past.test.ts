import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { fillPastSeries } from './past.job.ts'

/** Facts written before they kept their series. */

let app: TestApp
let dealerId: number
let boss: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  dealerId = await buildDealer(app.db)
  boss = await signIn()
})
afterAll(() => app.close())

const { customer, report } = rooms
const signIn = () => buildMember(app.db, app.now(), { dealerId, role: 1 })
const ok = (answer: { readonly status: string; readonly text: string }): void =>
  expect(answer.status, answer.text).toBe('0')

async function talk({ customerId, dealId }: BuiltCustomer, specIds: string): Promise<void> {
  const open = await app.db
    .selectFrom('activity')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  const form = phoneFollow(app, { customerId, dealId, activityId: open.id }, { specIds })
  ok(await app.post(customer.follow, boss.token, form))
  app.advance(60)
}

async function edit({ customerId }: BuiltCustomer, specIds: string): Promise<void> {
  const { editable, rowVersion } = await app.post(customer.get, boss.token, { customerId })
  if (!editable) throw new Error('the customer is missing')
  const form = { customerId, ...editable, rowVersion, original: editable, specIds }
  ok(await app.post(customer.edit, boss.token, form))
  app.advance(60)
}

/** Talks and arrivals under a series, by the rows behind the numbers. */
async function rowsOf(seriesId: number): Promise<number[]> {
  const range = { dateStart: addDays(secondsOf(app.now()), -30), dateEnd: secondsOf(app.now()) }
  const totals = (['talks', 'visits'] as const).map(async (measure) => {
    const query = { ...range, measure, seriesId, pageStart: 1, pageCount: 10 }
    return (await app.post(report.rows, boss.token, query)).total ?? -1
  })
  return Promise.all(totals)
}

it('take the series that the timeline names at their time, otherwise today’s', async () => {
  const buyer = await buildCustomer(app, boss, { specIds: '1203' })
  app.advance(60)
  await talk(buyer, '1203')
  await edit(buyer, '1201')
  await talk(buyer, '1201')
  ok(await app.post(customer.informCome, boss.token, { customerId: buyer.customerId }))
  app.advance(9 * 86_400)
  boss = await signIn()
  await edit(buyer, '1202,1203')
  const untold = await buildCustomer(app, boss, { specIds: '1203' })
  await app.db
    .updateTable('deal')
    .set({ series_ids: [1202] })
    .where('id', '=', untold.dealId)
    .execute()
  // A name that the base data no longer has.
  await sql`
    insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content)
    values (${dealerId}, ${untold.customerId}, ${untold.dealId}, ${app.now()}, ${boss.memberId}, '', 'H', 34, '编辑资料', '意向车系：松涧 → 旧名')`.execute(
    app.db,
  )
  await talk(untold, '1202')
  const then = [await rowsOf(1201), await rowsOf(1202), await rowsOf(1203)]
  expect(then).toEqual([
    [1, 1],
    [1, 0],
    [1, 0],
  ])

  for (const table of ['activity', 'visit'] as const)
    await app.db.updateTable(table).set({ main_series_id: null }).where('dealer_id', '=', dealerId).execute()
  await app.db
    .insertInto('series_past')
    .values({ dealer_id: dealerId, until: sql`'infinity'` })
    .execute()
  expect(await rowsOf(1202)).toEqual([3, 1])
  const logged: object[] = []
  const log = { info: (entry: object) => void logged.push(entry) } as never
  await fillPastSeries({ db: app.app.db, log }).run()
  expect([await rowsOf(1201), await rowsOf(1202), await rowsOf(1203)]).toEqual(then)
  expect(logged).toEqual([{ dealerId, known: 3, assumed: 1 }])
  await fillPastSeries({ db: app.app.db, log }).run()
  expect(logged).toHaveLength(1)
})

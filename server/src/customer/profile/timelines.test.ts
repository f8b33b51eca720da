import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { get, timelines, merge } = rooms.customer

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
})
afterAll(() => app.close())

/** Inserts rows of past years, one a minute or several at the same instant, and returns their ids. */
async function addRows(customer: BuiltCustomer, total: number, perInstant = 1): Promise<number[]> {
  const rows = await app.db
    .insertInto('timeline')
    .values(
      Array.from({ length: total }, (_, at) => ({
        dealer_id: by.dealerId,
        customer_id: customer.customerId,
        deal_id: customer.dealId,
        created_at: new Date(Date.UTC(2024, 0, 1, 0, Math.floor(at / perInstant))),
        member_id: by.memberId,
        owner_name: '许安',
        level: 'H',
        type: 1,
        subject: '沟通',
        content: `第${at + 1}次，电话13911115678`,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the timeline page by page. */
async function readAll({ customerId }: BuiltCustomer, token = by.token) {
  const { timelines: newest = [], timelineTotal = 0 } = await app.post(get, token, { customerId })
  const pages = [newest]
  for (let hasOlder = timelineTotal > newest.length; hasOlder;) {
    const beforeId = pages.at(-1)?.at(-1)?.id ?? 0
    const page = await app.post(timelines, token, { customerId, beforeId })
    pages.push(page.timelines ?? [])
    hasOlder = page.hasOlder ?? false
  }
  return { pages, total: timelineTotal, ids: pages.flat().map(({ id }) => id) }
}

describe('the timeline', () => {
  it('comes with the file in 50 rows, and older rows in pages', async () => {
    const customer = await buildCustomer(app, by)
    const ids = await addRows(customer, 119)
    const all = await readAll(customer)
    expect(all.total).toBe(120)
    expect(all.pages.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(all.ids.slice(1)).toEqual(ids.toReversed())
    expect(all.pages[0]?.[0]?.subject).toBe('建档')
    expect(all.pages[2]?.at(-1)).toMatchObject({ content: '第1次，电话139****5678', ownerName: '许安' })
  })

  it('of exactly 50 rows has no older ones', async () => {
    const customer = await buildCustomer(app, by)
    await addRows(customer, 99)
    const all = await readAll(customer)
    expect(all.pages.map(({ length }) => length)).toEqual([50, 50])
  })

  it('neither loses nor repeats rows of the same instant', async () => {
    const customer = await buildCustomer(app, by)
    const ids = await addRows(customer, 130, 60)
    expect((await readAll(customer)).ids.slice(1)).toEqual(ids.toReversed())
  })

  it('continues at the same row after new events', async () => {
    const customer = await buildCustomer(app, by)
    const { customerId } = customer
    const ids = await addRows(customer, 80)
    const { timelines: first = [] } = await app.post(get, by.token, { customerId })
    await app.post(rooms.customer.remark, by.token, { ...customer, remark: '留意' })
    const beforeId = first.at(-1)?.id ?? 0
    const older = await app.post(timelines, by.token, { customerId, beforeId })
    expect(older.timelines?.map(({ id }) => id)).toEqual(ids.slice(0, 31).toReversed())
    expect(older.hasOlder).toBe(false)
  })

  it('has signed links in older rows too', async () => {
    const customer = await buildCustomer(app, by)
    await app.db
      .insertInto('timeline')
      .values({
        dealer_id: by.dealerId,
        customer_id: customer.customerId,
        deal_id: customer.dealId,
        created_at: new Date('2023-01-01T00:00:00Z'),
        member_id: by.memberId,
        owner_name: '许安',
        level: 'H',
        type: 1,
        subject: '沟通',
        image_keys: ['image/a.png', 'image/b.png'],
        audio_key: 'z-backend/a.mp3',
      })
      .execute()
    await addRows(customer, 60)
    const last = (await readAll(customer)).pages.at(-1)?.at(-1)
    expect(last?.audioUrl).toContain('z-backend/a.mp3?expires=')
    expect(last?.images1.split(',')).toHaveLength(2)
    expect(last?.images1).toContain('image/b.png?expires=')
  })

  it("of a merged customer is part of the survivor's", async () => {
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    const [first] = await addRows(master, 40)
    const [moved] = await addRows(slave, 40, 40)
    await app.post(merge, by.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    const all = await readAll(master)
    expect(all.total).toBe(83)
    expect(new Set(all.ids).size).toBe(83)
    expect(all.ids).toContain(first)
    expect(all.ids).toContain(moved)
    // The old id continues in the survivor.
    const answer = await app.post(timelines, by.token, { customerId: slave.customerId, beforeId: moved })
    expect(answer).toMatchObject({ status: '0' })
    expect(answer.timelines?.length).toBeGreaterThan(0)
  })

  it('is for members who see the customer, before a row of that customer', async () => {
    const customer = await buildCustomer(app, by)
    const other = await buildCustomer(app, by)
    const { customerId } = customer
    const ids = await addRows(customer, 2)
    const [foreignRow] = await addRows(other, 1)
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const admin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 6 })
    const elsewhere = await buildMember(app.db, app.now(), { role: 1 })
    const ask = (token: string, beforeId = ids[1]) => app.post(timelines, token, { customerId, beforeId })
    for (const { token } of [by, admin]) expect((await ask(token)).timelines).toHaveLength(1)
    for (const { token } of [colleague, elsewhere]) expect(await ask(token)).toMatchObject({ code: 404 })
    expect(await ask(by.token, foreignRow)).toMatchObject({ code: 404 })
  })
})

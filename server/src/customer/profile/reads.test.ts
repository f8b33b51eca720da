import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, send } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'

const { get } = rooms.customer

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const noticesOf = (memberId: number) =>
  app.db.selectFrom('notice').select(['kind', 'text']).where('member_id', '=', memberId).execute()

it('reading over 200 files in ten minutes is slowed down, audited, and reported to the managers once', async () => {
  const by = await buildMember(app.db, app.now(), { name: '许安' })
  const inStore = { dealerId: by.dealerId }
  const [manager, left, colleague] = [
    await buildMember(app.db, app.now(), { ...inStore, role: 1 }),
    await buildMember(app.db, app.now(), { ...inStore, role: 3 }),
    await buildMember(app.db, app.now(), inStore),
  ]
  await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
  const { customerId } = await buildCustomer(app, by)
  const read = (token = by.token) => app.post(get, token, { customerId })
  const audited = async () =>
    app.db
      .selectFrom('audit')
      .select(['member_id', 'detail'])
      .where('dealer_id', '=', by.dealerId)
      .where('action', '=', 'file-reads')
      .execute()
  for (let count = 1; count <= 200; count += 1) expect(await read()).toMatchObject({ status: '0' })
  expect(await audited()).toEqual([])
  expect(await read()).toMatchObject({ status: '0' })
  for (let again = 0; again < 20; again += 1) {
    const refused = await read()
    expect(refused).toMatchObject({ httpStatus: 429, code: 429, detail: '查看客户档案过于频繁，请3秒后再试' })
    expect(refused.headers['retry-after']).toBe('3')
  }
  expect(await audited()).toEqual([{ member_id: by.memberId, detail: { reads: 200, minutes: 10 } }])
  const notice = { kind: 5, text: '许安在10分钟内查看了200份以上客户档案，请留意' }
  expect(await noticesOf(manager.memberId)).toEqual([notice])
  for (const other of [by, left, colleague]) expect(await noticesOf(other.memberId)).toEqual([])
  // A slow reader continues; colleagues are not affected.
  app.advance(3)
  expect(await read()).toMatchObject({ status: '0' })
  expect(await read()).toMatchObject({ code: 429 })
  expect(await read(manager.token)).toMatchObject({ status: '0' })
  app.advance(600)
  for (let count = 1; count <= 20; count += 1) expect(await read()).toMatchObject({ status: '0' })
  expect(await noticesOf(manager.memberId)).toEqual([notice])
})

it('reads are counted across all processes', async () => {
  const by = await buildMember(app.db, app.now())
  const { customerId } = await buildCustomer(app, by)
  const nodes = [app.app, await app.startNode(), await app.startNode()]
  const codes: number[] = []
  for (let count = 0; count < 260; count += 1)
    codes.push((await send(nodes[count % 3] ?? app.app, get, by.token, { customerId })).code)
  const first = codes.indexOf(429)
  expect(first).toBeGreaterThanOrEqual(200)
  expect(first).toBeLessThan(240)
  // Each process reads the shared count with every tenth read that it serves.
  expect(codes.slice(240).every((code) => code === 429)).toBe(true)
})

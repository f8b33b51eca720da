import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { buildMember } from '../src/team/team.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'

const { list } = rooms.customer

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let admin: BuiltMember
beforeEach(async () => {
  admin = await buildMember(app.db, app.now(), { role: 3 })
})

const numbers = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(13_900_000_000 + at))

describe('searches for unknown whole numbers', () => {
  it('count against the limit, however many come at once', async () => {
    const answers = await Promise.all(numbers(200).map((key) => app.post(list, admin.token, { key })))
    const passed = answers.filter(({ status }) => status === '0').length
    expect(passed).toBeGreaterThan(0)
    expect(passed).toBeLessThanOrEqual(120)
  })

  it('count in an export as well', async () => {
    const subject = `number-miss:${admin.dealerId}:${admin.memberId}`
    const ends = new Date(app.now().getTime() + 3_600_000)
    await app.db.insertInto('rate_limit').values({ subject, hits: 119, window_ends_at: ends }).execute()
    const [key = '', next = ''] = numbers(2)
    expect((await app.post(list, admin.token, { key, isExport: 1 })).status).toBe('0')
    expect(await app.post(list, admin.token, { key: next, isExport: 1 })).toMatchObject({ code: 429 })
  })
})

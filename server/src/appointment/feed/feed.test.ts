import { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { calendarOf, folded } from './calendar.ts'

const { openFeed, closeFeed, feed, move } = rooms.appointment

let app: TestApp
let owner: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.db.deleteFrom('rate_limit').execute()
  owner = await buildMember(app.db, app.now(), { name: '许安' })
})
afterAll(() => app.close())

const get = (url: string, headers = {}) => app.app.http.inject({ method: 'GET', url, headers })
const tomorrow = (hour: number): number => dayStart(app.now().getTime() / 1000) + 86_400 + hour * 3600
const opened = async (by: BuiltMember): Promise<string> => (await app.post(openFeed, by.token, {})).path ?? ''

it('lists the member’s appointments by surname, keeps the id of a moved one and raises its sequence', async () => {
  const customer = await buildCustomer(app, owner, { name: '司马光', mobile: '13955550001' })
  await app.post(rooms.customer.follow, owner.token, {
    ...phoneFollow(app, customer, {}),
    nextActivityType: 2,
    nextDate: tomorrow(10),
    nextMinutes: 30,
  })
  const path = await opened(owner)
  const first = await get(path)
  expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(first.body).toContain('SUMMARY:司马女士 看车\r\n')
  expect(first.body).toMatch(/DTSTART:\d{8}T020000Z\r\nDTEND:\d{8}T023000Z\r\n/)
  expect(first.body).not.toMatch(/光|1395555/)
  const etag = String(first.headers['etag'])
  expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304)
  const { id } = await app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', customer.customerId)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const to = { customerId: customer.customerId, activityId: id, startsAt: tomorrow(15), minutes: 45 }
  expect(await app.post(move, owner.token, to)).toMatchObject({ status: '0' })
  const second = await get(path, { 'if-none-match': etag })
  const fieldOf = (name: string, body: string) => new RegExp(`${name}:(.*)\r`).exec(body)?.[1]
  expect(second.statusCode).toBe(200)
  expect(fieldOf('UID', second.body)).toBe(fieldOf('UID', first.body))
  expect(Number(fieldOf('SEQUENCE', second.body))).toBe(Number(fieldOf('SEQUENCE', first.body)) + 1)
})

it('is dead once renewed or closed, and when the member is frozen or has left', async () => {
  const old = await opened(owner)
  const path = await opened(owner)
  expect((await get(old)).statusCode).toBe(404)
  expect((await get(path)).statusCode).toBe(200)
  expect((await app.post(feed, owner.token, {})).createdAt).toBeGreaterThan(0)
  const set = (values: { status?: number; left_at?: Date | null }) =>
    app.db.updateTable('member').set(values).where('id', '=', owner.memberId).execute()
  await set({ status: -1 })
  expect((await get(path)).statusCode).toBe(404)
  await set({ status: 0 })
  expect((await get(path)).statusCode).toBe(200)
  await set({ left_at: app.now() })
  expect((await get(path)).statusCode).toBe(404)
  await set({ left_at: null })
  await app.post(closeFeed, owner.token, {})
  expect((await get(path)).statusCode).toBe(404)
  expect(await app.post(feed, owner.token, {})).toMatchObject({ createdAt: 0 })
})

it('limits guesses, and never a right address', async () => {
  const path = await opened(owner)
  for (let at = 0; at < 25; at += 1) await get('/ics/1-xxxxxxxxxxxxxxxxxxxxxx.ics')
  expect((await get('/ics/1-xxxxxxxxxxxxxxxxxxxxxx.ics')).statusCode).toBe(429)
  expect((await get(path)).statusCode).toBe(200)
})

it('folds every line at 75 octets without loss, and escapes text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200, size: 'max' }), (text) => {
      const line = text.replaceAll(/[\r\n]/g, '')
      const lines = folded(line).split('\r\n')
      expect(lines.every((one) => Buffer.byteLength(one) <= 75)).toBe(true)
      expect(lines.map((one, at) => (at === 0 ? one : one.slice(1))).join('')).toBe(line)
    }),
    { numRuns: 100 },
  )
  // 74 octets, then characters of three and four: none is split, and each line is as long as it may be.
  const lines = folded(`${'a'.repeat(74)}${'店'.repeat(60)}${'😀'.repeat(40)}`).split('\r\n')
  const octets = lines.map((one) => Buffer.byteLength(one))
  expect(octets[0]).toBe(74)
  for (const one of octets.slice(1, -1)) expect(one).toBeGreaterThan(71)
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  const event = {
    appointmentId: 1,
    sequence: 0,
    isCancelled: false,
    surname: '张',
    gender: 2,
    type: 3,
    seriesName: 'A,B;C',
    startsAt: 0,
  }
  const text = calendarOf(
    [{ ...event, minutes: 60, changedAt: 0, storeName: '店\\一', address: '路1号\n2楼' }],
    'crm.example.com',
  )
  expect(text).toContain('SUMMARY:张女士 试驾A\\,B\\;C\r\n')
  expect(text).toContain('LOCATION:店\\\\一 路1号\\n2楼\r\n')
})

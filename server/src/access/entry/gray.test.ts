import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { otherSite, startFakeGray } from '../../../test/outside/gray.ts'
import type { FakeGray } from '../../../test/outside/gray.ts'
import { clientHash, getSmsCode, storedHash } from '../../../test/sign-in.ts'
import { buildMember } from '../../team/team.factory.ts'

let gray: FakeGray
let app: TestApp
beforeAll(async () => {
  gray = await startFakeGray(() => testNow)
})
afterAll(() => gray.close())
// The cache and the pause after a failure belong to the process, so each test opens a new app.
beforeEach(async () => {
  app = await createTestApp({ outside: { gray: gray.config } })
  gray.answer({ gray: false })
  return () => app.close()
})

async function dealerCodeOf(dealerId: number): Promise<string> {
  const row = await app.db.selectFrom('dealer').select('code').where('id', '=', dealerId).executeTakeFirst()
  return row?.code ?? ''
}
const person = (dealerId?: number) =>
  buildMember(app.db, app.now(), { passwordHash: storedHash, ...(dealerId && { dealerId }) })

/** Signs in and measures the last step. */
async function enter(mobile: string) {
  app.advance(61)
  const smsCode = await getSmsCode(app, mobile)
  const started = performance.now()
  const answer = await app.post(rooms.access.loginWithSmsCode, '', { mobile, password: clientHash, smsCode })
  return { answer, ms: performance.now() - started }
}

describe('a store switch', () => {
  it('returns the other site of a flagged store, and does not wait long for a silent service', async () => {
    const here = await person()
    const [there, silent] = await Promise.all(
      [1, 2].map(() => buildMember(app.db, app.now(), { accountId: here.accountId, mobile: here.mobile })),
    )
    gray.answer({ gray: true, url: otherSite })
    const switched = await app.post(rooms.access.switchDealer, here.token, { dealerId: there?.dealerId })
    expect(switched).toMatchObject({ status: '0', site: `${otherSite}/` })
    gray.answer('silence')
    const started = performance.now()
    const token = switched.token ?? ''
    const next = await app.post(rooms.access.switchDealer, token, { dealerId: silent?.dealerId })
    expect(next).toMatchObject({ status: '0', profile: { dealerId: silent?.dealerId } })
    expect(next.site).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(3_500)
  })
})

describe('a sign-in', () => {
  it('returns the other site of a flagged store and caches it per store', async () => {
    const one = await person()
    const other = await person()
    gray.answer({ gray: true, url: `${otherSite}/welcome?from=old` })
    expect((await enter(one.mobile)).answer).toMatchObject({
      status: '0',
      site: `${otherSite}/welcome?from=old`,
    })
    gray.answer({ gray: false })
    expect((await enter(one.mobile)).answer.site).toBe(`${otherSite}/welcome?from=old`)
    expect((await enter(other.mobile)).answer.site).toBeUndefined()
    expect(gray.requests.slice(-2)).toEqual([
      await dealerCodeOf(one.dealerId),
      await dealerCodeOf(other.dealerId),
    ])
  })

  it.each([
    ['an address that is not named', { gray: true, url: 'https://evil.example/' }],
    ['one that only begins so', { gray: true, url: `${otherSite}.evil.example/` }],
    [
      'one with another name before it',
      { gray: true, url: 'https://next.showroom.example.com@evil.example/' },
    ],
    ['one with a name in it', { gray: true, url: 'https://evil@next.showroom.example.com/' }],
    ['plain http', { gray: true, url: 'http://next.showroom.example.com/' }],
    ['a script', { gray: true, url: 'javascript:alert(1)' }],
    ['no address', { gray: true }],
    ['something else', { hello: 'world' }],
    ['HTML', '<html>maintenance</html>'],
    ['ten megabytes', 'x'.repeat(10 * 1024 * 1024)],
  ])('succeeds without a site when the service answers %s', async (_what, body) => {
    gray.answer(body)
    const { answer } = await enter((await person()).mobile)
    expect(answer.status).toBe('0')
    expect(answer.site).toBeUndefined()
  })

  it('waits at most two seconds, and later sign-ins do not wait for a while', async () => {
    const { ms: usualMs } = await enter((await person()).mobile)
    gray.answer('silence')
    const first = await enter((await person()).mobile)
    expect(first.answer).toMatchObject({ status: '0' })
    expect(first.ms).toBeGreaterThan(1_500)
    expect(first.ms).toBeLessThan(3_500 + 4 * usualMs)
    for (let times = 0; times < 3; times++) {
      const { answer, ms } = await enter((await person()).mobile)
      expect(answer).toMatchObject({ status: '0' })
      expect(ms).toBeLessThan(1_500 + usualMs)
    }
  })

  it('caches a late answer for the next sign-in', async () => {
    const { mobile } = await person()
    gray.answer({ gray: true, url: otherSite }, 2_500)
    expect((await enter(mobile)).answer.site).toBeUndefined()
    await expect.poll(async () => (await enter(mobile)).answer.site, { interval: 700 }).toBe(`${otherSite}/`)
  })
})

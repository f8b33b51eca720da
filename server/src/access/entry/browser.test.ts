import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { openBrowser as openAnyBrowser } from '../../../test/browser.ts'
import { clientHash, storedHash } from '../../../test/sign-in.ts'
import { tidySignIns } from '../session/tidy.job.ts'
import { buildMember } from '../../team/team.factory.ts'

const { captcha, getSmsCode, loginWithSmsCode, ...access } = rooms.access

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let count = 0
function openBrowser() {
  const browser = openAnyBrowser(app)
  return {
    get cookie() {
      return browser.cookie
    },
    async askCode(mobile: string, purpose = 'login') {
      const uniqueId = `browser-${(count += 1)}`
      const { demoAnswer: answer } = await app.post(captcha, '', { uniqueId })
      return browser.post(getSmsCode, { mobile, answer, uniqueId, purpose })
    },
    login: (mobile: string, smsCode = '', password = clientHash) =>
      browser.post(loginWithSmsCode, { mobile, password, smsCode }),
    async signIn(mobile: string) {
      const { demoCode } = await this.askCode(mobile)
      return this.login(mobile, demoCode)
    },
  }
}
const person = () => buildMember(app.db, app.now(), { passwordHash: storedHash })
const another = (code = ''): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a browser with an earlier sign-in', () => {
  it('gets a random mark hidden from scripts and other sites, of which the server stores only the hash', async () => {
    const { mobile, accountId } = await person()
    const browser = openBrowser()
    const answer = await browser.signIn(mobile)
    expect(answer.headers['set-cookie']).toMatch(
      /^Showroom-Browser=[\w-]{43}; Path=\/v2\/appUserService; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    const stored = await app.db
      .selectFrom('known_browser')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    expect(stored).toHaveLength(1)
    expect(stored[0]?.mark_hash).toHaveLength(32)
    expect(answer.text).not.toContain(browser.cookie.split('=')[1])
  })

  it('gets codes even when strangers used up theirs', async () => {
    const { mobile } = await person()
    const [mine, stranger] = [openBrowser(), openBrowser()]
    expect(await mine.signIn(mobile)).toMatchObject({ status: '0' })
    app.advance(61)
    for (let sent = 1; sent < 10; sent += 1) {
      expect(await stranger.askCode(mobile)).toMatchObject({ status: '0' })
      app.advance(61)
    }
    expect(await stranger.askCode(mobile)).toMatchObject({ code: 1013 })
    // The known browser has its own ten codes a day, one per minute.
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await mine.askCode(mobile)).toMatchObject({ status: '0' })
      expect(await mine.askCode(mobile)).toMatchObject({ code: 1012 })
      app.advance(61)
    }
    expect(await mine.askCode(mobile)).toMatchObject({ code: 1013 })
  })

  it('signs in with its code while strangers request another and try wrong codes and passwords', async () => {
    const { mobile } = await person()
    const [mine, stranger] = [openBrowser(), openBrowser()]
    await mine.signIn(mobile)
    app.advance(61)
    const { demoCode } = await mine.askCode(mobile)
    const { demoCode: theirs } = await stranger.askCode(mobile)
    for (let tried = 0; tried < 12; tried += 1) await stranger.login(mobile, another(theirs), 'f'.repeat(64))
    expect(await stranger.login(mobile, theirs)).toMatchObject({ code: 1002 })
    expect(await mine.login(mobile, demoCode)).toMatchObject({ status: '0' })
  })

  it('is known only for the people who signed in from it', async () => {
    const [first, second, third] = [await person(), await person(), await person()]
    const shared = openBrowser()
    await shared.signIn(first.mobile)
    const { cookie } = shared
    await shared.signIn(second.mobile)
    expect(shared.cookie).toBe(cookie)
    const stranger = openBrowser()
    app.advance(61)
    for (const { mobile } of [first, second]) {
      await stranger.askCode(mobile)
      expect(await shared.askCode(mobile)).toMatchObject({ status: '0' })
    }
    await stranger.askCode(third.mobile)
    expect(await shared.askCode(third.mobile)).toMatchObject({ code: 1012 })
  })

  it('replaces a mark that this server did not issue', async () => {
    const { mobile } = await person()
    const { demoCode } = await openBrowser().askCode(mobile)
    const planted = `Showroom-Browser=${'a'.repeat(43)}`
    const body = { mobile, password: clientHash, smsCode: demoCode }
    const { headers } = await app.post(loginWithSmsCode, '', body, { cookie: planted })
    expect(headers['set-cookie']).toMatch(/^Showroom-Browser=/)
    expect(headers['set-cookie']).not.toContain(planted)
  })

  it('resets a password with its own code', async () => {
    const { mobile } = await person()
    const [mine, stranger] = [openBrowser(), openBrowser()]
    await mine.signIn(mobile)
    app.advance(61)
    const { demoCode: smsCode } = await mine.askCode(mobile, 'password')
    await stranger.askCode(mobile, 'password')
    const body = { mobile, smsCode, newPassword: 'a'.repeat(64) }
    expect(await app.post(access.resetPassword, '', body)).toMatchObject({ code: 1011 })
    const headers = { cookie: mine.cookie }
    expect(await app.post(access.resetPassword, '', body, headers)).toMatchObject({ status: '0' })
  })

  it('is forgotten after 400 days without a sign-in', async () => {
    const { mobile, accountId } = await person()
    await openBrowser().signIn(mobile)
    const left = async (days: number) => {
      await tidySignIns(app.db, () => new Date(app.now().getTime() + days * 86_400_000)).run()
      const rows = app.db.selectFrom('known_browser').select('account_id').where('account_id', '=', accountId)
      return (await rows.execute()).length
    }
    expect([await left(399), await left(401)]).toEqual([1, 0])
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeAliyun } from '../../../test/outside/aliyun.ts'
import type { FakeAliyun } from '../../../test/outside/aliyun.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { openBrowser } from '../../../test/browser.ts'
import type { TestBrowser } from '../../../test/browser.ts'
import { clientHash, storedHash } from '../../../test/sign-in.ts'
import { buildMember } from '../../team/team.factory.ts'

/** SMS codes with a provider, outside demo mode. */

const { captcha, getSmsCode, loginWithSmsCode, smsOutcome } = rooms.access

let aliyun: FakeAliyun
let app: TestApp
beforeAll(async () => {
  aliyun = await startFakeAliyun({ timeoutMs: 400 })
})
afterAll(() => aliyun.close())
// The process remembers whether a provider is available, so each test opens a new app.
beforeEach(async () => {
  aliyun.misbehave()
  app = await createTestApp({ demo: false, outside: { sms: [aliyun.config] } })
  return () => app.close()
})

let count = 0
const unknownMobile = (): string => `1510000${String((count += 1)).padStart(4, '0')}`
const person = () => buildMember(app.db, app.now(), { passwordHash: storedHash })
/** Reads the captcha's answer from the database, as outside demo mode no response contains it. */
async function openCaptcha(): Promise<{ uniqueId: string; answer: string }> {
  const uniqueId = `provider-${(count += 1)}`
  await app.post(captcha, '', { uniqueId })
  const { answer } = await app.db
    .selectFrom('captcha')
    .select('answer')
    .where('id', '=', uniqueId)
    .executeTakeFirstOrThrow()
  return { uniqueId, answer }
}
async function ask(mobile: string, browser: TestBrowser = openBrowser(app)) {
  const answer = await browser.post(getSmsCode, { mobile, ...(await openCaptcha()) })
  return { response: answer, outcome: () => app.post(smsOutcome, '', { ticket: answer.ticket ?? '' }) }
}
const sentTo = (mobile: string) => aliyun.sent.filter((one) => one.mobile === mobile)
const codeSentTo = async (mobile: string): Promise<string> => {
  await expect.poll(() => sentTo(mobile).length).toBeGreaterThan(0)
  const { code = '' } = (sentTo(mobile).at(-1)?.values ?? {}) as { code?: string }
  return code
}

it('delivers the code to its member within a second and shows it in no response', async () => {
  const { mobile } = await person()
  const browser = openBrowser(app)
  const started = performance.now()
  const { response } = await ask(mobile, browser)
  const smsCode = await codeSentTo(mobile)
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(response).toMatchObject({ status: '0', hint: '' })
  expect(response.demoCode).toBeUndefined()
  expect(response.text).not.toContain(smsCode)
  expect(await browser.post(loginWithSmsCode, { mobile, password: clientHash, smsCode })).toMatchObject({
    status: '0',
  })
})

describe('the delivery result of a code', () => {
  const limit = 'isv.BUSINESS_LIMIT_CONTROL'

  /** Opens a browser and signs the person in from it. */
  async function knownBrowser(mobile: string): Promise<TestBrowser> {
    const browser = openBrowser(app)
    await ask(mobile, browser)
    const smsCode = await codeSentTo(mobile)
    await browser.post(loginWithSmsCode, { mobile, password: clientHash, smsCode })
    app.advance(61)
    return browser
  }

  it('has a reason for known browsers only, and is the same for strangers with any number', async () => {
    const { mobile } = await person()
    const browser = await knownBrowser(mobile)
    aliyun.misbehave(limit, limit)
    const own = await ask(mobile, browser)
    await expect
      .poll(own.outcome)
      .toMatchObject({ state: 'refused', why: '该号码的短信已达到运营商的发送上限，请稍后再试' })
    const stranger = await ask(mobile)
    const unknown = await ask(unknownMobile())
    await app.app.texts.run()
    const [told, empty] = [await stranger.outcome(), await unknown.outcome()]
    expect(told).toMatchObject({ status: '0', state: 'sent', why: '' })
    expect(told.text).toBe(empty.text)
    expect(Object.keys(stranger.response).toSorted()).toEqual(Object.keys(unknown.response).toSorted())
  })

  it('is a refusal for every number while the provider is unavailable', async () => {
    const { mobile } = await person()
    aliyun.misbehave(...Array.from({ length: 9 }, () => 'gone'))
    for (const one of [await ask(unknownMobile()), await ask(mobile)])
      expect(await one.outcome()).toMatchObject({
        state: 'refused',
        why: '短信服务暂时不可用，请稍后再试',
      })
  })

  it('is waiting during a retry', async () => {
    const { mobile } = await person()
    const browser = await knownBrowser(mobile)
    // One failure is for this code; the status query of the code before may take the other.
    aliyun.misbehave('html', 'html')
    const own = await ask(mobile, browser)
    await expect.poll(own.outcome).toMatchObject({ state: 'waiting', why: '短信服务繁忙，正在重新发送…' })
    app.advance(2)
    await app.app.texts.run()
    expect(await own.outcome()).toMatchObject({ state: 'sent', why: '' })
    expect(sentTo(mobile)).toHaveLength(2)
  })

  it('comes with a notice about carriers after five codes in an hour, for known and unknown numbers', async () => {
    const { mobile } = await person()
    for (const one of [mobile, unknownMobile()]) {
      const hints: (string | undefined)[] = []
      for (let times = 0; times < 6; times++) {
        hints.push((await ask(one)).response.hint)
        app.advance(61)
      }
      expect(hints.slice(0, 5)).toEqual(['', '', '', '', ''])
      expect(hints[5]).toMatch(/运营商可能暂停发送/)
    }
  })
})

it.each(['silence', 'html', 'huge', 'gone'])(
  'sending a code and signing in take their usual time while the provider answers with %s',
  async (way) => {
    const { mobile } = await person()
    const other = await person()
    const browser = openBrowser(app)
    const began = performance.now()
    await ask(mobile, browser)
    const smsCode = await codeSentTo(mobile)
    const usualMs = performance.now() - began
    aliyun.misbehave(...Array.from({ length: 9 }, () => way))
    const started = performance.now()
    expect((await ask(other.mobile)).response).toMatchObject({ status: '0' })
    expect(await browser.post(loginWithSmsCode, { mobile, password: clientHash, smsCode })).toMatchObject({
      status: '0',
    })
    expect(performance.now() - started).toBeLessThan(2_000 + 4 * usualMs)
  },
)

it('sends one code a minute and ten a day to a number, from any number of addresses', async () => {
  const { mobile } = await person()
  const from = async (remoteAddress: string): Promise<number> => {
    const response = await app.app.http.inject({
      method: 'POST',
      url: getSmsCode.path,
      payload: { mobile, ...(await openCaptcha()) },
      remoteAddress,
    })
    return response.json<{ code: number }>().code
  }
  for (let minute = 1; minute <= 12; minute++) {
    const codes: number[] = []
    for (let one = 1; one <= 8; one++) codes.push(await from(`198.51.${minute}.${one}`))
    expect(codes.filter((code) => code === 0)).toHaveLength(minute <= 10 ? 1 : 0)
    app.advance(61)
  }
  await app.app.texts.run()
  expect(sentTo(mobile)).toHaveLength(10)
})

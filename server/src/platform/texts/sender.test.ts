import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeAliyun } from '../../../test/outside/aliyun.ts'
import type { FakeAliyun } from '../../../test/outside/aliyun.ts'
import { createLog } from '../observe/log.ts'
import { unrecorded } from '../outside/outcomes.ts'
import { createSmsSender } from './sender.ts'

let first: FakeAliyun
let second: FakeAliyun
beforeAll(async () => {
  ;[first, second] = await Promise.all([
    startFakeAliyun({ timeoutMs: 500 }),
    startFakeAliyun({ codeTemplate: 'SMS_9' }),
  ])
})
afterAll(() => Promise.all([first.close(), second.close()]))
beforeEach(() => {
  first.misbehave()
  second.misbehave()
})

const lines: string[] = []
const outcomes: string[] = []
const senderOf = (...accounts: FakeAliyun[]) =>
  createSmsSender(
    accounts.map(({ config }) => config),
    {
      clock: () => new Date(),
      log: createLog('info', { write: (line) => void lines.push(line) }),
      metrics: { smsSent: (provider, outcome) => void outcomes.push(`${provider} ${outcome}`) },
      door: unrecorded,
    },
  )
let count = 0
const newMobile = (): string => `1380000${String((count += 1)).padStart(4, '0')}`
const sentTo = ({ sent }: FakeAliyun, mobile: string) => sent.filter((one) => one.mobile === mobile)

const codeTo = (mobile: string, content = '1') => ({ mobile, content, isCode: true })
const textTo = (mobile: string, content = 'x') => ({ mobile, content, isCode: false })

describe('a message', () => {
  it('is signed correctly with special characters and uses the template of its kind', async () => {
    const mobile = newMobile()
    const content = `您好！(*'~) + & = % ${'汉'.repeat(3)}`
    expect(await senderOf(first).send(codeTo(mobile, '012345'))).toMatchObject({ code: '', provider: 1 })
    expect(await senderOf(first).send(textTo(mobile, content))).toMatchObject({ code: '' })
    expect(sentTo(first, mobile)).toEqual([
      { mobile, template: 'SMS_1', values: { code: '012345' } },
      { mobile, template: 'SMS_2', values: { content } },
    ])
  })

  it.each(['html', 'gone', 'silence', 'huge', 'isp.SYSTEM_ERROR', 'isv.BUSINESS_LIMIT_CONTROL'])(
    'is sent by the second provider if the first answers with %s',
    async (way) => {
      const mobile = newMobile()
      first.misbehave(way)
      expect(await senderOf(first, second).send(codeTo(mobile, '2'))).toMatchObject({ code: '', provider: 2 })
      expect(sentTo(second, mobile)).toEqual([{ mobile, template: 'SMS_9', values: { code: '2' } }])
      expect(outcomes.at(-1)).toBe('fallback sent')
    },
  )

  it.each(['html', 'gone', 'silence', 'huge', 'isp.SYSTEM_ERROR', 'Throttling.User'])(
    'may be retried if the only provider answers with %s',
    async (way) => {
      first.misbehave(way)
      expect(await senderOf(first).send(textTo(newMobile()))).toMatchObject({ isPassing: true, provider: 0 })
    },
  )

  it.each(['isv.BUSINESS_LIMIT_CONTROL', 'isv.OUT_OF_SERVICE', 'isv.SMS_SIGN_ILLEGAL', 'SomethingNew'])(
    'is refused for good after %s',
    async (code) => {
      first.misbehave(code)
      expect(await senderOf(first).send(textTo(newMobile()))).toMatchObject({ code, isPassing: false })
    },
  )

  it('to an invalid number is not tried with the second provider', async () => {
    const mobile = newMobile()
    first.misbehave('isv.MOBILE_NUMBER_ILLEGAL')
    expect(await senderOf(first, second).send(textTo(mobile))).toMatchObject({ isPassing: false })
    expect(sentTo(second, mobile)).toEqual([])
  })

  it('leaves neither code, text nor number in the log', async () => {
    const mobile = newMobile()
    first.misbehave('isv.OUT_OF_SERVICE', 'gone')
    await senderOf(first).send(codeTo(mobile, '987654'))
    await senderOf(first).send(textTo(mobile, '一段文字'))
    expect(lines.join('')).toContain('isv.OUT_OF_SERVICE')
    expect(lines.join('')).not.toMatch(new RegExp(`${mobile}|987654|一段文字`))
  })
})

describe('the delivery state', () => {
  const ask = (sender: ReturnType<typeof senderOf>, mobile: string, receipt: string, provider = 1) =>
    sender.deliveryOf?.({ mobile, provider, receipt, at: new Date('2026-11-18T17:00:00Z') })

  it.each([
    ['DELIVERED', { state: 'delivered', code: 'DELIVERED' }],
    ['MK:0001', { state: 'failed', code: 'MK:0001' }],
    ['', { state: 'waiting' }],
  ])("follows the provider's report: %s", async (report, state) => {
    const mobile = newMobile()
    const sender = senderOf(first)
    const { receipt } = await sender.send(textTo(mobile))
    first.report(mobile, report)
    expect(await ask(sender, mobile, receipt)).toEqual(state)
    // The date in Shanghai.
    expect(first.requests.at(-1)).toEqual({ mobile, receipt, day: '20261119' })
  })

  it.each(['html', 'gone', 'huge', 'isv.RAM_PERMISSION_DENY'])(
    'is unknown if the provider answers with %s',
    async (way) => {
      const mobile = newMobile()
      const sender = senderOf(first)
      const { receipt } = await sender.send(textTo(mobile))
      first.misbehave(way)
      expect(await ask(sender, mobile, receipt)).toEqual({ state: 'waiting' })
      expect(await ask(sender, mobile, receipt, 2), 'a provider that is no more').toEqual({
        state: 'waiting',
      })
    },
  )
})

it('the providers are up while one of them answers; the result is cached', async () => {
  first.misbehave('gone')
  expect(await senderOf(first).isUp()).toBe(false)
  first.misbehave('gone')
  const sender = senderOf(first, second)
  expect(await sender.isUp()).toBe(true)
  first.misbehave('isv.RAM_PERMISSION_DENY')
  expect(await senderOf(first).isUp()).toBe(true)
  second.misbehave('gone')
  first.misbehave('gone')
  expect(await sender.isUp(), 'as found out before').toBe(true)
})

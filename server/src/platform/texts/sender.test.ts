import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeAliyun } from '../../../test/aliyun.ts'
import type { FakeAliyun } from '../../../test/aliyun.ts'
import { createLog } from '../log.ts'
import { createSmsSender } from './sender.ts'

let first: FakeAliyun
let second: FakeAliyun
beforeAll(async () => {
  ;[first, second] = await Promise.all([startFakeAliyun(), startFakeAliyun({ codeTemplate: 'SMS_9' })])
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
      pausesMs: [1, 1],
    },
  )
let count = 0
const newMobile = (): string => `1380000${String((count += 1)).padStart(4, '0')}`
const sentTo = ({ sent }: FakeAliyun, mobile: string) => sent.filter((one) => one.mobile === mobile)

describe('a message', () => {
  it('is signed over every character, and goes by the template of its kind', async () => {
    const mobile = newMobile()
    const content = `您好！(*'~) + & = % ${'汉'.repeat(3)}`
    await senderOf(first).send(mobile, '012345')
    expect(await senderOf(first).sendText(mobile, content)).toBe('')
    expect(sentTo(first, mobile)).toEqual([
      { mobile, template: 'SMS_1', values: { code: '012345' } },
      { mobile, template: 'SMS_2', values: { content } },
    ])
  })

  it('is tried again while the provider is out of order, then at the second one', async () => {
    const mobile = newMobile()
    first.misbehave('html', 'gone')
    await senderOf(first, second).send(mobile, '1')
    expect(sentTo(first, mobile)).toHaveLength(1)
    const other = newMobile()
    first.misbehave('html', 'isp.SYSTEM_ERROR', 'gone')
    await senderOf(first, second).send(other, '2')
    expect(sentTo(second, other)).toEqual([{ mobile: other, template: 'SMS_9', values: { code: '2' } }])
    expect(outcomes.slice(-2)).toEqual(['first isp.UNREACHABLE', 'fallback sent'])
  })

  it.each([
    ['isv.BUSINESS_LIMIT_CONTROL', '该号码的短信已达到运营商的发送上限，请稍后再试'],
    ['isv.DAY_LIMIT_CONTROL', '该号码的短信已达到运营商的发送上限，请稍后再试'],
    ['isv.MOBILE_NUMBER_ILLEGAL', '手机号码不正确'],
    ['isv.OUT_OF_SERVICE', '短信服务已停用或余额不足，请联系系统管理员'],
    ['isv.SMS_SIGN_ILLEGAL', '短信签名或模板未通过审核，请联系系统管理员'],
    ['SomethingNew', '短信服务暂时不可用，请稍后再试'],
  ])('that is refused with %s is told in words, at once where nobody is left', async (code, words) => {
    const mobile = newMobile()
    first.misbehave(code)
    expect(await senderOf(first).sendText(mobile, 'x')).toBe(words)
    expect(sentTo(first, mobile)).toEqual([])
  })

  it('to a number that is none is not tried elsewhere; what the first account may not send is', async () => {
    const mobile = newMobile()
    first.misbehave('isv.MOBILE_NUMBER_ILLEGAL')
    await senderOf(first, second).sendText(mobile, 'x')
    expect(sentTo(second, mobile)).toEqual([])
    first.misbehave('isv.BUSINESS_LIMIT_CONTROL')
    expect(await senderOf(first, second).sendText(mobile, 'x')).toBe('')
    expect(sentTo(second, mobile)).toHaveLength(1)
  })

  it('leaves neither code, text nor number in the log', async () => {
    const mobile = newMobile()
    first.misbehave('isv.OUT_OF_SERVICE')
    await senderOf(first).send(mobile, '987654')
    first.misbehave('gone', 'gone', 'gone')
    await senderOf(first).sendText(mobile, '一段文字')
    expect(lines.join('')).toContain('isv.OUT_OF_SERVICE')
    expect(lines.join('')).not.toMatch(new RegExp(`${mobile}|987654|一段文字`))
  })
})

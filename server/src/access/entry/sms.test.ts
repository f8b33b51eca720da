import { createHash } from 'node:crypto'
import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { askSmsCode, clientHash, getSmsCode, storedHash } from '../../../test/sign-in.ts'
import { createLog } from '../../platform/observe/log.ts'
import { buildMember } from '../../team/team.factory.ts'

const { captcha, getSmsCode: sendCode, loginWithSmsCode } = rooms.access

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let count = 0
const unknownMobile = (): string => `150${String((count += 1)).padStart(8, '0')}`
const person = () => buildMember(app.db, app.now(), { passwordHash: storedHash })

async function openCaptcha(): Promise<{ uniqueId: string; answer: string }> {
  const uniqueId = `captcha-${(count += 1)}`
  const { demoAnswer = '' } = await app.post(captcha, '', { uniqueId })
  return { uniqueId, answer: demoAnswer }
}
const ask = (opened: { uniqueId: string; answer: string }, mobile = unknownMobile()) =>
  app.post(sendCode, '', { mobile, ...opened })
const login = (mobile: string, smsCode: string) =>
  app.post(loginWithSmsCode, '', { mobile, password: clientHash, smsCode })
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const secondsToMidnight = (now: Date): number => {
  const seconds = Math.floor(now.getTime() / 1000)
  return addDays(seconds, 1) - seconds
}

describe('captcha', () => {
  it('is an image whose answer may be typed in either case', async () => {
    const made = await app.post(captcha, '', { uniqueId: 'picture' })
    expect(made.success).toBe(true)
    const svg = Buffer.from(made.image?.replace('data:image/svg+xml;base64,', '') ?? '', 'base64').toString()
    expect(svg).toContain('<svg')
    const sent = await ask({ uniqueId: 'picture', answer: made.demoAnswer?.toUpperCase() ?? '' })
    expect(sent).toMatchObject({ status: '0', code: 0 })
  })

  it('is used up by its right answer', async () => {
    const opened = await openCaptcha()
    expect(await ask(opened)).toMatchObject({ status: '0' })
    expect(await ask(opened)).toMatchObject({
      status: '-1',
      code: 1010,
      detail: '图片验证码错误或已失效，请重新输入',
      errors: [{ path: 'answer', text: '图片验证码错误或已失效，请重新输入' }],
    })
  })

  it('is used up by a wrong answer too', async () => {
    const opened = await openCaptcha()
    expect(await ask({ ...opened, answer: 'zzzz' })).toMatchObject({ code: 1010 })
    expect(await ask(opened)).toMatchObject({ code: 1010 })
  })

  it('works for only one of several parallel requests', async () => {
    const opened = await openCaptcha()
    const codes = (await Promise.all([ask(opened), ask(opened), ask(opened)])).map((sent) => sent.code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1010, 1010])
  })

  it('expires after 5 minutes', async () => {
    const [early, late] = [await openCaptcha(), await openCaptcha()]
    app.advance(299)
    expect(await ask(early)).toMatchObject({ status: '0' })
    app.advance(2)
    expect(await ask(late)).toMatchObject({ code: 1010 })
  })
})

describe('SMS code', () => {
  it('reports all missing fields at once', async () => {
    const refused = await app.post(sendCode, '', { mobile: '', answer: ' ' })
    expect(refused).toMatchObject({ status: '-1', code: 400 })
    expect(refused.errors).toEqual([
      { path: 'mobile', text: '请输入手机号码' },
      { path: 'answer', text: '请输入图片验证码' },
      { path: 'uniqueId', text: '请输入图片验证码' },
    ])
  })

  it('has six digits and the same response for known and unknown numbers', async () => {
    const { mobile } = await person()
    const response = await askSmsCode(app, mobile)
    const unknown = await askSmsCode(app, unknownMobile())
    expect(response.demoCode).toMatch(/^\d{6}$/)
    const shape = (sent: typeof response) => ({
      ...sent,
      text: '',
      ticket: sent.ticket?.length,
      headers: {},
      demoCode: sent.demoCode?.length,
    })
    expect(shape(unknown)).toEqual(shape(response))
  })

  it('is not readable in the database', async () => {
    const { mobile } = await person()
    const { demoCode = '' } = await askSmsCode(app, mobile)
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(c)::text as row from sms_code c where mobile = ${mobile}`.execute(app.db)
    const plainHash = createHash('sha256').update(demoCode).digest('hex')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toMatch(new RegExp(`"${demoCode}"|${plainHash}`))
  })

  it('is sent once in 60 seconds to a number', async () => {
    const mobile = unknownMobile()
    expect(await askSmsCode(app, mobile)).toMatchObject({ status: '0' })
    app.advance(59)
    expect(await askSmsCode(app, mobile)).toMatchObject({ status: '-1', code: 1012 })
    app.advance(1)
    expect(await askSmsCode(app, mobile)).toMatchObject({ status: '0' })
  })

  it('is sent once for many parallel requests', async () => {
    const mobile = unknownMobile()
    const codes = (await Promise.all(Array.from({ length: 5 }, () => askSmsCode(app, mobile)))).map(
      (sent) => sent.code,
    )
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === 1012)).toHaveLength(4)
  })

  it('is sent 10 times a day to a number', async () => {
    const mobile = unknownMobile()
    for (let sent = 0; sent < 10; sent++) {
      expect(await askSmsCode(app, mobile)).toMatchObject({ status: '0' })
      app.advance(61)
    }
    expect(await askSmsCode(app, mobile)).toMatchObject({ code: 1013, detail: '今日验证码发送次数已达上限' })
    // The limit counts calendar days.
    app.advance(secondsToMidnight(app.now()))
    expect(await askSmsCode(app, mobile)).toMatchObject({ status: '0' })
  })

  it('works once', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile)
    expect(await login(mobile, code)).toMatchObject({ status: '0' })
    expect(await login(mobile, code)).toMatchObject({ status: '-1', code: 1011 })
  })

  it('opens one session when it is used twice at the same time', async () => {
    const { mobile, accountId } = await person()
    const code = await getSmsCode(app, mobile)
    const answers = await Promise.all([login(mobile, code), login(mobile, code), login(mobile, code)])
    expect(answers.filter((answer) => answer.status === '0')).toHaveLength(1)
    const sessions = await app.db
      .selectFrom('session')
      .select('member_id')
      .where('account_id', '=', accountId)
      .execute()
    expect(sessions).toHaveLength(2) // one from the factory, one new
  })

  it('expires after 5 minutes', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile)
    app.advance(301)
    expect(await login(mobile, code)).toMatchObject({
      code: 1011,
      errors: [{ path: 'smsCode', text: '验证码错误或已失效，请重新获取' }],
    })
  })

  it('is valid after 4 wrong tries and void after 5', async () => {
    const [patient, hasty] = [await person(), await person()]
    for (const [{ mobile }, tries, expected] of [
      [patient, 4, 0],
      [hasty, 5, 1011],
    ] as const) {
      const code = await getSmsCode(app, mobile)
      for (let wrong = 0; wrong < tries; wrong++)
        expect(await login(mobile, another(code))).toMatchObject({ code: 1011 })
      expect(await login(mobile, code)).toMatchObject({ code: expected })
    }
  })

  it('stays valid after wrong passwords', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile)
    const password = clientHash.replaceAll(/[0-9]/g, 'a')
    for (let wrong = 0; wrong < 5; wrong++)
      expect(await app.post(loginWithSmsCode, '', { mobile, password, smsCode: code })).toMatchObject({
        detail: '手机号或密码错误，请检查！',
      })
    expect(await login(mobile, code)).toMatchObject({ status: '0' })
  })

  it('works for its purpose only', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile, 'password')
    expect(await login(mobile, code)).toMatchObject({ code: 1011 })
  })

  it('works for its number only', async () => {
    const [mine, other] = [await person(), await person()]
    const code = await getSmsCode(app, mine.mobile)
    expect(await login(other.mobile, code)).toMatchObject({ code: 1011 })
  })
})

describe('outside demo mode', () => {
  it('shows neither captcha nor code, and without a provider creates none, not even in the log', async () => {
    const lines: string[] = []
    const log = createLog('trace', { write: (line: string) => void lines.push(line) })
    const real = await createTestApp({ demo: false, log })
    try {
      const made = await real.post(captcha, '', { uniqueId: 'real' })
      expect(made.image).toBeTruthy()
      expect(made.demoAnswer).toBeUndefined()
      const { answer } = await real.db
        .selectFrom('captcha')
        .select('answer')
        .where('id', '=', 'real')
        .executeTakeFirstOrThrow()
      const { mobile } = await buildMember(real.db, real.now(), { passwordHash: storedHash })
      for (const number of [mobile, unknownMobile()])
        expect(await real.post(sendCode, '', { mobile: number, answer, uniqueId: 'real' })).toMatchObject({
          status: '-1',
          code: 1019,
          detail: '短信服务尚未配置，请联系系统管理员',
        })
      expect(await real.db.selectFrom('sms_code').select('mobile').execute()).toEqual([])
      expect(lines.filter((line) => line.includes('has no SMS provider'))).toHaveLength(2)
      expect(lines.join('')).not.toMatch(/smsCode/)
      const options = await real.post(rooms.access.signInOptions, '', {})
      expect(options).toMatchObject({ appId: '', agentId: '' })
      expect(options.demo).toBeUndefined()
    } finally {
      await real.close()
    }
  })
})

describe('an IP address', () => {
  const from = (remoteAddress: string) =>
    app.app.http.inject({
      method: 'POST',
      url: captcha.path,
      payload: { uniqueId: `flood-${(count += 1)}` },
      remoteAddress,
    })

  it('may make 300 requests a minute and then waits, while other addresses do not', async () => {
    const before = []
    for (let round = 0; round < 6; round++)
      before.push(...(await Promise.all(Array.from({ length: 50 }, () => from('203.0.113.7')))))
    expect(before.every((response) => response.statusCode === 200)).toBe(true)
    const refused = await from('203.0.113.7')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.json()).toMatchObject({ status: '-1', code: 429, detail: '操作过于频繁，请稍后再试' })
    expect((await from('203.0.113.8')).statusCode).toBe(200)
    app.advance(60)
    expect((await from('203.0.113.7')).statusCode).toBe(200)
  })
})

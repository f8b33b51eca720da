import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { clientHash, getSmsCode, signIn, storedHash } from '../../../test/sign-in.ts'
import { buildMember } from '../../team/team.factory.ts'
import { sha256Hex } from './password.ts'

const { changePassword, loginWithSmsCode, profile, resetPassword } = rooms.access
const fresh = 'Another%2027y'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const person = () => buildMember(app.db, app.now(), { passwordHash: storedHash })
const storedOf = (accountId: number) =>
  app.db.selectFrom('account').select('password_hash').where('id', '=', accountId).executeTakeFirstOrThrow()

describe('change of password', () => {
  const change = (token: string, newPassword = sha256Hex(fresh), oldPassword = clientHash) =>
    app.post(changePassword, token, { oldPassword, newPassword })

  it('accepts only the new password, keeps this session and ends the others', async () => {
    const here = await person()
    const there = await signIn(app, here.mobile)
    expect(await change(here.token)).toMatchObject({ status: '0' })
    expect(await app.post(profile, here.token, {})).toMatchObject({ status: '0' })
    expect(await app.post(profile, there.token ?? '', {})).toMatchObject({ status: '-100' })
    app.advance(61)
    expect(await signIn(app, here.mobile)).toMatchObject({ code: 1001 })
    app.advance(61)
    expect(await signIn(app, here.mobile, fresh)).toMatchObject({ status: '0' })
    const audit = await app.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', here.accountId)
      .where('action', '=', 'password-change')
      .execute()
    expect(audit).toHaveLength(1)
  })

  it('is done once by two with the same old password', async () => {
    const { token, mobile } = await person()
    const others = [fresh, 'Another%2028y']
    const answers = await Promise.all(others.map((one) => change(token, sha256Hex(one))))
    expect(answers).toContainEqual(expect.objectContaining({ code: 1015 }))
    expect(answers).toContainEqual(expect.objectContaining({ status: '0' }))
    const kept = others[answers.findIndex(({ status }) => status === '0')]
    expect(await signIn(app, mobile, kept)).toMatchObject({ status: '0' })
  })

  it('stores Argon2id of the received hash', async () => {
    const { token, accountId } = await person()
    await change(token)
    expect((await storedOf(accountId)).password_hash).toMatch(/^\$argon2id\$/)
  })

  it('reports both missing fields', async () => {
    const { token } = await person()
    const texts = [
      { path: 'oldPassword', text: '请输入旧密码' },
      { path: 'newPassword', text: '请输入新密码' },
    ]
    for (const body of [{}, { oldPassword: '', newPassword: '' }])
      expect((await app.post(changePassword, token, body)).errors).toEqual(texts)
  })

  it('refuses a wrong old password with a field error', async () => {
    const { token, accountId } = await person()
    const before = await storedOf(accountId)
    expect(await change(token, sha256Hex(fresh), sha256Hex('wrong'))).toMatchObject({
      status: '-1',
      code: 1015,
      errors: [{ path: 'oldPassword', text: '旧密码错误' }],
    })
    expect(await storedOf(accountId)).toEqual(before)
  })

  it('refuses common passwords that satisfy the four classes', async () => {
    const { token, accountId } = await person()
    const before = await storedOf(accountId)
    for (const common of [
      'Password1!',
      'Passw0rd!',
      'P@ssw0rd123',
      'Admin123!',
      'Qwerty123!',
      'Aa123456!',
      'Abcd1234!',
    ])
      expect(await change(token, sha256Hex(common)), common).toMatchObject({
        code: 1014,
        errors: [{ path: 'newPassword', text: '密码过于常见，请更换' }],
      })
    expect(await storedOf(accountId)).toEqual(before)
  })

  it('blocks after 10 wrong old passwords', async () => {
    const { token } = await person()
    for (let tries = 0; tries < 10; tries++)
      expect(await change(token, sha256Hex(fresh), sha256Hex('wrong'))).toMatchObject({ code: 1015 })
    expect(await change(token)).toMatchObject({ code: 429 })
    app.advance(15 * 60)
    expect(await change(token)).toMatchObject({ status: '0' })
  })
})

describe('reset of a forgotten password', () => {
  const reset = (mobile: string, smsCode: string, newPassword = sha256Hex(fresh)) =>
    app.post(resetPassword, '', { mobile, smsCode, newPassword })

  it('sets the new password and ends every session', async () => {
    const member = await person()
    const code = await getSmsCode(app, member.mobile, 'password')
    expect(await reset(member.mobile, code)).toMatchObject({ status: '0' })
    expect(await app.post(profile, member.token, {})).toMatchObject({ status: '-100' })
    app.advance(61)
    expect(await signIn(app, member.mobile, fresh)).toMatchObject({ status: '0' })
    expect(await reset(member.mobile, code)).toMatchObject({ code: 1011 })
  })

  it('returns a code by which the person signs in at once, and only once', async () => {
    const { mobile } = await person()
    const { smsCode } = await reset(mobile, await getSmsCode(app, mobile, 'password'))
    const login = { mobile, password: sha256Hex(fresh), smsCode }
    expect(await app.post(loginWithSmsCode, '', login)).toMatchObject({ status: '0' })
    expect(await app.post(loginWithSmsCode, '', login)).toMatchObject({ code: 1011 })
  })

  it('reports all missing fields', async () => {
    for (const body of [{}, { mobile: '', smsCode: '', newPassword: '' }])
      expect((await app.post(resetPassword, '', body)).errors).toEqual([
        { path: 'mobile', text: '请输入手机号' },
        { path: 'smsCode', text: '请输入验证码' },
        { path: 'newPassword', text: '请输入新密码' },
      ])
  })

  it('requires a code sent for password resets', async () => {
    const { mobile, accountId } = await person()
    const before = await storedOf(accountId)
    const code = await getSmsCode(app, mobile, 'login')
    expect(await reset(mobile, code)).toMatchObject({
      code: 1011,
      errors: [{ path: 'smsCode', text: '验证码错误或已失效，请重新获取' }],
    })
    expect(await storedOf(accountId)).toEqual(before)
  })

  it('refuses a common password and keeps the code valid', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile, 'password')
    expect(await reset(mobile, code, sha256Hex('Password1!'))).toMatchObject({
      code: 1014,
      errors: [{ path: 'newPassword', text: '密码过于常见，请更换' }],
    })
    expect(await reset(mobile, code)).toMatchObject({ status: '0' })
  })

  it('voids the code after 5 wrong tries', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile, 'password')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries++) expect(await reset(mobile, wrong)).toMatchObject({ code: 1011 })
    expect(await reset(mobile, code)).toMatchObject({ code: 1011 })
  })

  it('answers an unknown number like a wrong code', async () => {
    const { mobile } = await person()
    const wrong = await reset(mobile, '000000')
    const unknown = await reset('15900000002', await getSmsCode(app, '15900000002', 'password'))
    expect(unknown.text).toBe(wrong.text)
  })
})

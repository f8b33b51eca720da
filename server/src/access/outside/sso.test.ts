import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { openBrowser } from '../../../test/browser.ts'
import type { TestBrowser } from '../../../test/browser.ts'
import { clientHash, signIn, signInLimit, storedHash } from '../../../test/sign-in.ts'
import { startFakeSso } from '../../../test/outside/sso.ts'
import type { FakeSso } from '../../../test/outside/sso.ts'
import { hashSmsCode } from '../../platform/texts/code.ts'
import { buildMember } from '../../team/team.factory.ts'

const { beginSignIn, casLogin, loginWithSmsCode, logout, signInOptions, switchDealer } = rooms.access
const publicUrl = 'http://localhost:3000'

let sso: FakeSso
let app: TestApp
beforeAll(async () => {
  sso = await startFakeSso(publicUrl)
  app = await createTestApp({ outside: { sso: sso.config } })
})
afterAll(async () => {
  await app.close()
  await sso.close()
})
beforeEach(() => sso.misbehave())

type Overrides = Parameters<typeof buildMember>[2]
const person = (overrides: Overrides = {}) =>
  buildMember(app.db, app.now(), { passwordHash: storedHash, ...overrides })
let count = 0
const newLogin = (): string => `person-${(count += 1)}`

/** Signs in at the provider and returns the redirect's parameters, without passing them to the server yet. */
async function comeBack(browser: TestBrowser, login: string, redirect?: string) {
  const { url = '' } = await browser.post(beginSignIn, { way: 'sso', redirect })
  const back = await sso.signInAt(url, login)
  const { code = '', state = '', iss = '' } = Object.fromEntries(back.searchParams)
  return { code, state, iss }
}
async function enter(login: string, browser = openBrowser(app), redirect?: string) {
  return browser.post(casLogin, await comeBack(browser, login, redirect))
}
/** Builds a member whose verified number the provider knows. */
async function knownPerson(overrides: Overrides = {}) {
  const member = await person(overrides)
  const login = newLogin()
  sso.setPhone(login, `+86 ${member.mobile}`)
  return { ...member, login }
}
const refused = { status: '-1', code: 1023 }

describe('the redirect to the provider', () => {
  it('is offered and has PKCE, state, nonce and our redirect URL', async () => {
    expect(await app.post(signInOptions, '', {})).toMatchObject({
      sso: { name: '集团统一登录', isOnly: false },
    })
    const { url = '' } = await openBrowser(app).post(beginSignIn, { way: 'sso' })
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({
      client_id: 'showroom',
      response_type: 'code',
      redirect_uri: `${publicUrl}/casLogin`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as never,
      state: expect.stringMatching(/^\w{64}$/) as never,
      nonce: expect.stringMatching(/^[\w-]{20,}$/) as never,
    })
    expect(url).not.toContain('verifier')
  })
})

describe('a person returning from the provider', () => {
  it('is matched by verified number the first time and by subject afterwards', async () => {
    const { login, memberId, accountId } = await knownPerson()
    const first = await enter(login, openBrowser(app), '/order/index?n=20')
    expect(first).toMatchObject({ status: '0', profile: { memberId }, returnTo: '/order/index?n=20' })
    // The number moves to another person; the binding stays.
    const other = await person()
    sso.setPhone(login, other.mobile)
    expect(await enter(login)).toMatchObject({ status: '0', profile: { memberId } })
    sso.setPhone(login, '13000000000', false)
    expect(await enter(login)).toMatchObject({ status: '0', profile: { memberId } })
    const audits = await app.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .limit(2)
      .execute()
    expect(audits).toEqual([
      { action: 'sso-bind', detail: { issuer: sso.config.issuer } },
      { action: 'sign-in', detail: { way: 'sso' } },
    ])
  })

  it('is refused with an unverified number', async () => {
    const { mobile } = await person()
    const login = newLogin()
    sso.setPhone(login, mobile, false)
    expect(await enter(login)).toMatchObject({
      code: 1024,
      detail: '单点登录账号没有已验证的手机号，无法确认门店成员，请联系系统管理员',
    })
    expect(await enter(newLogin())).toMatchObject({ code: 1024 })
  })

  it('is refused with a number that no member has', async () => {
    const login = newLogin()
    sso.setPhone(login, '13911112222')
    expect(await enter(login)).toMatchObject({
      code: 1024,
      detail: '没有与该单点登录账号对应的门店成员，请联系门店管理员',
    })
  })

  it('cannot take over an account bound to another subject', async () => {
    const { login, mobile } = await knownPerson()
    expect(await enter(login)).toMatchObject({ status: '0' })
    const second = newLogin()
    sso.setPhone(second, mobile)
    expect(await enter(second)).toMatchObject({
      code: 1024,
      detail: '该门店成员已关联其他单点登录账号，请联系系统管理员',
    })
  })

  it('is bound once and signed in twice by two parallel requests', async () => {
    const { login } = await knownPerson()
    const answers = await Promise.all([enter(login), enter(login)])
    expect(answers.map(({ status }) => status)).toEqual(['0', '0'])
  })

  it('is refused when frozen, or as sales staff where the store forbids it', async () => {
    const { login, dealerId, memberId } = await knownPerson({ role: 4 })
    await app.db
      .updateTable('dealer')
      .set({ forbid_sales_login_pc: true })
      .where('id', '=', dealerId)
      .execute()
    expect(await enter(login)).toMatchObject({ code: 1005 })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', memberId).execute()
    expect(await enter(login)).toMatchObject({ code: 1003 })
  })
})

describe('the parameters from the provider', () => {
  it('work once', async () => {
    const { login } = await knownPerson()
    const browser = openBrowser(app)
    const back = await comeBack(browser, login)
    expect(await browser.post(casLogin, back)).toMatchObject({ status: '0' })
    expect(await browser.post(casLogin, back)).toMatchObject({ ...refused, detail: '登录已失效，请重新登录' })
    // The same code with a new state.
    const { state } = await comeBack(browser, login)
    expect(await browser.post(casLogin, { ...back, state })).toMatchObject({
      ...refused,
      detail: '单点登录未成功，请重新登录',
    })
  })

  it('need our state, in the browser that started the sign-in', async () => {
    const { login } = await knownPerson()
    const [victim, attacker] = [openBrowser(app), openBrowser(app)]
    const back = await comeBack(attacker, login)
    await victim.post(beginSignIn, { way: 'sso' })
    for (const state of ['', 'f'.repeat(64)])
      expect(await victim.post(casLogin, { ...back, state })).toMatchObject(refused)
    expect(await victim.post(casLogin, back), 'a link that somebody else made').toMatchObject(refused)
    expect(await attacker.post(casLogin, back), 'it is spent').toMatchObject(refused)
  })

  it('are refused with the state of another method or attempt, because PKCE and nonce differ', async () => {
    const { login } = await knownPerson()
    const browser = openBrowser(app)
    const [one, two] = [await comeBack(browser, login), await comeBack(browser, login)]
    expect(await browser.post(casLogin, { ...one, state: two.state })).toMatchObject(refused)
    const wecom = await browser.post(beginSignIn, { way: 'wecom' })
    const state = wecom.url?.split('state=')[1] ?? ''
    expect(await browser.post(casLogin, { ...two, state })).toMatchObject(refused)
  })

  it('are refused with another nonce or issuer', async () => {
    const { login } = await knownPerson()
    const browser = openBrowser(app)
    const back = await comeBack(browser, login)
    await app.db
      .updateTable('door_state')
      .set((eb) => ({ facts: eb.fn('jsonb_set', ['facts', eb.val('{nonce}'), eb.val('"another"')]) }))
      .execute()
    expect(await browser.post(casLogin, back)).toMatchObject(refused)
    const again = await comeBack(browser, login)
    expect(await browser.post(casLogin, { ...again, iss: 'https://evil.example' })).toMatchObject(refused)
  })

  it('expire after ten minutes', async () => {
    const { login } = await knownPerson()
    const browser = openBrowser(app)
    const back = await comeBack(browser, login)
    app.advance(601)
    expect(await browser.post(casLogin, back)).toMatchObject(refused)
  })

  it("are refused when the provider's code has expired", async () => {
    const { login } = await knownPerson()
    const browser = openBrowser(app)
    const back = await comeBack(browser, login)
    sso.setSkew(120)
    expect(await browser.post(casLogin, back)).toMatchObject(refused)
    sso.setSkew(0)
  })

  it('are accepted with a small clock skew and refused with a large one', async () => {
    const { login, memberId } = await knownPerson()
    for (const seconds of [40, -40]) {
      sso.setSkew(seconds)
      expect(await enter(login), `${seconds} s`).toMatchObject({ status: '0', profile: { memberId } })
    }
    sso.setSkew(-7_200)
    expect(await enter(login), 'two hours behind').toMatchObject(refused)
    sso.setSkew(0)
  })

  it('are required', async () => {
    expect(await app.post(casLogin, '', { state: 'x' })).toMatchObject({
      code: 400,
      errors: [{ path: 'code', text: '缺少授权码' }],
    })
  })
})

describe('a failing provider', () => {
  const away = { status: '-1', code: 1018, detail: '单点登录服务暂时无法访问，请稍后再试' }

  it.each(['html', 'huge', 'error', 'gone', 'silence'] as const)(
    '(%s) is reported while password sign-in takes its usual time',
    async (way) => {
      const { login, mobile } = await knownPerson()
      const limitMs = await signInLimit(app, (await person()).mobile)
      const browser = openBrowser(app)
      const back = await comeBack(browser, login)
      sso.misbehave(way)
      const landing = browser.post(casLogin, back)
      const started = performance.now()
      expect(await signIn(app, mobile)).toMatchObject({ status: '0' })
      expect(performance.now() - started).toBeLessThan(limitMs)
      expect(await landing).toMatchObject(away)
      sso.misbehave()
      expect(await enter(login)).toMatchObject({ status: '0' })
    },
    20_000,
  )

  it("does not block the server's start and is queried again later", async () => {
    sso.misbehave('gone')
    const late = await createTestApp({ outside: { sso: sso.config } })
    try {
      const browser = openBrowser(late)
      expect(await browser.post(beginSignIn, { way: 'sso' })).toMatchObject(away)
      sso.misbehave()
      expect(await browser.post(beginSignIn, { way: 'sso' })).toMatchObject({ status: '0' })
    } finally {
      await late.close()
    }
  })
})

describe('signing out', () => {
  it("returns the provider's sign-out URL for its sessions, also after a store switch", async () => {
    const { login, dealerId, accountId } = await knownPerson({ role: 2 })
    await person({ accountId, role: 2 })
    const { token = '' } = await enter(login)
    const there = await app.post(switchDealer, token, { dealerId })
    const { url = '' } = await app.post(logout, there.token ?? '', {})
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(`${sso.config.issuer}/session/end`)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'showroom',
      post_logout_redirect_uri: `${publicUrl}/`,
    })
    const { mobile } = await person()
    const own = await signIn(app, mobile)
    expect((await app.post(logout, own.token ?? '', {})).url).toBeUndefined()
  })
})

describe('as the only sign-in method', () => {
  it('refuses passwords and QR codes, except for break-glass mobiles', async () => {
    const breakGlass = '13700099001'
    const sms = {
      accessKey: 'key',
      secretKey: 'secret',
      signName: '展厅',
      codeTemplate: 'SMS_1',
      textTemplate: undefined,
      endpoint: 'http://127.0.0.1:1',
    }
    const outside = { sso: { ...sso.config, only: true, breakGlass: [breakGlass] }, sms: [sms] }
    const [strict, demo] = await Promise.all([
      createTestApp({ outside, demo: false }),
      createTestApp({ outside }),
    ])
    /** Inserts the code into the database, because no SMS is sent here. */
    const tryPassword = async (mobile: string, typed = clientHash) => {
      const key = { mobile, purpose: 'login' }
      const hash = hashSmsCode(testSecret, { ...key, code: '123456' })
      const code = { ...key, code_hash: hash, sent_at: strict.now() }
      await strict.db
        .insertInto('sms_code')
        .values(code)
        .onConflict((conflict) => conflict.columns(['mobile', 'purpose']).doUpdateSet(code))
        .execute()
      return strict.post(loginWithSmsCode, '', { mobile, password: typed, smsCode: '123456' })
    }
    try {
      expect(await strict.post(signInOptions, '', {})).toMatchObject({ appId: '', sso: { isOnly: true } })
      const made = { passwordHash: storedHash }
      const { mobile } = await buildMember(strict.db, strict.now(), made)
      await buildMember(strict.db, strict.now(), { ...made, mobile: breakGlass })
      expect(await tryPassword(mobile)).toMatchObject({
        code: 1025,
        detail: '本平台统一使用单点登录，请从单点登录进入',
      })
      expect(await tryPassword(breakGlass)).toMatchObject({ status: '0' })
      // Without the password no one can find out which mobile is break-glass.
      for (const one of [mobile, breakGlass, '15900000000'])
        expect(await tryPassword(one, 'a'.repeat(64))).toMatchObject({ code: 1001 })
      expect(await strict.post(beginSignIn, '', { way: 'wecom' })).toMatchObject({ code: 201 })
      // Demo people have no accounts at a provider.
      expect(await demo.post(signInOptions, '', {})).toMatchObject({ appId: 'demo', sso: { isOnly: false } })
    } finally {
      await Promise.all([strict.close(), demo.close()])
    }
  })
})

it('is not offered without configuration', async () => {
  const plain = await createTestApp()
  try {
    expect((await plain.post(signInOptions, '', {})).sso).toBeUndefined()
    const none = { code: 1018, detail: '单点登录尚未配置' }
    expect(await plain.post(beginSignIn, '', { way: 'sso' })).toMatchObject(none)
    expect(await plain.post(casLogin, '', { code: 'x' })).toMatchObject(none)
  } finally {
    await plain.close()
  }
})

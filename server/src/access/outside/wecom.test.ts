import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { openBrowser } from '../../../test/browser.ts'
import type { TestBrowser } from '../../../test/browser.ts'
import { getSmsCode, signIn, signInLimit, storedHash } from '../../../test/sign-in.ts'
import { startFakeWecom } from '../../../test/outside/wecom.ts'
import type { FakeWecom, Misbehaviour } from '../../../test/outside/wecom.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildAuthenticator, codeOf } from '../access.factory.ts'
import { tidySignIns } from '../session/tidy.job.ts'

const { beginSignIn, loginWithSmsCode, bindWecom, bindings, unbindWecom, signInOptions, profile } =
  rooms.access
const userInfo = '/cgi-bin/auth/getuserinfo'
const getToken = '/cgi-bin/gettoken'

let wecom: FakeWecom
let app: TestApp
beforeAll(async () => {
  wecom = await startFakeWecom('https://showroom.example.com')
  app = await createTestApp({ outside: { wecom: { ...wecom.config, timeoutMs: 300 } } })
})
afterAll(async () => {
  await app.close()
  await wecom.close()
})
beforeEach(() => {
  // All requests come from one address, which is limited per minute.
  app.advance(61)
  wecom.misbehave(userInfo)
  wecom.misbehave(getToken)
})

type Overrides = Parameters<typeof buildMember>[2]
const person = (overrides: Overrides = {}) =>
  buildMember(app.db, app.now(), { passwordHash: storedHash, ...overrides })

/** Opens the QR page and returns its state. */
async function begin(browser: TestBrowser, redirect?: string): Promise<string> {
  const { url = '' } = await browser.post(beginSignIn, { way: 'wecom', redirect })
  return new URL(url).searchParams.get('state') ?? ''
}
const land = (browser: TestBrowser, qwCode: string, state: string) =>
  browser.post(loginWithSmsCode, { qwCode, state })
async function scan(userId: string, browser = openBrowser(app), redirect?: string) {
  const state = await begin(browser, redirect)
  return land(browser, wecom.scan(userId), state)
}
const ticketOf = (answer: object): string => (answer as { ticket?: string }).ticket ?? ''

/** Scans for the first time and binds the account. */
async function bind(mobile: string, userId: string, browser = openBrowser(app)) {
  const ticket = ticketOf(await scan(userId, browser))
  return browser.post(bindWecom, { ticket, mobile, smsCode: await getSmsCode(app, mobile, 'bind') })
}
let count = 0
const newUser = (): string => `user-${(count += 1)}`

describe('the redirect to the QR page', () => {
  it('has the application, our redirect URL and a new state', async () => {
    const options = await app.post(signInOptions, '', { token: '' })
    expect(options).toMatchObject({ appId: wecom.config.corpId, agentId: '1000002' })
    const browser = openBrowser(app)
    const { url = '', ...answer } = await browser.post(beginSignIn, { way: 'wecom' })
    const { searchParams: query, origin, pathname } = new URL(url)
    expect(origin + pathname).toBe(wecom.config.pageUrl)
    expect(Object.fromEntries(query)).toEqual({
      login_type: 'CorpApp',
      appid: wecom.config.corpId,
      agentid: '1000002',
      redirect_uri: 'https://showroom.example.com/authRedirect',
      state: expect.stringMatching(/^[a-zA-Z0-9]{64}$/),
    })
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict/)
    expect(await begin(browser)).not.toBe(query.get('state'))
    // The server stores only the hash of the state.
    const rows = await app.db.selectFrom('door_state').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(query.get('state'))
  })

  it('within the client of WeCom opens the page without a scan, and signs in by its code', async () => {
    const { mobile, memberId } = await person()
    const user = newUser()
    await bind(mobile, user)
    const browser = openBrowser(app)
    const { url = '' } = await browser.post(beginSignIn, { way: 'inside', redirect: '/contact' })
    const { searchParams: query, origin, pathname, hash } = new URL(url)
    expect(origin + pathname + hash).toBe(`${wecom.config.insideUrl}#wechat_redirect`)
    expect(Object.fromEntries(query)).toEqual({
      appid: wecom.config.corpId,
      redirect_uri: 'https://showroom.example.com/authRedirect',
      response_type: 'code',
      scope: 'snsapi_base',
      state: expect.stringMatching(/^[a-zA-Z0-9]{64}$/),
      agentid: '1000002',
    })
    const state = query.get('state') ?? ''
    expect(await land(openBrowser(app), wecom.scan(user), state)).toMatchObject({ code: 201 })
    const again = await browser.post(beginSignIn, { way: 'inside', redirect: '/contact' })
    const second = new URL(again.url ?? '').searchParams.get('state') ?? ''
    expect(await land(browser, wecom.scan(user), second)).toMatchObject({
      status: '0',
      profile: { memberId },
      returnTo: '/contact',
    })
    expect(await land(browser, wecom.scan(user), second)).toMatchObject({ code: 201 })
  })

  it('refuses to return to an address of another site', async () => {
    const ways = { way: 'wecom' } as const
    for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil', '/a b', ''])
      expect(await app.post(beginSignIn, '', { ...ways, redirect }), redirect).toMatchObject({ code: 400 })
    expect(await app.post(beginSignIn, '', { way: 'other' })).toMatchObject({ code: 400 })
  })
})

describe('a first scan', () => {
  it('requires mobile and SMS code, binds and signs in; the next scan signs in directly', async () => {
    const { mobile, memberId, accountId } = await person()
    const browser = openBrowser(app)
    const user = newUser()
    const first = await scan(user, browser, '/customer/list?lv=H')
    expect(first).toMatchObject({ status: '-1', code: 1021, detail: '首次扫码登录，请先绑定手机号' })
    const smsCode = await getSmsCode(app, mobile, 'bind')
    const bound = await browser.post(bindWecom, { ticket: ticketOf(first), mobile, smsCode })
    expect(bound).toMatchObject({ status: '0', profile: { memberId }, returnTo: '/customer/list?lv=H' })
    expect(await app.post(profile, bound.token ?? '', {})).toMatchObject({ status: '0' })
    expect(await app.post(bindings, bound.token ?? '', {})).toMatchObject({
      wecom: { isOffered: true, boundAt: Math.floor(app.now().getTime() / 1000) },
    })
    // Userids are case-insensitive.
    const again = await scan(user.toUpperCase())
    expect(again).toMatchObject({ status: '0', profile: { memberId } })
    expect(again.returnTo).toBeUndefined()
    const audits = await app.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
    expect(audits).toEqual([
      { action: 'wecom-bind', detail: {} },
      { action: 'sign-in', detail: { way: 'wecom' } },
      { action: 'sign-in', detail: { way: 'wecom' } },
    ])
  })

  it('keeps its ticket after wrong codes and spends it with the right one', async () => {
    const { mobile } = await person()
    const browser = openBrowser(app)
    const ticket = ticketOf(await scan(newUser(), browser))
    const smsCode = await getSmsCode(app, mobile, 'bind')
    const wrong = String((Number(smsCode) + 1) % 1_000_000).padStart(6, '0')
    expect(await browser.post(bindWecom, { ticket, mobile, smsCode: wrong })).toMatchObject({
      code: 1011,
      errors: [{ path: 'smsCode', text: '验证码错误或已失效，请重新获取' }],
    })
    expect(await browser.post(bindWecom, { ticket, mobile, smsCode })).toMatchObject({ status: '0' })
    expect(await browser.post(bindWecom, { ticket, mobile, smsCode })).toMatchObject({
      code: 201,
      detail: '绑定已失效，请重新扫码',
    })
  })

  it('accepts only a code sent for binding, and none for an unknown number', async () => {
    const { mobile } = await person()
    const browser = openBrowser(app)
    const ticket = ticketOf(await scan(newUser(), browser))
    const smsCode = await getSmsCode(app, mobile, 'login')
    expect(await browser.post(bindWecom, { ticket, mobile, smsCode })).toMatchObject({ code: 1011 })
    const unknownMobile = '15999990001'
    const code = await getSmsCode(app, unknownMobile, 'bind')
    expect(await browser.post(bindWecom, { ticket, mobile: unknownMobile, smsCode: code })).toMatchObject({
      code: 1011,
    })
    for (const [field, text] of [
      ['mobile', '请输入手机号'],
      ['smsCode', '请输入验证码'],
      ['ticket', '绑定已失效，请重新扫码'],
    ])
      expect(
        await browser.post(bindWecom, { ticket, mobile, smsCode, [field ?? '']: undefined }),
      ).toMatchObject({ code: 400, errors: [{ path: field, text }] })
  })

  it('is valid for ten minutes in the browser that scanned', async () => {
    const { mobile } = await person()
    const browser = openBrowser(app)
    const ticket = ticketOf(await scan(newUser(), browser))
    const smsCode = await getSmsCode(app, mobile, 'bind')
    const other = openBrowser(app)
    await begin(other)
    for (const stranger of [other, openBrowser(app)])
      expect(await stranger.post(bindWecom, { ticket, mobile, smsCode })).toMatchObject({ code: 201 })
    app.advance(601)
    expect(
      await browser.post(bindWecom, { ticket, mobile, smsCode: await getSmsCode(app, mobile, 'bind') }),
    ).toMatchObject({ code: 201, detail: '绑定已失效，请重新扫码' })
  })

  it('binds an account once and a WeCom member once', async () => {
    const { mobile } = await person()
    const user = newUser()
    expect(await bind(mobile, user)).toMatchObject({ status: '0' })
    app.advance(61)
    expect(await bind(mobile, newUser())).toMatchObject({
      code: 1022,
      detail: '该账号已绑定其他企业微信成员，请先解除绑定',
    })
    // Two people bind the same WeCom member in parallel.
    const [one, two] = [await person(), await person()]
    const both = newUser()
    const scanned = await Promise.all(
      [one, two].map(async ({ mobile: of }) => {
        const browser = openBrowser(app)
        const ticket = ticketOf(await scan(both, browser))
        return { browser, form: { ticket, mobile: of, smsCode: await getSmsCode(app, of, 'bind') } }
      }),
    )
    const answers = await Promise.all(scanned.map(({ browser, form }) => browser.post(bindWecom, form)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1022])
  })

  it('does not bind frozen members', async () => {
    const { mobile, memberId } = await person()
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', memberId).execute()
    const user = newUser()
    expect(await bind(mobile, user)).toMatchObject({ code: 1003 })
    expect(await scan(user)).toMatchObject({ code: 1021 })
  })
})

describe('a scan', () => {
  it('is refused for sales staff of a store that forbids it, and for former members', async () => {
    const { mobile, dealerId, memberId } = await person({ role: 4 })
    const user = newUser()
    await bind(mobile, user)
    await app.db
      .updateTable('dealer')
      .set({ forbid_sales_login_pc: true })
      .where('id', '=', dealerId)
      .execute()
    expect(await scan(user)).toMatchObject({ code: 1005, detail: '该门店已禁止销售人员登录PC端' })
    await app.db
      .updateTable('dealer')
      .set({ forbid_sales_login_pc: false })
      .where('id', '=', dealerId)
      .execute()
    expect(await scan(user)).toMatchObject({ status: '0' })
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', memberId).execute()
    expect(await scan(user)).toMatchObject({ code: 1003, detail: '账户已被冻结或已离职，请联系管理员' })
  })

  it('is refused for strangers to the company', async () => {
    expect(await scan('')).toMatchObject({
      code: 201,
      detail: '您不是本企业的企业微信成员，不能扫码登录',
    })
  })

  it('needs our state, once, in its browser, within ten minutes', async () => {
    const { mobile } = await person()
    const user = newUser()
    await bind(mobile, user)
    const refused = { code: 201, detail: '扫码登录已失效，请重新扫码' }
    const browser = openBrowser(app)
    expect(await land(browser, wecom.scan(user), '')).toMatchObject(refused)
    expect(await land(browser, wecom.scan(user), 'f'.repeat(64))).toMatchObject(refused)
    // The state of another browser, as in a link made by an attacker.
    const attacker = openBrowser(app)
    const theirs = await begin(attacker)
    await begin(browser)
    expect(await land(browser, wecom.scan(user), theirs)).toMatchObject(refused)
    expect(await land(attacker, wecom.scan(user), theirs), 'it is spent').toMatchObject(refused)
    const state = await begin(browser)
    expect(await land(browser, wecom.scan(user), state)).toMatchObject({ status: '0' })
    expect(await land(browser, wecom.scan(user), state)).toMatchObject(refused)
    const late = await begin(browser)
    app.advance(601)
    expect(await land(browser, wecom.scan(user), late)).toMatchObject(refused)
  })

  it('accepts no ticket as a state and no state as a ticket', async () => {
    const { mobile } = await person()
    const browser = openBrowser(app)
    const ticket = ticketOf(await scan(newUser(), browser))
    expect(await land(browser, wecom.scan('x'), ticket)).toMatchObject({ code: 201 })
    const state = await begin(browser)
    const smsCode = await getSmsCode(app, mobile, 'bind')
    expect(await browser.post(bindWecom, { ticket: state, mobile, smsCode })).toMatchObject({ code: 201 })
  })

  it('is refused with a used code', async () => {
    const browser = openBrowser(app)
    const code = wecom.scan(newUser())
    await land(browser, code, await begin(browser))
    expect(await land(browser, code, await begin(browser))).toMatchObject({
      code: 201,
      detail: '二维码已失效，请重新扫码',
    })
  })
})

describe("the application's access token", () => {
  it('is requested once and cached, and requested once more when WeCom rejects it', async () => {
    const { mobile } = await person()
    const user = newUser()
    await bind(mobile, user)
    const before = wecom.countRequests(getToken)
    await Promise.all([scan(user), scan(user), scan(user)])
    expect(wecom.countRequests(getToken)).toBe(before)
    for (const errcode of [42_001, 40_014]) {
      wecom.forgetTokens(errcode)
      expect(await scan(user)).toMatchObject({ status: '0' })
    }
    expect(wecom.countRequests(getToken)).toBe(before + 2)
    // If WeCom rejects the new token as well, there is no further try.
    wecom.misbehave(userInfo, 40_014, 40_014, 40_014)
    expect(await scan(user)).toMatchObject({ code: 201, detail: /企业微信暂时无法访问/ as never })
    expect(wecom.countRequests(getToken)).toBe(before + 3)
  })
})

describe('a failing WeCom', () => {
  const away = '企业微信暂时无法访问，请稍后再试，或使用账户登录'

  it('is retried up to three times while it is busy', async () => {
    const { mobile } = await person()
    const user = newUser()
    await bind(mobile, user)
    wecom.misbehave(userInfo, -1, -1)
    expect(await scan(user)).toMatchObject({ status: '0' })
    wecom.misbehave(userInfo, -1, -1, -1)
    expect(await scan(user)).toMatchObject({ code: 201, detail: away })
  })

  it.each<Misbehaviour>([
    'html',
    'huge',
    'redirect',
    'gone',
    'no errcode',
    'silence',
    40_001,
    40_013,
    50_001,
    60_020,
  ])('(%s) is reported, and password sign-in works', async (way) => {
    const browser = openBrowser(app)
    const state = await begin(browser)
    wecom.misbehave(userInfo, way, way)
    expect(await land(browser, wecom.scan(newUser()), state)).toMatchObject({ code: 201, detail: away })
    expect(await signIn(app, (await person()).mobile)).toMatchObject({ status: '0' })
  })

  it('does not slow down password sign-in', async () => {
    const { mobile } = await person()
    const limitMs = await signInLimit(app, (await person()).mobile)
    wecom.misbehave(userInfo, ...Array.from({ length: 20 }, () => 'silence' as const))
    const hanging = Promise.all(Array.from({ length: 20 }, () => scan(newUser())))
    const started = performance.now()
    expect(await signIn(app, mobile)).toMatchObject({ status: '0' })
    expect(performance.now() - started).toBeLessThan(limitMs)
    await hanging
  })

  it('leaves no dead token in the cache: the next scan requests a new one', async () => {
    const { mobile } = await person()
    const user = newUser()
    await bind(mobile, user)
    wecom.forgetTokens()
    wecom.misbehave(getToken, 'html')
    expect(await scan(user)).toMatchObject({ code: 201, detail: away })
    expect(await scan(user)).toMatchObject({ status: '0' })
  })
})

describe('unbinding oneself', () => {
  it('deletes the binding, and is refused without one', async () => {
    const { mobile, token } = await person()
    const user = newUser()
    await bind(mobile, user)
    expect(await app.post(unbindWecom, token, {})).toMatchObject({ status: '0' })
    expect(await app.post(bindings, token, {})).toMatchObject({ wecom: { boundAt: 0 } })
    expect(await scan(user)).toMatchObject({ code: 1021 })
    expect(await app.post(unbindWecom, token, {})).toMatchObject({ code: 410 })
    app.advance(61)
    expect(await bind(mobile, user)).toMatchObject({ status: '0' })
  })
})

describe('binding a member', () => {
  const { memberBindWecom } = rooms.team

  it('is done by a team manager, signs in scans of that account and notifies the member', async () => {
    const admin = await person({ role: 1, name: '周启明' })
    const { memberId, mobile, dealerId } = await person({ dealerId: admin.dealerId, name: '林晓雯' })
    const userId = newUser()
    expect(await app.post(memberBindWecom, admin.token, { memberId, userId: ` ${userId} ` })).toMatchObject({
      status: '0',
    })
    expect(await scan(userId)).toMatchObject({ status: '0', profile: { memberId } })
    const audits = app.db.selectFrom('audit').select('member_id').where('dealer_id', '=', dealerId)
    expect(await audits.where('action', '=', 'wecom-bind').execute()).toEqual([{ member_id: admin.memberId }])
    const texts = app.db.selectFrom('sms_outbox').select('kind').where('mobile', '=', mobile)
    expect(await texts.execute()).toEqual([{ kind: 2 }])
    // A binding cannot be overwritten: it must be removed first.
    expect(await app.post(memberBindWecom, admin.token, { memberId, userId: newUser() })).toMatchObject({
      code: 1022,
    })
  })

  it('refuses accounts of others and invalid ones', async () => {
    const admin = await person({ role: 1 })
    const [one, other] = [
      await person({ dealerId: admin.dealerId }),
      await person({ dealerId: admin.dealerId }),
    ]
    const userId = newUser()
    const ask = (memberId: number, as = userId) =>
      app.post(memberBindWecom, admin.token, { memberId, userId: as })
    const twice = await Promise.all([ask(one.memberId), ask(other.memberId, userId.toUpperCase())])
    expect(twice.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1022])
    expect(twice.find(({ code }) => code !== 0)?.errors).toEqual([
      { path: 'userId', text: '该企业微信账号已绑定其他成员' },
    ])
    for (const wrong of ['', '张三', 'a/b', 'x'.repeat(65)])
      expect((await ask(one.memberId, wrong)).errors).toMatchObject([{ path: 'userId' }])
  })

  it('is refused to other members, and for people who work at several stores', async () => {
    const admin = await person({ role: 1 })
    const { memberId, accountId, mobile, token } = await person({ dealerId: admin.dealerId })
    const userId = newUser()
    const ask = (by: string, whom = memberId) => app.post(memberBindWecom, by, { memberId: whom, userId })
    expect(await ask(token)).toMatchObject({ code: 403 })
    expect(await ask((await person({ role: 1 })).token)).toMatchObject({ code: 404 })
    const manager = await person({ dealerId: admin.dealerId, role: 9, modules: ['企业管理'] })
    expect(await ask(manager.token, admin.memberId)).toMatchObject({ code: 2602 })
    await buildMember(app.db, app.now(), { accountId, mobile })
    expect(await ask(admin.token)).toMatchObject({ code: 2602, detail: /同时在其他门店任职/ as never })
    expect(await scan(userId)).toMatchObject({ code: 1021 })
  })
})

describe('unbinding a member', () => {
  const { memberUnbindWecom, memberList } = rooms.team
  const ofList = async (token: string, memberId: number) =>
    (await app.post(memberList, token, {})).data?.find((one) => one.memberId === memberId)

  it('is done by a team manager, shown in the list and audited', async () => {
    const { mobile, memberId, dealerId } = await person()
    const admin = await person({ dealerId, role: 1 })
    const colleague = await person({ dealerId })
    const user = newUser()
    await bind(mobile, user)
    expect(await ofList(admin.token, memberId)).toMatchObject({ isWecomBound: true })
    expect(await ofList(colleague.token, memberId)).toMatchObject({ isWecomBound: false })
    expect(await app.post(memberUnbindWecom, colleague.token, { memberId })).toMatchObject({ code: 403 })
    const stranger = await person({ role: 1 })
    expect(await app.post(memberUnbindWecom, stranger.token, { memberId })).toMatchObject({ code: 404 })
    const twice = await Promise.all([1, 2].map(() => app.post(memberUnbindWecom, admin.token, { memberId })))
    expect(twice.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 410])
    expect(await ofList(admin.token, memberId)).toMatchObject({ isWecomBound: false })
    expect(await scan(user)).toMatchObject({ code: 1021 })
    const audits = await app.db
      .selectFrom('audit')
      .select(['member_id', 'record'])
      .where('dealer_id', '=', dealerId)
      .where('action', '=', 'wecom-unbind')
      .execute()
    expect(audits).toEqual([{ member_id: admin.memberId, record: `member:${memberId}` }])
  })

  it('of an admin is refused to others than admins', async () => {
    const admin = await person({ role: 1 })
    const manager = await person({ dealerId: admin.dealerId, role: 9, modules: ['企业管理'] })
    await bind(admin.mobile, newUser())
    expect(await app.post(memberUnbindWecom, manager.token, { memberId: admin.memberId })).toMatchObject({
      code: 2602,
    })
  })
})

it('deletes states that were never spent', async () => {
  await begin(openBrowser(app))
  app.advance(3_700)
  await tidySignIns(app.db, app.now).run()
  expect(await app.db.selectFrom('door_state').selectAll().execute()).toEqual([])
})

it('binds by the code of an authenticator where no SMS is sent, and then needs none', async () => {
  const own = await createTestApp({ demo: false, outside: { wecom: wecom.config } })
  try {
    const { mobile, accountId } = await buildMember(own.db, own.now(), { passwordHash: storedHash })
    const { secret } = await buildAuthenticator(own.db, accountId, { serverSecret: testSecret })
    const userId = newUser()
    const browser = openBrowser(own)
    const ticket = ticketOf(await scan(userId, browser))
    const bound = (smsCode: string) => browser.post(bindWecom, { ticket, mobile, smsCode })
    expect(await bound('000000')).toMatchObject({ code: 1011 })
    expect(await bound(codeOf(secret, own.now()))).toMatchObject({ status: '0' })
    await own.db.deleteFrom('authenticator').execute()
    expect(await scan(userId, browser)).toMatchObject({ status: '0' })
  } finally {
    await own.close()
  }
})

describe('without WeCom', () => {
  it('refuses outside of the demo, which simulates it', async () => {
    const [real, demo] = await Promise.all([createTestApp({ demo: false }), createTestApp()])
    try {
      expect(await real.post(signInOptions, '', {})).toMatchObject({ appId: '', agentId: '' })
      for (const [call, body] of [
        [beginSignIn, { way: 'wecom' }],
        [loginWithSmsCode, { qwCode: 'abc', state: 'def' }],
      ] as const)
        expect(await real.post(call, '', body)).toMatchObject({ code: 201, detail: '扫码登录尚未配置' })
      expect(await demo.post(signInOptions, '', {})).toMatchObject({ appId: 'demo' })
      const browser = openBrowser(demo)
      const { url = '' } = await browser.post(beginSignIn, { way: 'wecom' })
      const [, state = ''] = /^\/#\/demoScan\?state=(\w+)$/.exec(url) ?? []
      expect(await browser.post(loginWithSmsCode, { qwCode: 'demo-周启明', state })).toMatchObject({
        code: 1021,
      })
    } finally {
      await Promise.all([real.close(), demo.close()])
    }
  })
})

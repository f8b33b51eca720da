import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { clientHash, getSmsCode, signIn, storedHash } from '../../../test/sign-in.ts'
import { hashToken } from '../../platform/session/gate.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import { sha256Hex } from '../password/password.ts'

const { loginWithSmsCode, profile } = rooms.access

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Overrides = Parameters<typeof buildMember>[2]
const person = (overrides: Overrides = {}) =>
  buildMember(app.db, app.now(), { passwordHash: storedHash, ...overrides })
const tryLogin = (mobile: string, smsCode: string, password = clientHash) =>
  app.post(loginWithSmsCode, '', {
    mobile,
    password,
    smsCode,
    device: 'Chrome',
    deviceType: 0,
    appVersion: '1.0',
  })

describe('sign-in', () => {
  it('opens a session that returns person, store and rights', async () => {
    const dealerId = await buildDealer(app.db, { groupId: 3 })
    const member = await person({ dealerId, name: '周明', modules: ['客户管理', '销售订单'] })
    const answer = await signIn(app, member.mobile)
    expect(answer).toMatchObject({
      status: '0',
      role: 4,
      isAdmin: false,
      modules: ['客户管理', '销售订单'],
      profile: {
        memberId: member.memberId,
        dealerId,
        name: '周明',
        allRoles: '客户经理',
        role: 4,
        groupId: 3,
        city: '杭州市',
      },
      dealers: [{ dealerId }],
    })
    expect(answer.profile?.mobile).toBe(`${member.mobile.slice(0, 3)}****${member.mobile.slice(-4)}`)
    expect(answer.allModules?.map((one) => one.name)).toContain('企业管理')
    const reloaded = await app.post(profile, answer.token ?? '', {})
    expect(reloaded).toMatchObject({ status: '0', profile: answer.profile, modules: answer.modules })
  })

  it('makes a new token each time and stores only its hash', async () => {
    const member = await person()
    const first = await signIn(app, member.mobile)
    app.advance(61)
    const second = await signIn(app, member.mobile)
    expect(second.token).not.toBe(first.token)
    expect(Buffer.from(second.token ?? '', 'base64url')).toHaveLength(32)
    const rows = await app.db
      .selectFrom('session')
      .select('token_hash')
      .where('account_id', '=', member.accountId)
      .execute()
    const hashes = rows.map((row) => row.token_hash.toString('hex'))
    expect(hashes).toContain(hashToken(second.token ?? '').toString('hex'))
    expect(JSON.stringify(rows)).not.toContain(second.token)
  })

  it('activates the member at the first one and writes an audit row at each', async () => {
    const member = await person()
    const activated = () =>
      app.db
        .selectFrom('member')
        .select('activated_at')
        .where('id', '=', member.memberId)
        .executeTakeFirstOrThrow()
    expect(await activated()).toEqual({ activated_at: null })
    await signIn(app, member.mobile)
    const first = await activated()
    expect(first.activated_at).toEqual(app.now())
    app.advance(61)
    await signIn(app, member.mobile)
    expect(await activated()).toEqual(first)
    const audit = await app.db
      .selectFrom('audit')
      .select(['action', 'record', 'ip'])
      .where('account_id', '=', member.accountId)
      .execute()
    const row = { action: 'sign-in', record: `member:${member.memberId}`, ip: '127.0.0.1' }
    expect(audit).toEqual([row, row])
  })

  it('accepts a number in any usual spelling', async () => {
    const { mobile } = await person()
    const smsCode = await getSmsCode(
      app,
      ` +86 ${mobile.slice(0, 3)} ${mobile.slice(3, 7)}-${mobile.slice(7)}`,
    )
    expect(await tryLogin(`86${mobile}`, smsCode)).toMatchObject({ status: '0' })
  })

  it('reports every missing field', async () => {
    const texts = [
      { path: 'mobile', text: '请输入手机号' },
      { path: 'password', text: '请输入密码' },
      { path: 'smsCode', text: '请输入验证码' },
    ]
    const byPath = (errors: { path: string; text: string }[] = []) =>
      errors.toSorted((a, b) => a.path.localeCompare(b.path))
    for (const body of [{}, { mobile: '' }, { mobile: '', password: '', smsCode: '' }, { smsCode: ' ' }]) {
      const refused = await app.post(loginWithSmsCode, '', body)
      expect(refused).toMatchObject({ status: '-1', code: 400 })
      expect(byPath(refused.errors), JSON.stringify(body)).toEqual(byPath(texts))
    }
  })

  it('reports the missing fields along with the wrong one', async () => {
    const { errors } = await app.post(loginWithSmsCode, '', { mobile: 5 })
    expect(errors?.map((error) => error.path)).toEqual(['mobile', 'password', 'smsCode'])
  })

  it('refuses a password that is not a hash', async () => {
    const refused = await app.post(loginWithSmsCode, '', {
      mobile: '13800000000',
      password: 'Showroom#2026',
      smsCode: '123456',
    })
    expect(refused.errors).toEqual([{ path: 'password', text: '密码格式不正确' }])
  })

  it('answers a wrong password and an unknown number alike', async () => {
    const { mobile } = await person()
    const wrong = await tryLogin(mobile, await getSmsCode(app, mobile), sha256Hex('wrong'))
    const unknown = await tryLogin('15912340000', await getSmsCode(app, '15912340000'))
    expect(wrong).toMatchObject({
      status: '-1',
      code: 1001,
      detail: '手机号或密码错误，请检查！',
      httpStatus: 200,
    })
    expect(unknown.text).toBe(wrong.text)
  })

  it('costs as much for an unknown number as for a wrong password, so that its time reveals no account', async () => {
    const { mobile } = await person()
    /** Least processor time of several tries, in all threads: others of this process can only add to it. */
    async function costOf(number: string): Promise<number> {
      const costs: number[] = []
      for (let at = 0; at < 5; at += 1) {
        const before = process.cpuUsage()
        await tryLogin(number, '123456', sha256Hex('wrong'))
        const { user, system } = process.cpuUsage(before)
        costs.push(user + system)
      }
      return Math.min(...costs)
    }
    const [known, unknown] = [await costOf(mobile), await costOf('13900000009')]
    expect(unknown).toBeGreaterThan(known * 0.7)
  })

  it('keeps the code valid after a wrong password', async () => {
    const { mobile } = await person()
    const code = await getSmsCode(app, mobile)
    await tryLogin(mobile, code, sha256Hex('wrong'))
    expect(await tryLogin(mobile, code)).toMatchObject({ status: '0' })
  })

  it('refuses a QR code without a started scan', async () => {
    expect(await app.post(loginWithSmsCode, '', { qwCode: 'abc' })).toMatchObject({
      status: '-1',
      code: 201,
      detail: '扫码登录已失效，请重新扫码',
    })
  })
})

describe('wrong sign-ins', () => {
  const wrong = (mobile: string) => tryLogin(mobile, '000000', sha256Hex('wrong'))

  it('slow an account down from the tenth on, with a growing delay, but never lock it for good', async () => {
    const { mobile } = await person()
    const other = await person()
    for (let times = 0; times < 10; times++) expect((await wrong(mobile)).code).toBe(1011)
    const code = await getSmsCode(app, mobile)
    expect(await tryLogin(mobile, code)).toMatchObject({
      status: '-1',
      code: 1002,
      detail: '登录尝试过多，请5秒后再试',
    })
    expect(await signIn(app, other.mobile)).toMatchObject({ status: '0' })
    app.advance(5)
    expect((await wrong(mobile)).code).toBe(1011)
    expect(await wrong(mobile)).toMatchObject({ code: 1002, detail: '登录尝试过多，请10秒后再试' })
    app.advance(10)
    expect(await tryLogin(mobile, code)).toMatchObject({ status: '0' })
    expect((await wrong(mobile)).code).toBe(1011)
  })

  it('wait at most ten minutes', async () => {
    const { mobile } = await person()
    await app.db
      .insertInto('rate_limit')
      .values({
        subject: `login:${mobile}`,
        hits: 60,
        window_ends_at: new Date(app.now().getTime() + 900_000),
      })
      .execute()
    await wrong(mobile)
    expect(await wrong(mobile)).toMatchObject({ code: 1002, detail: '登录尝试过多，请600秒后再试' })
    app.advance(600)
    expect(await signIn(app, mobile)).toMatchObject({ status: '0' })
  })

  it('are forgotten after 15 minutes', async () => {
    const { mobile } = await person()
    for (let times = 0; times < 9; times++) await wrong(mobile)
    app.advance(15 * 60)
    await wrong(mobile)
    expect(await wrong(mobile)).toMatchObject({ code: 1011 })
  })

  it('slow an unknown number down in the same way', async () => {
    for (let times = 0; times < 10; times++) await wrong('15912340001')
    expect(await wrong('15912340001')).toMatchObject({ code: 1002 })
  })
})

describe('a barred member', () => {
  const change = (memberId: number, values: { status?: number; left_at?: Date }) =>
    app.db.updateTable('member').set(values).where('id', '=', memberId).execute()

  it('is refused while frozen', async () => {
    const member = await person()
    await change(member.memberId, { status: -1 })
    expect(await signIn(app, member.mobile)).toMatchObject({
      code: 1003,
      detail: '账户已被冻结或已离职，请联系管理员',
    })
  })

  it('is refused after leaving', async () => {
    const member = await person()
    await change(member.memberId, { left_at: app.now() })
    expect(await signIn(app, member.mobile)).toMatchObject({ code: 1003 })
  })

  it('signs in at another store while frozen at one', async () => {
    const member = await person()
    const second = await buildMember(app.db, app.now(), {
      accountId: member.accountId,
      mobile: member.mobile,
    })
    await change(member.memberId, { status: -1 })
    const answer = await signIn(app, member.mobile)
    expect(answer).toMatchObject({ status: '0', profile: { dealerId: second.dealerId } })
    expect(answer.dealers?.map((one) => one.dealerId)).toEqual([second.dealerId])
  })

  it('is refused in a sales role at a store that keeps sales staff off the PC', async () => {
    const dealerId = await buildDealer(app.db)
    await app.db
      .updateTable('dealer')
      .set({ forbid_sales_login_pc: true })
      .where('id', '=', dealerId)
      .execute()
    for (const [role, code] of [
      [4, 1005],
      [5, 1005],
      [8, 0],
      [3, 0],
      [7, 0],
    ] as const) {
      const { mobile } = await person({ dealerId, role })
      expect(await signIn(app, mobile), `role ${role}`).toMatchObject({ code })
    }
  })
})

describe('rights at sign-in', () => {
  const rightsOf = async (overrides: Overrides) => signIn(app, (await person(overrides)).mobile)

  it('include everything for a manager', async () => {
    expect(await rightsOf({ role: 1, modules: [] })).toMatchObject({
      isAdmin: true,
      allowFailVerify: true,
      allowOrderVerify: true,
      allowAssign: true,
      allowOrderAlloc: true,
      canResign: true,
      dccEnable: true,
      isAutoClear: false,
      allowOnlineAssign: true,
      cityPoolEnable: false,
    })
  })

  it('come from modules for other roles', async () => {
    expect(await rightsOf({ role: 4, modules: ['战败审核', '客户离职'] })).toMatchObject({
      isAdmin: false,
      allowFailVerify: true,
      allowOrderVerify: false,
      allowAssign: false,
      allowOrderAlloc: false,
      canResign: true,
      allowOnlineAssign: false,
    })
  })

  it('let a member with subordinates assign', async () => {
    const head = await person()
    await person({ dealerId: head.dealerId, managerId: head.memberId })
    expect(await signIn(app, head.mobile)).toMatchObject({ allowAssign: true })
  })

  it("follow the dealer's lead policy and city pool", async () => {
    const dealerId = await buildDealer(app.db, { onlinePolicy: 2, cityPoolEnable: true })
    expect(await rightsOf({ dealerId, role: 5 })).toMatchObject({
      allowOnlineAssign: true,
      cityPoolEnable: true,
      dccEnable: true,
    })
    expect(await rightsOf({ dealerId, role: 1 })).toMatchObject({ allowOnlineAssign: false })
    const auto = await buildDealer(app.db, { onlinePolicy: 3 })
    expect(await rightsOf({ dealerId: auto, role: 5 })).toMatchObject({
      isAutoClear: true,
      dccEnable: false,
      allowOnlineAssign: false,
    })
  })
})

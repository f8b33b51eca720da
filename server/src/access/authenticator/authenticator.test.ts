import { rooms } from '@showroom/contract'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, send, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { clientHash, storedHash } from '../../../test/sign-in.ts'
import { inviteMember } from '../../seed/apply/invite.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildAuthenticator, codeOf } from '../access.factory.ts'
import { sha256Hex } from '../password/password.ts'

const { loginWithSmsCode, resetPassword, enrolAuthenticator, renewAuthenticator } = rooms.access
const { bindings, signInOptions, getSmsCode, profile } = rooms.access
const { memberResetAuthenticator, memberList } = rooms.team

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ demo: false })
})
afterAll(() => app.close())

type Overrides = Parameters<typeof buildMember>[2]
const person = (overrides: Overrides = {}) =>
  buildMember(app.db, app.now(), { passwordHash: storedHash, ...overrides })
const enrolled = async (overrides: Overrides = {}) => {
  const member = await person(overrides)
  return { ...member, ...(await buildAuthenticator(app.db, member.accountId, { serverSecret: testSecret })) }
}
const login = (mobile: string, smsCode: string, password = clientHash) =>
  app.post(loginWithSmsCode, '', { mobile, password, smsCode })
const reset = (mobile: string, smsCode: string, newPassword = sha256Hex('Fresh#2026x')) =>
  app.post(resetPassword, '', { mobile, smsCode, newPassword })
const invite = (mobile: string, isReset = false) =>
  inviteMember(app.databaseUrl, mobile, { serverSecret: testSecret, now: app.now(), isReset })
const auditOf = async (accountId: number) =>
  (
    await app.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

const wrong = { status: '-1', code: 1011, detail: '验证码错误或已使用，请输入验证器显示的下一个' }

describe('without SMS', () => {
  it('each call that takes a code takes that of an authenticator', async () => {
    const takesCode = (call: Call): boolean => {
      const { properties = {} } = z.toJSONSchema(schemaOf(call.request), {
        io: 'input',
        unrepresentable: 'any',
      })
      return 'smsCode' in properties
    }
    const calls = Object.values<Call>(rooms.access as never).concat(
      Object.entries(rooms).flatMap(([room, of]) =>
        room === 'access' ? [] : (Object.values(of) as unknown as Call[]),
      ),
    )
    const { mobile, token, secret, recoveryCodes } = await enrolled()
    const request = {
      mobile,
      password: clientHash,
      oldPassword: clientHash,
      newPassword: sha256Hex('Fresh#2026x'),
      what: 'authenticator',
      ticket: 'unknown',
    }
    // A code of the authenticator, and a recovery code. Unknown tickets are refused before the code.
    const expected: Readonly<Record<string, readonly [ofAuthenticator: number, ofRecovery: number]>> = {
      [loginWithSmsCode.path]: [0, 0],
      [renewAuthenticator.path]: [0, 0],
      [resetPassword.path]: [1011, 0],
      [enrolAuthenticator.path]: [1028, 1028],
      [rooms.access.bindWecom.path]: [201, 201],
    }
    const withCode = calls.filter(takesCode)
    expect(withCode.map(({ path }) => path).toSorted()).toEqual(Object.keys(expected).toSorted())
    let used = 0
    for (const path of Object.keys(expected)) {
      const call = withCode.find((one) => one.path === path) as Call
      const as = call.may === 'public' ? '' : token
      app.advance(60)
      const ofAuthenticator = await app.post(call, as, { ...request, smsCode: codeOf(secret, app.now()) })
      const ofRecovery = await app.post(call, as, { ...request, smsCode: recoveryCodes[(used += 1)] })
      expect([ofAuthenticator.code, ofRecovery.code], path).toEqual(expected[path])
    }
  })

  it('sends no code, and announces that to the sign-in page', async () => {
    expect(await app.post(signInOptions, '', {})).toMatchObject({ usesAuthenticator: true })
    const request = { mobile: '15900000001', answer: 'abcd', uniqueId: 'none' }
    expect(await app.post(getSmsCode, '', request)).toMatchObject({ code: 1019 })
  })
})

describe('a code of the authenticator', () => {
  it('is that of RFC 6238', async () => {
    const { mobile, accountId } = await person()
    const secret = Secret.fromLatin1('12345678901234567890').base32
    await buildAuthenticator(app.db, accountId, { serverSecret: testSecret, secret })
    const today = app.now()
    try {
      // The last six of the eight digits of appendix B, SHA-1.
      for (const [seconds, code] of [
        [59, '287082'],
        [1_111_111_109, '081804'],
        [1_111_111_111, '050471'],
        [1_234_567_890, '005924'],
        [2_000_000_000, '279037'],
        [20_000_000_000, '353130'],
      ] as const) {
        app.setNow(new Date(seconds * 1000))
        expect(await login(mobile, code), String(seconds)).toMatchObject({ status: '0' })
      }
    } finally {
      app.setNow(today)
    }
  })

  it('works one step early and late, in any spelling, and no longer', async () => {
    for (const [steps, status] of [
      [-2, '-1'],
      [-1, '0'],
      [0, '0'],
      [1, '0'],
      [2, '-1'],
    ] as const) {
      const { mobile, secret } = await enrolled()
      const code = codeOf(secret, app.now(), steps)
      const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`.replaceAll('1', '１')
      expect(await login(mobile, typed), String(steps)).toMatchObject({ status })
    }
  })

  it('works once, also at the same time over two processes, and no earlier one after it', async () => {
    const { mobile, secret, accountId } = await enrolled()
    const second = await app.startNode()
    const code = codeOf(secret, app.now())
    const request = { mobile, password: clientHash, smsCode: code }
    const answers = await Promise.all(
      [app.app, second, second].map((node) => send(node, loginWithSmsCode, '', request)),
    )
    expect(answers.map((one) => one.status).toSorted()).toEqual(['-1', '-1', '0'])
    const { rows } = await sql`select from session where account_id = ${accountId}`.execute(app.db)
    expect(rows).toHaveLength(2) // one from the factory, one new
    expect(await login(mobile, code)).toMatchObject(wrong)
    expect(await login(mobile, codeOf(secret, app.now(), -1))).toMatchObject(wrong)
    expect(await login(mobile, codeOf(secret, app.now(), 1))).toMatchObject({ status: '0' })
  })

  it('is not used up by a wrong password', async () => {
    const { mobile, secret } = await enrolled()
    const code = codeOf(secret, app.now())
    for (let tries = 0; tries < 6; tries++)
      expect(await login(mobile, code, 'a'.repeat(64))).toMatchObject({ code: 1001 })
    expect(await login(mobile, code)).toMatchObject({ status: '0' })
  })

  it('waits after five wrong ones, also parallel ones, and rests a day after fifty', async () => {
    const { mobile, secret } = await enrolled()
    const right = () => codeOf(secret, app.now())
    const another = () => String((Number(right()) + 1) % 1_000_000).padStart(6, '0')
    const many = await Promise.all(Array.from({ length: 8 }, () => login(mobile, another())))
    expect(many.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 3 }, () => 429),
      ...Array.from({ length: 5 }, () => 1011),
    ])
    expect(await login(mobile, right())).toMatchObject({
      code: 429,
      detail: expect.stringMatching(/^验证码错误次数过多，请\d+秒后再试$/) as string,
    })
    app.advance(300)
    expect(await login(mobile, right())).toMatchObject({ status: '0' })
    await app.db
      .updateTable('rate_limit')
      .set({ hits: 50 })
      .where('subject', '=', `code-50-login:${mobile}`)
      .execute()
    app.advance(300)
    expect(await login(mobile, right())).toMatchObject({ code: 429, detail: /明天再试/ as never })
  })

  it('is answered alike for unknown, uninvited and enrolled persons', async () => {
    const texts = new Set<string>()
    for (const mobile of ['15900000003', (await person()).mobile, (await enrolled()).mobile])
      for (const password of [clientHash, 'a'.repeat(64)])
        texts.add((await login(mobile, '000000', password)).text)
    expect([...texts]).toHaveLength(1)
    const resets = await Promise.all(
      ['15900000004', (await person()).mobile, (await enrolled()).mobile].map((one) => reset(one, '000000')),
    )
    expect(new Set(resets.map(({ text }) => text)).size).toBe(1)
  })

  it('is sealed in the database, and its recovery codes are hashed', async () => {
    const { accountId, secret, recoveryCodes } = await enrolled()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(u)::text as row from authenticator u where account_id = ${accountId}`.execute(app.db)
    const stored = rows[0]?.row ?? ''
    for (const clear of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes])
      expect(stored).not.toContain(clear)
    expect(stored).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'))
  })
})

describe('an enrolment', () => {
  it('begins with an invitation, counts from the first code on, and happens once', async () => {
    const member = await person({ name: '周明' })
    const { mobile } = member
    const codes = await invite(mobile)
    // The invitation alone opens no session.
    expect(await login(mobile, codes?.login ?? '')).toMatchObject(wrong)
    const begun = await reset(mobile, codes?.password ?? '')
    expect(begun).toMatchObject({ status: '0', smsCode: '' })
    const { ticket = '', secret = '', uri = '' } = begun.enrolment ?? {}
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(`展厅:周明 ${masked}`)
    expect(await app.post(profile, member.token, {})).toMatchObject({ status: '-100' })
    const password = sha256Hex('Fresh#2026x')
    expect(await login(mobile, codeOf(secret, app.now()), password)).toMatchObject(wrong)
    expect(await app.post(enrolAuthenticator, '', { ticket, smsCode: '000000' })).toMatchObject(wrong)
    const request = { ticket, smsCode: codeOf(secret, app.now()) }
    const answers = await Promise.all([1, 2, 3].map(() => app.post(enrolAuthenticator, '', request)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1028, 1028])
    const done = answers.find(({ status }) => status === '0')
    expect(new Set(done?.recoveryCodes).size).toBe(10)
    expect(await login(mobile, request.smsCode, password)).toMatchObject(wrong)
    const { token = '' } = await login(mobile, done?.smsCode ?? '', password)
    expect((await app.post(bindings, token, {})).authenticator).toEqual({
      isOffered: true,
      enrolledAt: Math.floor(app.now().getTime() / 1000),
      recoveryCodes: 10,
    })
    expect(await auditOf(member.accountId)).toEqual(['password-change', 'authenticator-enrol', 'sign-in'])

    // Invited again, the person keeps it.
    const again = await invite(mobile)
    const next = await reset(mobile, again?.password ?? '')
    expect(next.enrolment).toBeUndefined()
    expect(await login(mobile, next.smsCode ?? '', password)).toMatchObject({ status: '0' })
    app.advance(60)
    expect(await login(mobile, codeOf(secret, app.now()), password)).toMatchObject({ status: '0' })
  })

  it('ends after 30 minutes, with a new password and with a new invitation', async () => {
    const { mobile } = await person()
    const begin = async () => {
      const codes = await invite(mobile)
      const { enrolment } = await reset(mobile, codes?.password ?? '')
      return { ticket: enrolment?.ticket ?? '', secret: enrolment?.secret ?? '' }
    }
    const finish = ({ ticket, secret }: { ticket: string; secret: string }) =>
      app.post(enrolAuthenticator, '', { ticket, smsCode: codeOf(secret, app.now()) })
    const first = await begin()
    const second = await begin()
    expect(await finish(first)).toMatchObject({ code: 1028 })
    app.advance(30 * 60 + 1)
    expect(await finish(second)).toMatchObject({ code: 1028 })
    expect(await finish(await begin())).toMatchObject({ status: '0' })
  })
})

describe('a recovery code', () => {
  it('replaces a forgotten password or a lost phone, once each', async () => {
    const { mobile, accountId, secret, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const typed = `${first.slice(0, 5)}-${first.slice(5)}`.toLowerCase().replaceAll('0', 'o')
    // The authenticator alone sets no password.
    expect(await reset(mobile, codeOf(secret, app.now()))).toMatchObject({
      code: 1011,
      detail: '恢复码错误或已使用',
    })
    const { smsCode = '', enrolment } = await reset(mobile, typed)
    expect(enrolment).toBeUndefined()
    const password = sha256Hex('Fresh#2026x')
    expect(await login(mobile, smsCode, password)).toMatchObject({ status: '0' })
    const twice = await Promise.all([1, 2, 3].map(() => login(mobile, second, password)))
    expect(twice.filter(({ status }) => status === '0')).toHaveLength(1)
    for (const used of [first, second]) expect(await reset(mobile, used)).toMatchObject({ code: 1011 })
    expect((await auditOf(accountId)).filter((action) => action === 'recovery-use')).toHaveLength(2)
  })

  it('is refused in one that another person has', async () => {
    const [mine, other] = [await enrolled(), await enrolled()]
    expect(await login(mine.mobile, other.recoveryCodes[0] ?? '')).toMatchObject(wrong)
    expect(await reset(mine.mobile, other.recoveryCodes[0] ?? '')).toMatchObject({ code: 1011 })
  })
})

describe('the own authenticator', () => {
  const renew = (
    { token }: BuiltMember,
    smsCode: string,
    what: 'authenticator' | 'recoveryCodes',
    oldPassword = clientHash,
  ) => app.post(renewAuthenticator, token, { oldPassword, smsCode, what })

  it('is replaced by password and a code, which ends the other sessions', async () => {
    const member = await enrolled()
    const { mobile, secret, recoveryCodes } = member
    const other = await login(mobile, recoveryCodes[0] ?? '')
    const code = () => codeOf(secret, app.now())
    expect(await renew(member, code(), 'authenticator', 'a'.repeat(64))).toMatchObject({ code: 1015 })
    expect(await renew(member, '000000', 'authenticator')).toMatchObject(wrong)
    const { enrolment } = await renew(member, code(), 'authenticator')
    const ticket = enrolment?.ticket ?? ''
    const fresh = enrolment?.secret ?? ''
    expect(await renew(member, code(), 'authenticator')).toMatchObject(wrong)
    // The former one counts until the first code of the new one.
    app.advance(30)
    expect(await login(mobile, code())).toMatchObject({ status: '0' })
    const done = await app.post(enrolAuthenticator, '', { ticket, smsCode: codeOf(fresh, app.now()) })
    expect(done).toMatchObject({ status: '0', smsCode: '' })
    expect(await app.post(profile, member.token, {})).toMatchObject({ status: '0' })
    expect(await app.post(profile, other.token ?? '', {})).toMatchObject({ status: '-100' })
    app.advance(60)
    for (const former of [code(), recoveryCodes[1] ?? ''])
      expect(await login(mobile, former)).toMatchObject(wrong)
    expect(await login(mobile, codeOf(fresh, app.now()))).toMatchObject({ status: '0' })
    expect(await login(mobile, done.recoveryCodes?.[0] ?? '')).toMatchObject({ status: '0' })
  })

  it('gets new recovery codes, which void the former ones', async () => {
    const member = await enrolled()
    const { mobile, recoveryCodes } = member
    const answer = await renew(member, recoveryCodes[0] ?? '', 'recoveryCodes')
    expect(answer.recoveryCodes).toHaveLength(10)
    expect(await reset(mobile, recoveryCodes[1] ?? '')).toMatchObject({ code: 1011 })
    expect(await reset(mobile, answer.recoveryCodes?.[0] ?? '')).toMatchObject({ status: '0' })
  })

  it('is not replaced by what was begun before a new password', async () => {
    const member = await enrolled()
    const { enrolment } = await renew(member, codeOf(member.secret, app.now()), 'authenticator')
    await reset(member.mobile, member.recoveryCodes[0] ?? '')
    const smsCode = codeOf(enrolment?.secret ?? '', app.now())
    const late = { ticket: enrolment?.ticket ?? '', smsCode }
    expect(await app.post(enrolAuthenticator, '', late)).toMatchObject({ code: 1028 })
  })

  it('is none where a person has none', async () => {
    const member = await person()
    expect(await renew(member, '000000', 'authenticator')).toMatchObject({ code: 410 })
  })
})

describe('a reset', () => {
  const resetBy = ({ token }: BuiltMember, { memberId }: { readonly memberId: number }) =>
    app.post(memberResetAuthenticator, token, { memberId })

  it('is made by a higher rank, ends all sessions and notifies the admins', async () => {
    const head = await person({ role: 1, name: '周启明' })
    const { dealerId } = head
    const of = { dealerId }
    const seller = await enrolled({ ...of, name: '冯远' })
    const clerk = await person({ ...of, modules: ['企业管理', '客户管理', '销售订单'] })
    const market = await enrolled({ ...of, role: 6 })
    const boss = await enrolled({ ...of, role: 2 })
    const plain = await person(of)
    const stranger = await enrolled()
    expect(await resetBy(plain, seller)).toMatchObject({ code: 403 })
    expect(await resetBy(clerk, market)).toMatchObject({ code: 2602 })
    expect(await resetBy(market, boss)).toMatchObject({ code: 2602 })
    expect(await resetBy(head, head)).toMatchObject({ code: 2602, detail: '请在个人信息中更换自己的验证器' })
    expect(await resetBy(head, stranger)).toMatchObject({ code: 404 })
    expect(await resetBy(head, plain)).toMatchObject({ code: 410 })
    const listed = async () =>
      (await app.post(memberList, head.token, {})).data?.find(({ memberId }) => memberId === seller.memberId)
    expect(await listed()).toMatchObject({ isEnrolled: true })
    expect(await resetBy(clerk, seller)).toMatchObject({ status: '0' })
    expect(await listed()).toMatchObject({ isEnrolled: false })
    expect(await resetBy(head, boss)).toMatchObject({ status: '0' })
    expect(await app.post(profile, seller.token, {})).toMatchObject({
      status: '-100',
      detail: expect.stringContaining('您的验证器已被重置') as string,
    })
    expect(await login(seller.mobile, codeOf(seller.secret, app.now()))).toMatchObject(wrong)
    expect(await reset(seller.mobile, seller.recoveryCodes[0] ?? '')).toMatchObject({ code: 1011 })
    const notices = await app.db
      .selectFrom('notice')
      .select(['member_id', 'text'])
      .where('dealer_id', '=', dealerId)
      .execute()
    const ofReset = notices.filter(({ text }) => text?.includes('重置了冯远'))
    expect(ofReset.map((one) => one.member_id).toSorted((a, b) => a - b)).toEqual(
      [head, market, boss].map((one) => one.memberId).toSorted((a, b) => a - b),
    )
    const codes = await invite(seller.mobile)
    expect((await reset(seller.mobile, codes?.password ?? '')).enrolment?.secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('is the operator’s for a person of several stores, and for a store’s only head', async () => {
    const head = await enrolled({ role: 1 })
    const seller = await enrolled({ dealerId: head.dealerId })
    await person({ accountId: seller.accountId, dealerId: await buildDealer(app.db) })
    expect(await resetBy(head, seller)).toMatchObject({
      code: 2602,
      detail: expect.stringContaining('验证器由平台重置') as string,
    })
    const { mobile } = head
    expect(await invite(mobile)).toMatchObject({ isEnrolled: true })
    expect(await app.post(profile, head.token, {})).toMatchObject({ status: '0' })
    const codes = await invite(mobile, true)
    expect(codes).toMatchObject({ isEnrolled: false })
    expect(await app.post(profile, head.token, {})).toMatchObject({ status: '-100' })
    expect(await login(mobile, codeOf(head.secret, app.now()))).toMatchObject(wrong)
    expect((await reset(mobile, codes?.password ?? '')).enrolment?.ticket).toBeTruthy()
  })

  it('leaves frozen and former members out as before', async () => {
    const member = await enrolled()
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', member.memberId).execute()
    expect(await login(member.mobile, codeOf(member.secret, app.now()))).toMatchObject({ code: 1003 })
  })
})

it('where SMS is configured no authenticator counts, and codes have six digits', async () => {
  const demo = await createTestApp()
  try {
    const other = await buildMember(demo.db, demo.now(), { passwordHash: storedHash })
    const own = await buildAuthenticator(demo.db, other.accountId, { serverSecret: testSecret })
    const typed = { mobile: other.mobile, password: clientHash, smsCode: codeOf(own.secret, demo.now()) }
    const refused = { code: 1011, detail: '验证码错误或已失效，请重新获取' }
    expect(await demo.post(loginWithSmsCode, '', typed)).toMatchObject(refused)
    expect(await demo.post(signInOptions, '', {})).toMatchObject({ usesAuthenticator: false })
    for (const long of ['1234567', '12345678901'])
      expect(await demo.post(loginWithSmsCode, '', { ...typed, smsCode: long })).toMatchObject({
        errors: [{ path: 'smsCode', text: '不能超过6个字' }],
      })
  } finally {
    await demo.close()
  }
})

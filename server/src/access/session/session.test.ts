import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, send } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { countWaiting } from '../../../test/cluster/holder.ts'
import { clientHash, storedHash } from '../../../test/sign-in.ts'
import type { App } from '../../app.ts'
import { buildDealer, buildMember, stageMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { sha256Hex } from '../password/password.ts'
import { notify } from '../../platform/db/notify.ts'

const { logout, profile, switchDealer, changePassword } = rooms.access
const hour = 3600

let app: TestApp
/** A second server process on the same database. */
let other: App
beforeAll(async () => {
  app = await createTestApp()
  other = await app.startNode()
})
afterAll(() => app.close())

const person = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), { passwordHash: storedHash, ...overrides })
const isOpen = async (token: string, node: App = app.app) =>
  (await send(node, profile, token, {})).status === '0'

describe('a session', () => {
  it('opens by its token, with or without Bearer', async () => {
    const { token, dealerId } = await person()
    expect(await app.post(profile, token, { dealerId })).toMatchObject({ status: '0', profile: { dealerId } })
    expect(await app.post(profile, `Bearer ${token}`, {})).toMatchObject({ status: '0' })
  })

  it('is refused for every wrong token', async () => {
    const { token } = await person()
    for (const wrong of [
      '',
      'x',
      `${token}x`,
      token.slice(1),
      'a'.repeat(5000),
      `Bearer Bearer ${token}`,
      '中文',
    ])
      expect(await app.post(profile, encodeURI(wrong), {}), wrong.slice(0, 40)).toMatchObject({
        httpStatus: 200,
        status: '-100',
        code: 100,
        detail: '登录过期',
      })
  })

  it('expires after 12 hours without a request', async () => {
    const { token } = await person()
    app.advance(12 * hour - 1)
    expect(await isOpen(token)).toBe(true)
    app.advance(12 * hour - 60)
    expect(await isOpen(token)).toBe(true)
    app.advance(12 * hour)
    expect(await isOpen(token)).toBe(false)
  })

  it('is extended by requests to any server process', async () => {
    const { token } = await person()
    expect(await isOpen(token, other)).toBe(true)
    app.advance(11 * hour)
    expect(await isOpen(token)).toBe(true)
    app.advance(11 * hour)
    expect(await isOpen(token, other)).toBe(true)
  })

  it('expires after 7 days even when used', async () => {
    const { token } = await person()
    for (let passed = 0; passed < 144; passed += 11) {
      app.advance(11 * hour)
      expect(await isOpen(token)).toBe(true)
    }
    app.advance(10 * hour)
    expect(await isOpen(token)).toBe(true)
    app.advance(4 * hour + 1)
    expect(await isOpen(token)).toBe(false)
  })

  it('keeps this limit when its store is switched', async () => {
    const { token, dealerId } = await person()
    app.advance(11 * hour)
    const switched = await app.post(switchDealer, token, { dealerId })
    for (let passed = 11; passed < 165; passed += 11) {
      expect(await isOpen(switched.token ?? '')).toBe(true)
      app.advance(11 * hour)
    }
    app.advance(3 * hour + 1)
    expect(await isOpen(switched.token ?? '')).toBe(false)
  })

  it('is ended by logout, with an audit row', async () => {
    const { token, accountId } = await person()
    expect(await app.post(logout, token, {})).toMatchObject({ status: '0' })
    expect(await app.post(logout, token, {})).toMatchObject({ status: '-100' })
    const audit = await app.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', accountId)
      .execute()
    expect(audit).toEqual([{ action: 'sign-out' }])
  })

  it("keeps the person's other sessions at logout", async () => {
    const first = await person()
    const second = await buildMember(app.db, app.now(), { accountId: first.accountId, mobile: first.mobile })
    await app.post(logout, first.token, {})
    expect(await isOpen(second.token)).toBe(true)
  })
})

describe('changes of a session take effect at once on the other process:', () => {
  type Change = Partial<{
    status: number
    left_at: Date
    role: number
    modules: string[]
    manager_id: number
  }>
  const change = (member: BuiltMember, values: Change) => stageMember(app.db, member, values)

  /** Both processes have cached the session. The tests' clock stands still, so only a notification can remove it. */
  async function opened(overrides: Parameters<typeof buildMember>[2] = {}): Promise<BuiltMember> {
    const one = await person(overrides)
    expect(await isOpen(one.token)).toBe(true)
    expect(await isOpen(one.token, other)).toBe(true)
    return one
  }
  const gone = (token: string) => vi.waitFor(async () => expect(await isOpen(token, other)).toBe(false), 1000)

  it('logout', async () => {
    const { token } = await opened()
    await app.post(logout, token, {})
    await gone(token)
  })

  it('freezing and unfreezing the member', async () => {
    const one = await opened()
    await change(one, { status: -1 })
    await gone(one.token)
    await change(one, { status: 0 })
    expect(await isOpen(one.token, other)).toBe(true)
  })

  it('leaving the store', async () => {
    const one = await opened()
    await change(one, { left_at: app.now() })
    await gone(one.token)
  })

  it("a password change, for the person's other sessions", async () => {
    const one = await opened()
    const elsewhere = await buildMember(app.db, app.now(), { accountId: one.accountId, mobile: one.mobile })
    expect(await isOpen(elsewhere.token, other)).toBe(true)
    await app.post(changePassword, one.token, {
      oldPassword: clientHash,
      newPassword: sha256Hex('Another%2027y'),
    })
    await gone(elsewhere.token)
    expect(await isOpen(one.token, other)).toBe(true)
  })

  it('a change of role and modules', async () => {
    const one = await opened()
    await change(one, { role: 3, modules: ['前台流量'] })
    await vi.waitFor(async () => {
      const seen = await send(other, profile, one.token, {})
      expect(seen).toMatchObject({ role: 3, isAdmin: true, modules: ['前台流量'] })
    }, 1000)
  })

  it('a new subordinate', async () => {
    const head = await opened()
    expect((await send(other, profile, head.token, {})).allowAssign).toBe(false)
    const junior = await person({ dealerId: head.dealerId })
    await change(junior, { manager_id: head.memberId })
    await vi.waitFor(
      async () => expect((await send(other, profile, head.token, {})).allowAssign).toBe(true),
      1000,
    )
  })

  it("a change of the dealer's settings", async () => {
    const one = await opened()
    await app.db
      .updateTable('dealer')
      .set({ city_pool_enable: true })
      .where('id', '=', one.dealerId)
      .execute()
    await notify(app.db, 'session_changed', [`dealer:${one.dealerId}`])
    await vi.waitFor(
      async () => expect((await send(other, profile, one.token, {})).cityPoolEnable).toBe(true),
      1000,
    )
  })
})

describe('switch of store', () => {
  async function inTwoStores(overrides: Parameters<typeof buildMember>[2] = {}) {
    const first = await person({ role: 3 })
    const second = await buildMember(app.db, app.now(), {
      ...overrides,
      accountId: first.accountId,
      mobile: first.mobile,
    })
    return { first, second }
  }

  it('continues in the other store with a new token and ends the old one', async () => {
    const { first, second } = await inTwoStores()
    const answer = await app.post(switchDealer, first.token, { dealerId: second.dealerId })
    expect(answer).toMatchObject({
      status: '0',
      profile: { dealerId: second.dealerId, memberId: second.memberId },
    })
    expect(answer.dealers?.map((one) => one.dealerId)).toEqual([first.dealerId, second.dealerId])
    expect(await isOpen(first.token)).toBe(false)
    expect(await app.post(profile, answer.token ?? '', {})).toMatchObject({
      profile: { dealerId: second.dealerId },
    })
  })

  it('succeeds for one of many parallel requests and refuses the others with SESSION_GONE', async () => {
    const { first, second } = await inTwoStores()
    await app.db.deleteFrom('session').where('member_id', '=', second.memberId).execute()
    const requests = Array.from({ length: 20 }, (_, index) =>
      send(index % 2 ? app.app : other, switchDealer, first.token, { dealerId: second.dealerId }),
    )
    const answers = await Promise.all(requests)
    expect(answers.filter(({ status }) => status === '0')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 100)).toHaveLength(19)
    const sessions = app.db
      .selectFrom('session')
      .select('member_id')
      .where('account_id', '=', first.accountId)
    expect(await sessions.execute()).toEqual([{ member_id: second.memberId }])
  })

  it('leaves no session that a new password does not end', async () => {
    const { first, second } = await inTwoStores()
    const blocked = (): Promise<number> => countWaiting(app)
    const { switched, changed } = await app.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('member')
        .select('id')
        .where('dealer_id', '=', second.dealerId)
        .where('id', '=', second.memberId)
        .forUpdate()
        .execute()
      // The switch has written its new session and waits for the member; the password change waits for the switch's lock.
      const switching = app.post(switchDealer, first.token, { dealerId: second.dealerId })
      await expect.poll(blocked).toBe(1)
      const changing = app.post(changePassword, second.token, {
        oldPassword: clientHash,
        newPassword: sha256Hex('Another%2028y'),
      })
      await expect.poll(blocked).toBe(2)
      return { switched: switching, changed: changing }
    })
    expect((await changed).status).toBe('0')
    expect(await isOpen((await switched).token ?? '')).toBe(false)
  })

  it('refuses a foreign store like one that does not exist, and keeps the session', async () => {
    const { token } = await person()
    const foreign = await buildDealer(app.db)
    const refused = await app.post(switchDealer, token, { dealerId: foreign })
    expect(refused).toMatchObject({ status: '-1', code: 404 })
    expect((await app.post(switchDealer, token, { dealerId: 99_999_999 })).text).toBe(refused.text)
    expect(await app.post(switchDealer, token, {})).toMatchObject({
      errors: [{ path: 'dealerId', text: '请选择门店' }],
    })
    expect(await isOpen(token)).toBe(true)
  })

  it('is refused for members who are frozen, have left or may not use the PC site', async () => {
    const { first, second } = await inTwoStores({ role: 4 })
    const at = app.db.updateTable('member').where('id', '=', second.memberId)
    await at.set({ status: -1 }).execute()
    expect(await app.post(switchDealer, first.token, { dealerId: second.dealerId })).toMatchObject({
      code: 404,
    })
    await at.set({ status: 0 }).execute()
    await app.db
      .updateTable('dealer')
      .set({ forbid_sales_login_pc: true })
      .where('id', '=', second.dealerId)
      .execute()
    expect(await app.post(switchDealer, first.token, { dealerId: second.dealerId })).toMatchObject({
      code: 1005,
    })
    await at.set({ left_at: app.now() }).execute()
    expect(await app.post(switchDealer, first.token, { dealerId: second.dealerId })).toMatchObject({
      code: 404,
    })
    expect(await isOpen(first.token)).toBe(true)
  })
})

describe('profile', () => {
  it('shows mobile and identity number masked', async () => {
    const one = await person()
    await app.db
      .updateTable('account')
      .set({ identify_no: '330102199001011234' })
      .where('id', '=', one.accountId)
      .execute()
    const answer = (await app.post(profile, one.token, {})).profile
    expect(answer?.identifyNo).toBe('330***********1234')
    expect(answer?.mobile).toBe(`137****${one.mobile.slice(-4)}`)
  })
})

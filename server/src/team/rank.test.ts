import { setTimeout } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildWecomBinding } from '../access/access.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildMember } from './team.factory.ts'
import type { BuiltMember } from './team.factory.ts'

const { memberList, memberAdd, memberUpdate, memberLeave, memberLeaveBack } = rooms.team
const { memberBindWecom, memberUnbindWecom } = rooms.team

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let head: BuiltMember
let market: BuiltMember
let dealerId: number
beforeEach(async () => {
  head = await buildMember(app.db, app.now(), { role: 1, name: '周启明' })
  dealerId = head.dealerId
  market = await build({ role: 6, name: '贾副手' })
})

const build = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), { dealerId, ...overrides })
const clerkOf = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  build({ modules: ['企业管理', '客户管理', '销售订单'], name: '文员', ...overrides })

let count = 0
const mobile = (): string => `1510000${String((count += 1)).padStart(4, '0')}`
const person = (overrides: object = {}) => ({
  name: '新成员',
  mobile: mobile(),
  identifyNo: '110101199001011237',
  role: 4,
  modules: '客户管理,销售订单',
  topUserId: 0,
  ...overrides,
})
const add = (by: BuiltMember, overrides: object = {}) => {
  app.advance(3)
  return app.post(memberAdd, by.token, person(overrides))
}
const rowOf = (memberId: number) =>
  app.db
    .selectFrom('member')
    .selectAll()
    .where('dealer_id', '=', dealerId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/** The edit request of a member, with changes. */
async function edit(by: BuiltMember, memberId: number, changes: object = {}) {
  const { data = [] } = await app.post(memberList, head.token, {})
  const member = data.find((one) => one.memberId === memberId)
  return app.post(memberUpdate, by.token, {
    memberId,
    name: member?.userName,
    mobile: member?.mobile,
    role: member?.role,
    modules: member?.modules,
    topUserId: member?.manager,
    downUserIds: member?.members.join(','),
    ...changes,
  })
}
const leave = (by: BuiltMember, leaver: BuiltMember, heir: BuiltMember, top = heir) =>
  app.post(memberLeave, by.token, {
    memberId: leaver.memberId,
    newMemberId: heir.memberId,
    newTopUserId: top.memberId,
  })
const refusal = { status: '-1', code: errors.MEMBER_RIGHTS.code }

const textsTo = async (number: string): Promise<number> =>
  (await app.db.selectFrom('sms_outbox').select('kind').where('mobile', '=', number).execute()).length
const bellOf = async ({ token }: BuiltMember): Promise<string[]> => {
  const { data = [] } = await app.post(rooms.notice.list, token, {})
  return data.map(({ text }) => text)
}
const auditOf = async (action: string) => {
  const rows = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('dealer_id', '=', dealerId)
    .where('action', '=', action)
    .execute()
  return rows.map(({ detail }) => detail)
}

describe('a market manager', () => {
  it('cannot change the general manager, the boss, a sales manager or another market manager', async () => {
    const others = [
      head,
      await build({ role: 2 }),
      await build({ role: 3 }),
      await build({ role: 6 }),
      await build({ role: 9 }),
      await build({ role: 11 }),
    ]
    const subordinate = await build()
    for (const { memberId } of others) {
      const before = await rowOf(memberId)
      for (const changes of [
        { mobile: mobile() },
        { status: -1 },
        { role: 4 },
        { modules: '客户管理' },
        { topUserId: subordinate.memberId },
        { name: '改名' },
      ])
        expect(await edit(market, memberId, changes), JSON.stringify(changes)).toMatchObject(refusal)
      const binding = { memberId, userId: `u${memberId}` }
      expect(await app.post(memberBindWecom, market.token, binding)).toMatchObject(refusal)
      expect(await rowOf(memberId)).toEqual(before)
    }
    expect(await textsTo(head.mobile)).toBe(0)
  })

  it('cannot give a higher rank to new or existing members, nor the role of investor or group admin', async () => {
    const consultant = await build()
    for (const role of [1, 2, 3, 9, 11]) {
      expect(await edit(market, consultant.memberId, { role }), `role ${role}`).toMatchObject(refusal)
      expect(await add(market, { role }), `role ${role}`).toMatchObject(refusal)
    }
    expect(await edit(market, consultant.memberId, { role: 5 })).toMatchObject({ status: '0' })
    expect(await edit(market, consultant.memberId, { mobile: mobile() })).toMatchObject({ status: '0' })
  })

  it('demoted while their request waits is refused', async () => {
    const consultant = await build({ role: 5 })
    let waiting: Promise<unknown> | undefined
    await app.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('team'), ${dealerId}::int)`.execute(trx)
      await trx
        .updateTable('member')
        .set({ role: 4, modules: [] })
        .where('dealer_id', '=', dealerId)
        .where('id', '=', market.memberId)
        .execute()
      waiting = edit(market, consultant.memberId, { status: -1 })
      await setTimeout(1_000)
    })
    expect(await waiting).toMatchObject({ status: '-1' })
    expect((await rowOf(consultant.memberId)).status).toBe(0)
  })

  it('can neither unbind nor remove members of higher rank, nor take back such a leave', async () => {
    const manager = await build({ role: 3 })
    await buildWecomBinding(app.db, head.accountId)
    expect(await app.post(memberUnbindWecom, market.token, { memberId: head.memberId })).toMatchObject(
      refusal,
    )
    expect(await leave(market, manager, head)).toMatchObject(refusal)
    const { leaveId } = await leave(head, manager, head)
    expect(await app.post(memberLeaveBack, market.token, { leaveId })).toMatchObject(refusal)
    expect((await rowOf(manager.memberId)).left_at).not.toBeNull()
    expect(await app.post(memberLeaveBack, head.token, { leaveId })).toMatchObject({ status: '0' })
  })
})

describe('general manager and boss', () => {
  it('change each other, but not their own number', async () => {
    const boss = await build({ role: 2, name: '沈若兰' })
    expect(await edit(boss, boss.memberId, { mobile: mobile() })).toMatchObject(refusal)
    expect(await edit(head, boss.memberId, { mobile: mobile() })).toMatchObject({ status: '0' })
    expect(await edit(head, boss.memberId, { role: 1 })).toMatchObject({ status: '0' })
    expect(await edit(head, head.memberId, { mobile: mobile() })).toMatchObject(refusal)
    const investor = await build({ role: 11 })
    expect(await edit(head, investor.memberId, { status: -1 })).toMatchObject({ status: '0' })
  })
})

describe('a manager of the team without an admin role', () => {
  it('cannot move consultants below an accomplice, from either end or by a leave', async () => {
    const accomplice = await clerkOf()
    const clerk = await clerkOf()
    const lead = await build({ name: '组长', modules: ['客户管理'] })
    const five = await Promise.all(Array.from({ length: 5 }, () => build({ managerId: lead.memberId })))
    const ids = five.map(({ memberId }) => memberId)
    const partner = await build()
    for (const to of [accomplice, clerk, partner]) {
      expect(await edit(clerk, to.memberId, { downUserIds: ids.join(',') })).toMatchObject(refusal)
      for (const id of ids) expect(await edit(clerk, id, { topUserId: to.memberId })).toMatchObject(refusal)
      expect(await leave(clerk, lead, to)).toMatchObject(refusal)
      expect(await leave(clerk, five[0] ?? lead, to)).toMatchObject(refusal)
      expect(await add(clerk, { topUserId: to.memberId, downUserIds: ids.join(',') })).toMatchObject(refusal)
    }
    for (const id of ids) expect((await rowOf(id)).manager_id).toBe(lead.memberId)
    // A lead who already sees them may take a customer over.
    expect(await leave(clerk, five[0] ?? lead, lead)).toMatchObject({ status: '0' })
    expect(await add(clerk, { topUserId: lead.memberId })).toMatchObject({ status: '0' })
  })

  it('cannot make a member a lead without leading, not even with a newcomer', async () => {
    const clerk = await clerkOf()
    const partner = await build()
    for (const { memberId } of [clerk, partner])
      expect(await add(clerk, { topUserId: memberId })).toMatchObject(refusal)
    const below = await build({ managerId: clerk.memberId })
    await buildCustomer(app, below)
    expect(await add(clerk, { topUserId: clerk.memberId })).toMatchObject({ status: '0' })
    expect(await edit(clerk, below.memberId, { topUserId: partner.memberId })).toMatchObject({ status: '0' })
  })

  it('cannot manage members with 企业管理 or with a module they lack', async () => {
    const clerk = await clerkOf()
    for (const other of [
      await clerkOf(),
      await build({ modules: ['客户管理', '战败审核'] }),
      await build({ role: 10, modules: ['销售订单', '库存', '签到'] }),
      await build({ role: 9, modules: [] }),
      await build({ role: 11, modules: [] }),
    ])
      expect(await edit(clerk, other.memberId, { mobile: mobile() })).toMatchObject(refusal)
    expect(await add(clerk, { role: 10, modules: '销售订单' })).toMatchObject({
      ...refusal,
      errors: [{ path: 'role', text: '不能授予您自己没有的权限：库存' }],
    })
    const consultant = await build({ modules: ['客户管理', '签到'] })
    expect(await edit(clerk, consultant.memberId, { status: -1 })).toMatchObject({ status: '0' })
    const investor = await build({ role: 11, modules: ['企业管理', '客户管理', '销售订单'] })
    expect(await edit(investor, consultant.memberId, { status: 0 })).toMatchObject({ code: 403 })
  })

  it('can save a lead whose subordinates they may not move, and none is moved up', async () => {
    const clerk = await clerkOf()
    const lead = await build({ name: '组长' })
    const strong = await build({ managerId: lead.memberId, modules: ['战败审核'] })
    expect(await edit(clerk, lead.memberId, { name: '新名', downUserIds: '' })).toMatchObject({ status: '0' })
    expect((await rowOf(strong.memberId)).manager_id).toBe(lead.memberId)
    expect(await edit(head, lead.memberId, { downUserIds: '' })).toMatchObject({ status: '0' })
    expect((await rowOf(strong.memberId)).manager_id).toBeNull()
  })
})

describe('changes of oneself', () => {
  it('are limited to the name, and exclude leaving and exemption from signing in', async () => {
    const clerk = await clerkOf({ modules: ['企业管理', '客户管理', '销售订单', '签到'] })
    const other = await build()
    for (const by of [clerk, head]) {
      for (const changes of [
        { mobile: mobile() },
        { role: 5 },
        { modules: '企业管理' },
        { status: -1 },
        { topUserId: other.memberId },
      ])
        expect(await edit(by, by.memberId, changes), JSON.stringify(changes)).toMatchObject(refusal)
      expect(await leave(by, by, other)).toMatchObject(refusal)
      const preview = { memberId: by.memberId }
      expect(await app.post(rooms.team.memberLeavePreview, by.token, preview)).toMatchObject(refusal)
      expect(await edit(by, by.memberId, { name: '改名' })).toMatchObject({ status: '0' })
      expect(await app.post(memberBindWecom, by.token, { ...preview, userId: 'me' })).toMatchObject(refusal)
    }
    // Nor from the other end, by a new superior or the leave of one.
    expect(await edit(clerk, other.memberId, { downUserIds: String(clerk.memberId) })).toMatchObject(refusal)
    await edit(head, clerk.memberId, { topUserId: other.memberId })
    expect(await leave(clerk, other, head)).toMatchObject(refusal)
    expect((await rowOf(clerk.memberId)).manager_id).toBe(other.memberId)
  })

  it('exemptions from signing in need a lower rank', async () => {
    const clerk = await clerkOf()
    const consultant = await build()
    const ask = (by: BuiltMember, ...whites: number[]) =>
      app.post(rooms.setting.updateSignSetting, by.token, { inTime: '09:00', offTime: '18:00', whites })
    expect(await ask(clerk, clerk.memberId)).toMatchObject({ ...refusal, errors: [{ path: 'whites' }] })
    expect(await ask(market, market.memberId)).toMatchObject(refusal)
    expect(await ask(market, head.memberId)).toMatchObject(refusal)
    expect(await ask(clerk, consultant.memberId)).toMatchObject({ status: '0' })
    expect(await ask(head, consultant.memberId, market.memberId)).toMatchObject({ status: '0' })
    // An existing exemption stays, and the member cannot revoke it.
    expect(await ask(market, consultant.memberId, market.memberId)).toMatchObject({ status: '0' })
    expect(await ask(clerk, consultant.memberId)).toMatchObject(refusal)
  })
})

describe('a changed sign-in', () => {
  it('by number notifies the old number and every admin, and is audited with both masked', async () => {
    const consultant = await build({ name: '林晓雯' })
    const manager = await build({ role: 3 })
    const bystander = await build()
    const next = '15177770001'
    expect(await edit(market, consultant.memberId, { mobile: next })).toMatchObject({ status: '0' })
    expect([await textsTo(consultant.mobile), await textsTo(next)]).toEqual([1, 1])
    const old = `${consultant.mobile.slice(0, 3)}****${consultant.mobile.slice(-4)}`
    const text = `贾副手将林晓雯的登录手机号由${old}改为151****0001`
    for (const admin of [head, market, manager]) expect(await bellOf(admin)).toEqual([text])
    expect(await bellOf(bystander)).toEqual([])
    expect(await auditOf('member-update')).toMatchObject([{ mobile: { from: old, to: '151****0001' } }])
  })

  it('by WeCom notifies likewise, on binding and unbinding', async () => {
    const consultant = await build({ name: '林晓雯' })
    const { memberId } = consultant
    const ask = { memberId, userId: '13912345678' }
    expect(await app.post(memberBindWecom, market.token, ask)).toMatchObject({ status: '0' })
    expect(await app.post(memberUnbindWecom, market.token, { memberId })).toMatchObject({ status: '0' })
    expect(await textsTo(consultant.mobile)).toBe(2)
    expect(await bellOf(head)).toEqual([
      '贾副手解除了林晓雯的企业微信绑定（139****5678）',
      '贾副手将企业微信账号139****5678绑定为林晓雯的登录方式',
    ])
    const old = `${consultant.mobile.slice(0, 3)}****${consultant.mobile.slice(-4)}`
    for (const action of ['wecom-bind', 'wecom-unbind'])
      expect(await auditOf(action)).toEqual([{ name: '林晓雯', mobile: old, userId: '139****5678' }])
  })

  it('of a person with other stores keeps the number there, and WeCom cannot be unbound', async () => {
    const consultant = await build()
    const { accountId } = consultant
    const elsewhere = await buildMember(app.db, app.now(), { accountId, role: 1, mobile: consultant.mobile })
    await buildWecomBinding(app.db, accountId)
    const { memberId } = consultant
    expect(await app.post(memberUnbindWecom, head.token, { memberId })).toMatchObject(refusal)
    expect(await edit(head, memberId, { mobile: mobile() })).toMatchObject({ status: '0' })
    expect((await rowOf(memberId)).account_id).not.toBe(accountId)
    expect(await app.post(memberList, elsewhere.token, {})).toMatchObject({ status: '0' })
    const accounts = app.db.selectFrom('account').select('mobile').where('id', '=', accountId)
    expect(await accounts.executeTakeFirstOrThrow()).toEqual({ mobile: consultant.mobile })
  })
})

it('refuses an identity number with a wrong check digit', async () => {
  const wrong = { identifyNo: '110101199001011234' }
  const fields = [{ path: 'identifyNo', text: '身份证号码格式不正确' }]
  expect(await add(head, wrong)).toMatchObject({ code: 400, errors: fields })
  const { name, mobile: number } = person()
  const form = { name, mobile: number, ...wrong }
  expect(await app.post(rooms.team.memberVerify, head.token, form)).toMatchObject({ errors: fields })
  const blocked = { ...wrong, contacts: ['王经理'] }
  expect(await app.post(rooms.setting.addBlocked, head.token, blocked)).toMatchObject({
    errors: [{ path: 'identifyNo', text: '请输入正确的身份证号码' }],
  })
})

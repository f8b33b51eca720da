import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { memberTexts } from '@showroom/contract/team/member.rules'
import { ownTexts, rankTexts } from '@showroom/contract/team/rank.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, send } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildDealer, buildMember } from './team.factory.ts'
import type { BuiltMember } from './team.factory.ts'

const { memberList, memberVerify, memberAdd, memberUpdate } = rooms.team

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let admin: BuiltMember
let dealerId: number
beforeEach(async () => {
  admin = await buildMember(app.db, app.now(), { role: 3, name: '经理' })
  dealerId = admin.dealerId
})

const build = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), { dealerId, ...overrides })

let count = 0
const person = (overrides: object = {}) => ({
  name: '新成员',
  mobile: `1590000${String((count += 1)).padStart(4, '0')}`,
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
const listed = async (memberId: number, by = admin, body: object = {}) =>
  (await app.post(memberList, by.token, body)).data?.find((one) => one.memberId === memberId)

/** The edit request of a member, with changes. */
async function editOf(memberId: number, changes: object = {}) {
  const { data = [] } = await app.post(memberList, admin.token, {})
  const member = data.find((one) => one.memberId === memberId)
  const [siebelId = '', siebelPosition = ''] = (member?.siebelId ?? '').split('/')
  return {
    memberId,
    name: member?.userName,
    mobile: member?.mobile,
    role: member?.role,
    modules: member?.modules,
    siebelId,
    siebelPosition,
    topUserId: member?.manager,
    downUserIds: member?.members.join(','),
    ...changes,
  }
}
const edit = async (by: BuiltMember, memberId: number, changes: object = {}) =>
  app.post(memberUpdate, by.token, await editOf(memberId, changes))

const auditOf = (action: string) =>
  app.db
    .selectFrom('audit')
    .select(['record', 'detail'])
    .where('dealer_id', '=', dealerId)
    .where('action', '=', action)
    .execute()

describe('verifying a new member', () => {
  it('finds a person whose data all match, ignoring spaces', async () => {
    await app.db
      .insertInto('personnel')
      .values([
        {
          siebel_id: 'Z100',
          position: '销售顾问',
          name: '王小明',
          mobile: '15811110001',
          identify_no: '110101199001011237',
        },
        {
          siebel_id: 'Z101',
          position: '试驾专员',
          name: '王小明',
          mobile: '15811110001',
          identify_no: '110101199001011237',
        },
      ])
      .execute()
    const form = {
      name: ' 王 小明 ',
      mobile: '158 1111 0001',
      identifyNo: '110101 19900101 1237',
    }
    expect(await app.post(memberVerify, admin.token, form)).toMatchObject({
      isAll: true,
      siebelIds: ['Z100/销售顾问', 'Z101/试驾专员'],
    })
    for (const wrong of [{ name: '王小红' }, { mobile: '15811110002' }, { identifyNo: '330102199001011234' }])
      expect(await app.post(memberVerify, admin.token, { ...form, ...wrong })).toMatchObject({
        isAll: false,
        siebelIds: [],
      })
    expect(await auditOf('member-verify')).toHaveLength(4)
  })

  it('reports every missing field', async () => {
    const { errors: fields = [] } = await app.post(memberVerify, admin.token, {
      name: ' ',
      mobile: ' ',
      identifyNo: ' ',
    })
    expect(fields).toEqual([
      { path: 'name', text: '请输入成员姓名' },
      { path: 'mobile', text: '请输入手机号' },
      { path: 'identifyNo', text: '请输入身份证号码' },
    ])
    const bad = await app.post(memberVerify, admin.token, {
      name: '王',
      mobile: '123',
      identifyNo: 'abc',
    })
    expect(bad.errors?.map(({ path }) => path)).toEqual(['mobile', 'identifyNo'])
  })

  it('is limited, so that numbers cannot be guessed', async () => {
    for (let attempt = 0; attempt < 60; attempt++)
      expect((await app.post(memberVerify, admin.token, person())).status).toBe('0')
    expect((await app.post(memberVerify, admin.token, person())).code).toBe(errors.TOO_MANY.code)
  })
})

describe('adding a member', () => {
  it('creates the member with role, superior, subordinates and modules; the first sign-in uses 忘记密码', async () => {
    const [head, below] = [await build({ name: '主管' }), await build({ name: '下级' })]
    const answer = await add(admin, {
      name: '张 新',
      mobile: '+86 159-9999-0001',
      siebelId: 'Z200',
      siebelPosition: '销售顾问',
      modules: '客户离职',
      topUserId: head.memberId,
      downUserIds: String(below.memberId),
    })
    expect(answer, answer.text).toMatchObject({ status: '0' })
    const member = await listed(answer.memberId ?? 0)
    expect(member).toMatchObject({
      userName: '张新',
      mobile: '159****0001',
      role: 4,
      allRoles: '客户经理',
      modules: '客户管理,客户离职,签到',
      manager: head.memberId,
      members: [below.memberId],
      controlIds: String(below.memberId),
      siebelId: 'Z200/销售顾问',
      userIdentifyNo: '110***********1237',
      userIsActive: false,
      status: 0,
      leftAt: 0,
      lastSeenAt: 0,
    })
    expect((await listed(head.memberId))?.controlIds).toBe(`${answer.memberId},${below.memberId}`)
    expect(await auditOf('member-add')).toMatchObject([{ record: `member:${answer.memberId}` }])
  })

  it('front desk handles walk-ins, and a role includes its hidden modules', async () => {
    const front = await add(admin, { role: 7, modules: '前台流量' })
    const stock = await add(admin, { role: 10, modules: '销售订单' })
    const rows = await app.db
      .selectFrom('member')
      .select(['id', 'handle_front', 'modules'])
      .where('dealer_id', '=', dealerId)
      .where('id', 'in', [front.memberId ?? 0, stock.memberId ?? 0])
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { handle_front: true, modules: ['前台流量', '签到'] },
      { handle_front: false, modules: ['销售订单', '签到', '库存'] },
    ])
    expect((await edit(admin, front.memberId ?? 0, { role: 4 })).status).toBe('0')
    const { handle_front } = await app.db
      .selectFrom('member')
      .select('handle_front')
      .where('dealer_id', '=', dealerId)
      .where('id', '=', front.memberId ?? 0)
      .executeTakeFirstOrThrow()
    expect(handle_front).toBe(false)
  })

  it('uses the existing account of a person at another store', async () => {
    const elsewhere = await buildMember(app.db, app.now(), { mobile: '15988880001' })
    const { memberId = 0 } = await add(admin, { mobile: elsewhere.mobile, identifyNo: '330102199001011234' })
    const { account_id } = await app.db
      .selectFrom('member')
      .select('account_id')
      .where('dealer_id', '=', dealerId)
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(account_id).toBe(elsewhere.accountId)
    // The account's personal data are not changed by this store.
    expect((await listed(memberId))?.userIdentifyNo).toBe('')
  })

  it('refuses existing members, group roles, unknown modules and invalid superiors', async () => {
    const [frozen, left] = [await build(), await build()]
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
    const foreign = await buildMember(app.db, app.now())
    for (const [body, code, path] of [
      [{ mobile: admin.mobile }, 'MEMBER_EXISTS', 'mobile'],
      [{ mobile: frozen.mobile }, 'MEMBER_EXISTS', 'mobile'],
      [{ role: 15 }, 'MEMBER_RIGHTS', 'role'],
      [{ role: 16 }, 'MEMBER_RIGHTS', 'role'],
      [{ role: 77 }, 'INVALID', 'role'],
      [{ modules: '客户管理,超级管理' }, 'INVALID', 'modules'],
      [{ topUserId: frozen.memberId }, 'MEMBER_UNAVAILABLE', 'topUserId'],
      [{ topUserId: left.memberId }, 'MEMBER_UNAVAILABLE', 'topUserId'],
      [{ topUserId: foreign.memberId }, 'MEMBER_UNAVAILABLE', 'topUserId'],
      [{ downUserIds: String(foreign.memberId) }, 'MEMBER_UNAVAILABLE', 'downUserIds'],
      [{ downUserIds: String(left.memberId) }, 'MEMBER_UNAVAILABLE', 'downUserIds'],
    ] as const) {
      const answer = await add(admin, body)
      expect(answer, JSON.stringify(body)).toMatchObject({ status: '-1', code: errors[code].code })
      expect(answer.errors?.[0]?.path).toBe(path)
    }
    // A former member can be added again as a new member.
    expect((await add(admin, { mobile: left.mobile })).status).toBe('0')
  })

  it('refuses a superior below the new member', async () => {
    const top = await build({ name: '上' })
    const below = await build({ name: '下', managerId: top.memberId })
    const answer = await add(admin, { topUserId: below.memberId, downUserIds: String(top.memberId) })
    expect(answer).toMatchObject({ code: errors.MEMBER_CYCLE.code, detail: memberTexts.cycle })
  })

  it('is limited to one in two seconds per person, and repeats its response for the same key', async () => {
    app.advance(5)
    const headers = { 'idempotency-key': `add-${dealerId}-key-0001` }
    const first = person()
    const made = await app.post(memberAdd, admin.token, first, headers)
    expect(made.status, made.text).toBe('0')
    expect((await app.post(memberAdd, admin.token, first, headers)).memberId).toBe(made.memberId)
    expect(await app.post(memberAdd, admin.token, person())).toMatchObject({
      status: '-1',
      code: errors.TOO_MANY.code,
    })
    const other = await build({ role: 1 })
    expect((await app.post(memberAdd, other.token, person())).status).toBe('0')
    app.advance(3)
    expect((await app.post(memberAdd, admin.token, person())).status).toBe('0')
  })

  it('can be corrected and saved at once after a refusal', async () => {
    app.advance(5)
    const other = await build({ role: 1 })
    for (const wrong of [{ role: 99 }, { downUserIds: '99999999' }])
      expect((await app.post(memberAdd, other.token, { ...person(), ...wrong })).status).toBe('-1')
    const added = await app.post(memberAdd, other.token, person())
    expect(added.status, added.text).toBe('0')
    const again = await app.post(memberAdd, other.token, person())
    expect(again).toMatchObject({ httpStatus: 429, detail: '操作过于频繁，请2秒后再试' })
    // A refusal does not extend the two seconds.
    app.advance(2)
    expect((await app.post(memberAdd, other.token, person())).status).toBe('0')
  })

  it('succeeds for one of two with the same mobile at once', async () => {
    app.advance(5)
    const other = await build({ role: 1 })
    const same = person()
    const answers = await Promise.all([
      app.post(memberAdd, admin.token, same),
      app.post(memberAdd, other.token, same),
    ])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, errors.MEMBER_EXISTS.code])
  })
})

describe('a manager of the team without an admin role', () => {
  const clerkOf = () => build({ role: 4, name: '文员', modules: ['企业管理', '客户管理'] })

  it('grants only what they have, and does not change admins', async () => {
    const clerk = await clerkOf()
    const other = await build({ modules: ['客户管理', '签到'] })
    expect((await add(clerk)).errors?.[0]).toEqual({
      path: 'modules',
      text: `${rankTexts.notOwn}销售订单`,
    })
    expect((await add(clerk, { role: 1, modules: '客户管理' })).detail).toBe(rankTexts.adminRole)
    expect((await add(clerk, { modules: '客户管理' })).status).toBe('0')
    expect((await edit(clerk, admin.memberId, { name: '改名' })).detail).toBe(rankTexts.adminMember)
    expect((await edit(clerk, other.memberId, { role: 3 })).detail).toBe(rankTexts.adminRole)
    expect((await edit(clerk, other.memberId, { name: '改名' })).status).toBe('0')
    const strong = await build({ modules: ['客户管理', '销售订单'] })
    expect((await edit(clerk, strong.memberId, { name: '改名' })).detail).toBe(
      `${rankTexts.morePower}销售订单`,
    )
  })

  it('cannot place members below themselves, from either end', async () => {
    const clerk = await clerkOf()
    const [one, two] = [await build({ modules: [] }), await build({ modules: [] })]
    for (const answer of [
      await edit(clerk, one.memberId, { topUserId: clerk.memberId }),
      await edit(clerk, clerk.memberId, { downUserIds: `${one.memberId},${two.memberId}` }),
    ])
      expect(answer).toMatchObject({ code: errors.MEMBER_RIGHTS.code, detail: rankTexts.ownLine })
    expect((await edit(admin, one.memberId, { topUserId: clerk.memberId })).status).toBe('0')
  })
})

describe('changing a member', () => {
  it("refuses changing one's own rights or role, and freezing oneself", async () => {
    const clerk = await build({ modules: ['企业管理', '客户管理'] })
    const boss = await build({ role: 2, modules: ['客户管理'] })
    for (const [by, changes, text] of [
      [clerk, { modules: '企业管理,客户管理,战败审核' }, ownTexts.modules],
      [clerk, { modules: '企业管理' }, ownTexts.modules],
      [clerk, { role: 5 }, ownTexts.role],
      [boss, { role: 1 }, ownTexts.role],
      [boss, { modules: '客户管理,订单审核' }, ownTexts.modules],
      [boss, { status: -1 }, ownTexts.status],
    ] as const)
      expect((await edit(by, by.memberId, changes)).detail).toBe(text)
  })

  it('keeps hidden modules whatever is sent, and 客户管理 with 客户离职', async () => {
    const member = await build({ modules: ['签到', '客户管理'] })
    await edit(admin, member.memberId, { modules: '库存,客户离职' })
    expect((await listed(member.memberId))?.modules).toBe('客户管理,客户离职,签到')
  })

  it('changes the hidden modules with the role', async () => {
    const boss = await build({ role: 6, modules: [] })
    await edit(admin, boss.memberId, { role: 4, modules: '客户管理' })
    expect((await listed(boss.memberId))?.modules).toBe('客户管理,签到')
    const keeper = await build({ role: 10, modules: ['销售订单', '签到', '库存'] })
    await edit(admin, keeper.memberId, { role: 4, modules: '客户管理' })
    expect((await listed(keeper.memberId))?.modules).toBe('客户管理,签到')
    await edit(admin, keeper.memberId, { role: 10, modules: '销售订单' })
    expect((await listed(keeper.memberId))?.modules).toBe('销售订单,签到,库存')
  })

  it('gives network sales desk access with its module, and removes it with the module', async () => {
    const agent = await build({ role: 5, modules: ['客户管理'] })
    const mayReceive = async () => (await app.post(rooms.desk.getBoard, agent.token, {})).code === 0
    expect(await mayReceive()).toBe(false)
    await edit(admin, agent.memberId, { modules: '客户管理,前台流量' })
    await expect.poll(mayReceive).toBe(true)
    // Another edit does not change it.
    await edit(admin, agent.memberId, { name: '改名' })
    expect(await mayReceive()).toBe(true)
    await edit(admin, agent.memberId, { modules: '客户管理' })
    await expect.poll(mayReceive).toBe(false)
  })

  it('adds subordinates and moves removed ones up, without a cycle', async () => {
    const head = await build({ name: '头' })
    const lead = await build({ name: '组长', managerId: head.memberId })
    const [one, two] = [await build({ managerId: lead.memberId }), await build()]
    await edit(admin, lead.memberId, { downUserIds: String(two.memberId) })
    expect((await listed(two.memberId))?.manager).toBe(lead.memberId)
    expect((await listed(one.memberId))?.manager).toBe(head.memberId)
    for (const changes of [
      { topUserId: lead.memberId },
      { topUserId: two.memberId },
      { downUserIds: String(head.memberId) },
      { downUserIds: String(lead.memberId) },
    ])
      expect((await edit(admin, lead.memberId, changes)).status, JSON.stringify(changes)).toBe('-1')
    expect((await edit(admin, head.memberId, { topUserId: two.memberId })).code).toBe(
      errors.MEMBER_CYCLE.code,
    )
  })

  it('two members placed below each other at once make no cycle', async () => {
    const [one, two] = [await build(), await build()]
    const bodies = [
      await editOf(one.memberId, { topUserId: two.memberId }),
      await editOf(two.memberId, { topUserId: one.memberId }),
    ]
    const answers = await Promise.all(bodies.map((body) => app.post(memberUpdate, admin.token, body)))
    // The second edit also sends an empty list of subordinates.
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    const superiors = await Promise.all([listed(one.memberId), listed(two.memberId)])
    expect(superiors.map((member) => member?.manager).filter((id) => id === 0)).toHaveLength(1)
  })

  it('the last admin cannot be frozen or demoted, also by two at once', async () => {
    const [boss, chief] = [await build({ role: 2 }), await build({ role: 1 })]
    const bodies = [
      [boss, await editOf(chief.memberId, { status: -1 })],
      [chief, await editOf(boss.memberId, { role: 4 })],
    ] as const
    expect((await edit(boss, admin.memberId, { role: 4 })).status).toBe('0')
    const answers = await Promise.all(bodies.map(([by, body]) => app.post(memberUpdate, by.token, body)))
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    const last = codes[0] === 0 ? boss : chief
    const outsider = await build({ modules: ['企业管理', '客户管理', '销售订单'] })
    expect((await edit(outsider, last.memberId, { status: -1 })).status).toBe('-1')
    const rows = await app.db
      .selectFrom('member')
      .select('id')
      .where('dealer_id', '=', dealerId)
      .where('status', '=', 0)
      .where('role', 'in', [1, 2, 3, 6])
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('refuses conflicting changes on an old version with the current values, and merges others', async () => {
    const member = await build({ name: '原名' })
    const opened = await editOf(member.memberId)
    const { rowVersion, ...original } = { ...opened, rowVersion: (await listed(member.memberId))?.rowVersion }
    const form = { ...original, status: 0, rowVersion, original }
    expect((await app.post(memberUpdate, admin.token, { ...form, name: '甲名' })).status).toBe('0')
    const refused = await app.post(memberUpdate, admin.token, { ...form, name: '乙名' })
    expect(refused).toMatchObject({
      status: '-1',
      code: 409,
      current: { name: '甲名', mobile: original.mobile },
      conflicts: ['name'],
    })
    expect((await app.post(memberUpdate, admin.token, { ...form, role: 5 })).status).toBe('0')
    expect(await listed(member.memberId)).toMatchObject({ userName: '甲名', role: 5 })
  })

  it('keeps subordinates that were added after the form was opened', async () => {
    const head = await build({ name: '原名' })
    const { rowVersion } = (await listed(head.memberId)) ?? {}
    const original = await editOf(head.memberId)
    const added = await build()
    expect((await edit(admin, added.memberId, { topUserId: head.memberId })).status).toBe('0')
    const form = { ...original, status: 0, rowVersion, original: { ...original, status: 0 } }
    expect((await app.post(memberUpdate, admin.token, { ...form, name: '改名' })).status).toBe('0')
    expect(await listed(head.memberId)).toMatchObject({ userName: '改名' })
    expect((await listed(added.memberId))?.manager).toBe(head.memberId)
  })

  it('a new mobile is a new account: the old one stays unchanged, and sessions end with a reason', async () => {
    const member = await build({ name: '沈一' })
    const identifyNo = '110101199001011237'
    await app.db
      .updateTable('account')
      .set({ identify_no: identifyNo })
      .where('id', '=', member.accountId)
      .execute()
    const elsewhere = await buildMember(app.db, app.now(), { accountId: member.accountId })
    const renumber = { mobile: '15977770001', isNewPerson: false }
    expect((await edit(admin, member.memberId, renumber)).status).toBe('0')
    const { mobile } = await app.db
      .selectFrom('account')
      .select('mobile')
      .where('id', '=', member.accountId)
      .executeTakeFirstOrThrow()
    expect(mobile).toBe(member.mobile)
    expect((await listed(member.memberId))?.mobile).toBe('159****0001')
    // It is the same person, who receives an SMS on how to sign in.
    const renewed = app.db.selectFrom('account').select('identify_no').where('mobile', '=', '15977770001')
    expect((await renewed.executeTakeFirstOrThrow()).identify_no).toBe(identifyNo)
    const texts = app.db.selectFrom('sms_outbox').select('kind').where('mobile', '=', '15977770001')
    expect(await texts.execute()).toHaveLength(1)
    expect(await app.post(memberList, member.token, {})).toMatchObject({
      status: '-100',
      detail: '您的手机号已变更，请用新手机号登录',
    })
    expect((await app.post(memberList, elsewhere.token, {})).status).toBe('0')
    expect((await edit(admin, member.memberId, { mobile: admin.mobile })).errors?.[0]?.path).toBe('mobile')
    expect((await edit(admin, member.memberId, { mobile: '' })).errors?.[0]).toEqual({
      path: 'mobile',
      text: '请输入手机号',
    })
  })

  it.each([
    ['the same person, who keeps drafts and calendar', { isNewPerson: false }, true],
    ['another person, without drafts and calendar of the one before', { isNewPerson: true }, false],
    ['another person, if the request says nothing', {}, false],
  ])('a new mobile is %s; saved views stay', async (_name, choice, keeps) => {
    const member = await build()
    const { path = '' } = await app.post(rooms.appointment.openFeed, member.token, {})
    const draft = {
      draftId: 'd'.repeat(32),
      form: 'customer.new',
      revision: 1,
      content: { remark: '写到一半' },
    } as const
    expect((await app.post(rooms.draft.save, member.token, draft)).status).toBe('0')
    const view = { list: 'customers', name: '我的视图', search: {} } as const
    expect((await app.post(rooms.view.save, member.token, view)).status).toBe('0')
    const { mobile } = person()
    expect((await edit(admin, member.memberId, { mobile, ...choice })).status).toBe('0')
    const rowsOf = async (table: 'draft' | 'list_view') =>
      (await app.db.selectFrom(table).select('member_id').where('member_id', '=', member.memberId).execute())
        .length
    expect(await rowsOf('draft')).toBe(keeps ? 1 : 0)
    expect(await rowsOf('list_view')).toBe(1)
    expect((await app.app.http.inject({ method: 'GET', url: path })).statusCode).toBe(keeps ? 200 : 404)
    expect((await app.post(memberList, member.token, {})).status).toBe('-100')
    const [{ detail } = { detail: {} }] = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'member-update')
      .where('record', '=', `member:${member.memberId}`)
      .execute()
    expect(detail).toMatchObject({ isNewPerson: !keeps })
  })

  it('a store cannot edit members of the group', async () => {
    const group = await build({ role: 15 })
    expect((await edit(admin, group.memberId, { name: '改名' })).detail).toBe(rankTexts.groupMember)
    const member = await build()
    expect((await edit(admin, member.memberId, { role: 16 })).detail).toBe(rankTexts.groupRole)
  })

  it('former members and members of other stores are not found', async () => {
    const foreign = await buildMember(app.db, app.now())
    const left = await build()
    const body = await editOf(left.memberId)
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
    expect((await app.post(memberUpdate, admin.token, body)).code).toBe(404)
    expect((await app.post(memberUpdate, admin.token, { ...body, memberId: foreign.memberId })).code).toBe(
      404,
    )
  })
})

describe('a change takes effect at the next request on every node', () => {
  it('for granted and revoked rights, and for freezing and unfreezing', async () => {
    const node = await app.startNode()
    const member = await build({ modules: ['客户管理'] })
    const rightOf = async (): Promise<string[]> => {
      const answers = await Promise.all([
        app.post(memberVerify, member.token, person()),
        send(node, memberVerify, member.token, person()),
      ])
      return answers.map(({ code }) => String(code))
    }
    expect(await rightOf()).toEqual(['403', '403'])
    // The other node is notified within moments.
    await edit(admin, member.memberId, { modules: '客户管理,企业管理' })
    expect((await rightOf())[0]).toBe('0')
    await expect.poll(rightOf).toEqual(['0', '0'])
    await edit(admin, member.memberId, { modules: '客户管理' })
    expect((await rightOf())[0]).toBe('403')
    await expect.poll(rightOf).toEqual(['403', '403'])
    await edit(admin, member.memberId, { status: -1 })
    const refusal = { status: '-100', detail: '您的账号已被冻结，请联系门店管理员' }
    expect(await app.post(memberList, member.token, {})).toMatchObject(refusal)
    await expect.poll(() => send(node, memberList, member.token, {})).toMatchObject(refusal)
    await edit(admin, member.memberId, { status: 0 })
    // Active again, but the old session stays ended.
    expect((await app.post(memberList, member.token, {})).status).toBe('-100')
    expect((await listed(member.memberId))?.status).toBe(0)
  })
})

describe('the list', () => {
  it('shows modules, numbers and former members only to members who manage the team', async () => {
    const member = await build({ modules: ['客户管理'] })
    const left = await build()
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
    expect(await listed(member.memberId, member)).toMatchObject({ modules: '', members: [], lastSeenAt: 0 })
    expect(await listed(left.memberId, member, { withLeft: true })).toBeUndefined()
    expect(await listed(left.memberId)).toBeUndefined()
    expect((await listed(left.memberId, admin, { withLeft: true }))?.leftAt).toBeGreaterThan(0)
  })

  it('has the time of last use', async () => {
    const member = await build()
    app.advance(120)
    await app.post(memberList, member.token, {})
    expect((await listed(member.memberId))?.lastSeenAt).toBe(Math.floor(app.now().getTime() / 1000))
  })

  it('contains members of the own store only', async () => {
    const other = await buildMember(app.db, app.now(), {
      dealerId: await buildDealer(app.db),
      role: 1,
    })
    const { data = [] } = await app.post(memberList, other.token, { withLeft: true })
    expect(data.map(({ memberId }) => memberId)).toEqual([other.memberId])
  })
})

import { rooms } from '@showroom/contract'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, send, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { listenTo } from '../../test/live.ts'
import { buildCustomer, stageDeals } from '../customer/customer.factory.ts'
import { buildLead, buildStore } from '../lead/lead.factory.ts'
import type { Store } from '../lead/lead.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'

const { setting, team, lead, access } = rooms

let app: TestApp
let store: Store
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test has its own store. */
beforeEach(async () => {
  app.setNow(testNow)
  store = await buildStore(app)
})
afterAll(() => app.close())

const as = (token = store.admin.token) => ({
  profile: () => app.post(setting.profile, token, {}),
  policy: (online: number) => app.post(setting.updatePolicy, token, { online }),
})
const auditOf = (dealerId: number, record: string) =>
  app.db
    .selectFrom('audit')
    .select(['member_id', 'action', 'detail'])
    .where('dealer_id', '=', dealerId)
    .where('record', '=', record)
    .orderBy('id')
    .execute()

describe('the announcement', () => {
  it('shows its author and time and is kept, and an unchanged one changes nothing', async () => {
    const { token } = store.admin
    const page = await listenTo(app.app, store.consultant.token)
    expect(await as().profile()).toMatchObject({ topic: '', topicName: '', topicAt: 0, memberCount: 3 })
    expect(await app.post(setting.updateTopic, token, { content: ' 周六晨会九点 ' })).toMatchObject({
      status: '0',
    })
    expect(await page.next()).toEqual({ topics: ['setting'] })
    page.leave()
    const topicAt = Math.floor(app.now().getTime() / 1000)
    expect(await as(store.consultant.token).profile()).toMatchObject({
      topic: '周六晨会九点',
      topicName: '秦朗',
      topicAt,
    })
    await app.post(setting.updateTopic, token, { content: '周六晨会九点' })
    app.advance(60)
    await app.post(setting.updateTopic, token, { content: '' })
    expect(await app.post(setting.topicList, store.consultant.token, {})).toMatchObject({
      total: 2,
      data: [{ content: '' }, { content: '周六晨会九点', userName: '秦朗', createdAt: topicAt }],
    })
    expect(await auditOf(store.dealerId, 'setting:topic')).toMatchObject([
      { member_id: store.admin.memberId, action: 'setting', detail: { old: '', new: '周六晨会九点' } },
      { detail: { old: '周六晨会九点', new: '' } },
    ])
  })

  it('holds 500 characters, and numbers in it are masked', async () => {
    const { token } = store.admin
    expect(await app.post(setting.updateTopic, token, { content: '字'.repeat(501) })).toMatchObject({
      code: 400,
      errors: [{ path: 'content', text: '不能超过500个字' }],
    })
    await app.post(setting.updateTopic, token, { content: '报名请拨打 13812345678' })
    expect(await as().profile()).toMatchObject({ topic: '报名请拨打 138****5678' })
  })

  it('is append-only', async () => {
    await app.post(setting.updateTopic, store.admin.token, { content: '周六晨会九点' })
    for (const change of ['update dealer_topic set content = 1', 'delete from dealer_topic'])
      await expect(sql.raw(change).execute(app.db)).rejects.toThrow('append-only')
  })

  it('published twice at once appears twice in the history', async () => {
    const own = await buildStore(app)
    const answers = await Promise.all(
      ['甲', '乙'].map((content) => app.post(setting.updateTopic, own.admin.token, { content })),
    )
    expect(answers.map(({ status }) => status)).toEqual(['0', '0'])
    const { data } = await app.post(setting.topicList, own.admin.token, {})
    const { topic } = await as(own.admin.token).profile()
    expect(data?.map(({ content }) => content)).toHaveLength(2)
    expect(data?.[0]?.content).toBe(topic)
  })
})

describe('the address', () => {
  it('is required', async () => {
    for (const address of [undefined, '', ' \u200b'])
      expect(await app.post(setting.updateAddress, store.admin.token, { address })).toMatchObject({
        errors: [{ path: 'address', text: '请输入门店地址' }],
      })
    await app.post(setting.updateAddress, store.admin.token, { address: '文三路 100 号' })
    expect(await as().profile()).toMatchObject({ address: '文三路 100 号' })
  })
})

describe('the online policy', () => {
  it('changes the rights of signed-in members on every node at once', async () => {
    const own = await buildStore(app, 1)
    const node = await app.startNode()
    const rights = () => send(node, access.profile, own.worker.token, {})
    expect(await rights()).toMatchObject({ allowOnlineAssign: false, dccEnable: true })
    expect(await as(own.admin.token).policy(2)).toMatchObject({ status: '0' })
    await expect.poll(rights).toMatchObject({ allowOnlineAssign: true })
    expect(await auditOf(own.dealerId, 'setting:policy')).toMatchObject([{ detail: { old: 1, new: 2 } }])
  })

  it('stores the other numbers, and keeps those that are missing', async () => {
    const own = await buildStore(app, 1)
    const ask = (body: object) => app.post(setting.updatePolicy, own.admin.token, { online: 1, ...body })
    const policy = async () => (await as(own.admin.token).profile()).policy
    expect(await policy()).toMatchObject({ fail: 0, delay: 0, delivery: 0 })
    expect(await ask({ fail: 1, delay: 30, delivery: true })).toMatchObject({ status: '0' })
    expect(await policy()).toMatchObject({ online: 1, fail: 1, delay: 30, delivery: 1 })
    expect(await ask({ delay: 7 })).toMatchObject({ status: '0' })
    expect(await policy()).toMatchObject({ fail: 1, delay: 7, delivery: 1 })
    expect(await auditOf(own.dealerId, 'setting:policyDelay')).toMatchObject([
      { detail: { old: 0, new: 30 } },
      { detail: { old: 30, new: 7 } },
    ])
    for (const fail of [-1, 1.5, 40_000, '1', null])
      expect(await ask({ fail })).toMatchObject({ code: 400, errors: [{ path: 'fail' }] })
  })

  it('3 assigns leads that wait for cleaning or assignment at once, and keeps unreached ones', async () => {
    const own = await buildStore(app, 1)
    await app.db
      .updateTable('member')
      .set({ activated_at: app.now() })
      .where('dealer_id', '=', own.dealerId)
      .execute()
    const waits = [await buildLead(app, own), await buildLead(app, own, { status: 5, clear_status: 1 })]
    const unreachable = await buildLead(app, own, { status: 12, clear_status: 3 })
    expect(await app.post(setting.waitingLeads, own.admin.token, {})).toMatchObject({
      waiting: 1,
      unreachable: 1,
      unassigned: 1,
    })
    await as(own.admin.token).policy(3)
    const assigned = () =>
      app.db
        .selectFrom('lead')
        .select('owner_id')
        .where('id', 'in', waits)
        .where('owner_id', 'is not', null)
        .execute()
    await expect.poll(assigned, { timeout: 10_000 }).toHaveLength(2)
    expect(await app.post(setting.waitingLeads, own.admin.token, {})).toMatchObject({
      waiting: 0,
      unreachable: 1,
    })
    expect(await app.post(lead.list, own.admin.token, { activityType: leadTab.unreachable })).toMatchObject({
      data: [{ clueId: unreachable }],
    })
  })

  it('stops automatic assignment of waiting leads when changed from 3', async () => {
    const own = await buildStore(app, 3)
    const waiting = await buildLead(app, own)
    await as(own.admin.token).policy(1)
    expect(await app.post(lead.list, own.worker.token, { activityType: leadTab.waiting })).toMatchObject({
      data: [{ clueId: waiting }],
    })
  })

  it('cannot be changed by a store of a group', async () => {
    const { id: groupId } = await app.db
      .insertInto('dealer_group')
      .values({ name: '集团' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const dealerId = await buildDealer(app.db, { groupId })
    const { token } = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    expect(await app.post(setting.checkStatus, token, {})).toMatchObject({ groupId })
    expect(await as(token).policy(3)).toMatchObject({
      code: 2501,
      detail: '集团门店的线上线索策略由集团维护，不能修改',
    })
    expect(await as(token).profile()).toMatchObject({ policy: { online: 1 }, groupId })
  })

  it('is one of three', async () => {
    for (const online of [0, 4, '1', null])
      expect(await app.post(setting.updatePolicy, store.admin.token, { online })).toMatchObject({
        errors: [{ path: 'online', text: '请选择线上线索策略' }],
      })
  })
})

describe('the PC login switch', () => {
  it('ends the sessions of consultants and the online team on every node at once, and no others', async () => {
    const own = await buildStore(app)
    const other = await buildStore(app)
    const node = await app.startNode()
    const isIn = async (token: string) => (await send(node, access.profile, token, {})).status === '0'
    for (const { token } of [own.admin, own.worker, own.consultant]) expect(await isIn(token)).toBe(true)
    await app.post(setting.switchSalesLogin, own.admin.token, { forbit: 1 })
    await expect.poll(() => isIn(own.worker.token)).toBe(false)
    await expect.poll(() => isIn(own.consultant.token)).toBe(false)
    expect(await isIn(own.admin.token)).toBe(true)
    expect(await isIn(other.consultant.token)).toBe(true)
    // After being allowed again they must sign in again: ended sessions stay ended.
    await app.post(setting.switchSalesLogin, own.admin.token, { forbit: false })
    expect(await isIn(own.worker.token)).toBe(false)
    expect(await auditOf(own.dealerId, 'setting:forbitSalesLoginPc')).toMatchObject([
      { detail: { old: false, new: true } },
      { detail: { old: true, new: false } },
    ])
  })
})

it('the PC login switch ends the session of a member who becomes a consultant while it is on', async () => {
  const own = await buildStore(app)
  const manager = await buildMember(app.db, app.now(), {
    dealerId: own.dealerId,
    role: 12,
    modules: ['客户管理'],
  })
  await app.post(setting.switchSalesLogin, own.admin.token, { forbit: 1 })
  expect((await app.post(access.profile, manager.token, {})).status).toBe('0')
  const { data = [] } = await app.post(rooms.team.memberList, own.admin.token, {})
  const member = data.find(({ memberId }) => memberId === manager.memberId)
  const changed = await app.post(rooms.team.memberUpdate, own.admin.token, {
    memberId: manager.memberId,
    name: member?.userName,
    mobile: member?.mobile,
    role: 4,
    modules: '客户管理',
    topUserId: 0,
    downUserIds: '',
  })
  expect(changed.status).toBe('0')
  expect(await app.post(access.profile, manager.token, {})).toMatchObject({
    status: '-100',
    detail: '该门店已禁止销售人员登录PC端',
  })
})

describe('the sign-in setting', () => {
  const update = (body: object, token = store.admin.token) => app.post(setting.updateSignSetting, token, body)
  const usual = { inTime: '08:30', offTime: '18:00' }

  it('is stored, with exempt members once each', async () => {
    const { memberId } = store.consultant
    const sent = {
      inTime: '09:00',
      offTime: '18:30',
      whites: [memberId, memberId],
      isAlert: true,
      restDays: [7, 1],
    }
    expect(await update(sent)).toMatchObject({ status: '0' })
    expect(await as().profile()).toMatchObject({
      signSetting: { ...sent, whites: [memberId], restDays: [1, 7] },
    })
    const { detail } = (await auditOf(store.dealerId, 'setting:whites')).at(-1) ?? {}
    expect(detail).toEqual({ old: [], new: [memberId] })
  })

  it.each([
    [{ inTime: '18:00', offTime: '08:30' }, 'offTime', '下班时间必须晚于上班时间'],
    [{ inTime: '09:00', offTime: '09:00' }, 'offTime', '下班时间必须晚于上班时间'],
    [{ inTime: '25:00', offTime: '26:00' }, 'inTime', '时间格式不正确'],
    [{ offTime: '18:00' }, 'inTime', '请选择上班时间'],
    [{ inTime: '08:30' }, 'offTime', '请选择下班时间'],
    [{ ...usual, restDays: [1, 2, 3, 4, 5, 6, 7] }, 'restDays', '每周至少有一个工作日'],
  ])('%j is refused', async (body, path, text) => {
    expect((await update(body)).errors).toContainEqual({ path, text })
  })

  it('leaves out former members', async () => {
    const own = await buildStore(app)
    const { memberId } = own.consultant
    await update({ ...usual, whites: [memberId] }, own.admin.token)
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', memberId).execute()
    const { signSetting } = await app.post(setting.profile, own.admin.token, {})
    expect(signSetting?.whites).toEqual([])
    expect((await update({ ...usual, inTime: '09:00', ...signSetting }, own.admin.token)).status).toBe('0')
  })

  it('accepts only the store’s own members', async () => {
    const foreign = await buildMember(app.db, app.now())
    expect(await update({ ...usual, whites: [foreign.memberId] })).toMatchObject({
      code: 2004,
      detail: '所选免签成员不可用，请重新选择',
    })
  })
})

describe('the limits of lead handling', () => {
  const update = (token: string, clearMinutes: unknown, followMinutes: unknown = 120) =>
    app.post(setting.updateLeadLimits, token, { clearMinutes, followMinutes })

  it('apply to waiting leads in list and clock', async () => {
    const own = await buildStore(app)
    const clueId = await buildLead(app, own)
    app.advance(11 * 60)
    const overdue = () =>
      app.post(lead.list, own.admin.token, { activityType: leadTab.waiting, isOverdue: 1 })
    expect(await overdue()).toMatchObject({ total: 0, hours: { clearWithin: 1800, followWithin: 7200 } })
    await update(own.admin.token, 10, 45)
    expect(await overdue()).toMatchObject({
      total: 1,
      data: [{ clueId }],
      hours: { clearWithin: 600, followWithin: 2700 },
    })
  })

  it.each([4, 1441, '30', undefined])('refuse %j minutes', async (minutes) => {
    expect(await update(store.admin.token, minutes)).toMatchObject({
      errors: [{ path: 'clearMinutes', text: '请输入5至1440分钟' }],
    })
  })
})

describe('the city pool', () => {
  it('can be joined and left', async () => {
    await app.post(setting.switchCityPool, store.admin.token, { enable: true })
    expect(await as().profile()).toMatchObject({ cityPoolEnable: true })
    expect(await app.post(access.profile, store.consultant.token, {})).toMatchObject({ cityPoolEnable: true })
  })
})

describe('custom sources', () => {
  const { addSource, updateSource, deleteSource } = setting
  const { sourceList } = team

  it('are added, renamed and deleted, with unique names', async () => {
    const { token } = store.admin
    const { id = 0 } = await app.post(addSource, token, { name: ' 车友会 ' })
    const second = await app.post(addSource, token, { name: '老带新' })
    expect(await app.post(addSource, token, { name: '车友会' })).toMatchObject({
      code: 2503,
      detail: '该来源名称已存在',
    })
    expect(await app.post(updateSource, token, { sourceId: id, name: '老带新' })).toMatchObject({
      code: 2503,
      errors: [{ path: 'name' }],
    })
    expect(await app.post(updateSource, token, { sourceId: id, name: '车友会二群' })).toMatchObject({
      status: '0',
    })
    expect(await app.post(deleteSource, token, { sourceId: second.id })).toMatchObject({ status: '0' })
    expect(await app.post(deleteSource, token, { sourceId: second.id })).toMatchObject({ code: 404 })
    expect((await app.post(sourceList, token, {})).data).toEqual([{ id, name: '车友会二群' }])
    expect((await app.post(addSource, token, { name: '老带新' })).id).not.toBe(second.id)
    expect(await auditOf(store.dealerId, `source:${id}`)).toMatchObject([
      { detail: { old: null, new: '车友会' } },
      { detail: { old: '车友会', new: '车友会二群' } },
    ])
  })

  it('need a name of at most 20 characters', async () => {
    for (const [name, text] of [
      ['', '请输入来源名称'],
      ['字'.repeat(21), '不能超过20个字'],
    ])
      expect(await app.post(addSource, store.admin.token, { name })).toMatchObject({
        errors: [{ path: 'name', text }],
      })
  })

  it('cannot contain a number in any notation', async () => {
    const { token } = store.admin
    const { id: sourceId = 0 } = await app.post(addSource, token, { name: '门店活动' })
    for (const name of ['张三13812345678', '张三138.1234.5678', '张三１３８ 1234 5678', '8801-2233'])
      for (const refused of [
        await app.post(addSource, token, { name }),
        await app.post(updateSource, token, { sourceId, name }),
      ])
        expect(refused, name).toMatchObject({
          code: 400,
          errors: [{ path: 'name', text: '来源名称中不能包含电话号码' }],
        })
  })

  it('with an older number are masked everywhere, and stay when they come back masked', async () => {
    const there = await buildStore(app)
    const { token } = there.admin
    const { id } = await app.db
      .insertInto('custom_source')
      .values({ dealer_id: there.dealerId, name: '张三13812345678' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const masked = '张三138****5678'
    expect((await app.post(sourceList, token, {})).data).toEqual([{ id, name: masked }])
    const { dealId } = await buildCustomer(app, there.consultant)
    await stageDeals(app, [dealId], { from_source: 99, other_source: id })
    const { data } = await app.post(rooms.task.list, there.consultant.token, { filterType: 1 })
    expect(data?.map((row) => row.sourceName)).toEqual([masked])
    const chart = await app.post(rooms.dashboard.storeSources, token, { dateType: 1 })
    expect(chart.text).toContain(masked)
    expect(await app.post(updateSource, token, { sourceId: id, name: masked })).toMatchObject({ status: '0' })
    const sources = app.db.selectFrom('custom_source').select('name').where('id', '=', id)
    expect(await sources.executeTakeFirst()).toEqual({ name: '张三13812345678' })
  })

  it('of the same name at once become one', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.post(addSource, store.admin.token, { name: '同名' })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 2503, 2503])
  })
})

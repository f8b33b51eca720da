import { rooms } from '@showroom/contract'
import { role as roles } from '@showroom/contract/access/access.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { clearingOn, problemsOf } from '../../../test/clearing.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import { autoValid, buildLead, buildStore, manualValid, storyOf } from '../lead.factory.ts'
import type { Store } from '../lead.factory.ts'

const { clear, noContact } = rooms.lead

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { send, refused } = clearingOn(() => app)

describe('a valid lead', () => {
  it('goes to the member chosen by the supervisor, with customer, due call, timeline, history and notice', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store, { name: '林晓雨', mobile: '13511110001', remark: '要落地价' })
    app.advance(600)
    const answer = await send(store.admin, {
      ...manualValid(clueId),
      memberId: store.consultant.memberId,
      competitionSerieses: '5001',
      businessType: 4,
      buyCount: 3,
      remark: '周末到店',
    })
    expect(answer).toMatchObject({ status: '0', clueStatus: 2, isRepeat: false, ownerName: '许安' })
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({
      status: 2,
      clear_status: 1,
      last_task: 1,
      owner_id: store.consultant.memberId,
      customer_id: answer.customerId,
      cleared_by: store.admin.memberId,
      cleared_at: app.now(),
      clear_seconds: 600,
      assigned_at: app.now(),
      is_remote: 2,
      is_repeat: false,
      clear_remark: '周末到店',
    })
    expect(events).toMatchObject([
      { result: '清洗有效', handle_name: '秦朗', remark: '周末到店' },
      { result: '新线索分配', handle_name: '秦朗', follow_name: '许安' },
    ])
    const deal = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', answer.customerId ?? 0)
      .executeTakeFirstOrThrow()
    expect(deal).toMatchObject({
      owner_id: store.consultant.memberId,
      level: 'N',
      from_source: 98,
      other_source: 1,
      business_type: 4,
      buy_count: 3,
      series_ids: [1201],
      competitor_series_ids: [5001],
      buy_city: '杭州市',
      is_remote: 2,
    })
    const rows = await app.db
      .selectFrom('timeline')
      .select(['type', 'subject', 'lead_id'])
      .where('customer_id', '=', answer.customerId ?? 0)
      .orderBy('id')
      .execute()
    expect(rows).toContainEqual({ type: 21, subject: '新线索分配', lead_id: clueId })
    const notices = await app.db
      .selectFrom('notice')
      .selectAll()
      .where('member_id', '=', store.consultant.memberId)
      .execute()
    expect(notices).toMatchObject([{ kind: 1, lead_id: clueId, customer_id: answer.customerId }])
    app.setNow(testNow)
  })

  it('waits for an owner with the entered data if the cleaner may not assign', async () => {
    const store = await buildStore(app, 1)
    const clueId = await buildLead(app, store)
    const body = { ...manualValid(clueId), memberId: store.consultant.memberId, remark: '有意向' }
    expect(await send(store.worker, body)).toMatchObject({
      status: '0',
      clueStatus: 5,
      customerId: 0,
      ownerName: '',
    })
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({
      status: 5,
      clear_status: 1,
      last_task: 2,
      owner_id: null,
      customer_id: null,
    })
    expect(lead.form).toMatchObject({ specIds: [1201], buyCity: '杭州市', remark: '有意向' })
    expect(lead.form).not.toHaveProperty('memberId')
    expect(events).toMatchObject([{ result: '清洗有效', handle_name: '杜网销' }])
    const { data } = await app.post(rooms.lead.detail, store.worker.token, { clueId })
    expect(data).toMatchObject({
      status: 5,
      buyArea: '西湖区',
      form: { businessType: 1, buyCount: 0, specNames: ['松涧'], competitionNames: [], remark: '有意向' },
    })
  })

  it('is assigned by the online team at once under policy 2', async () => {
    const store = await buildStore(app, 2)
    const clueId = await buildLead(app, store)
    expect(problemsOf(await refused(store.worker, clueId, manualValid(clueId)))).toEqual({
      memberId: '请选择客户经理',
    })
    const body = { ...manualValid(clueId), memberId: store.consultant.memberId }
    expect(await send(store.worker, body)).toMatchObject({ clueStatus: 2, ownerName: '许安' })
  })

  it('is remote if the prospect buys in another city', async () => {
    const store = await buildStore(app, 1)
    const clueId = await buildLead(app, store)
    const buy = { buyProvince: '浙江省', buyCity: '宁波市', buyArea: '' }
    await send(store.worker, { ...manualValid(clueId), ...buy })
    expect((await storyOf(app, clueId)).lead.is_remote).toBe(1)
  })

  it('that was unreachable or invalid before keeps the time of the first result', async () => {
    const store = await buildStore(app, 1)
    const clueId = await buildLead(app, store)
    app.advance(300)
    await app.post(noContact, store.worker.token, { clueId })
    app.advance(300)
    await send(store.worker, { clueId, isValid: 0, invalidReason: 4 })
    app.advance(300)
    expect(
      await send(store.admin, { ...manualValid(clueId), isValid: 1, memberId: store.consultant.memberId }),
    ).toMatchObject({ status: '0', clueStatus: 2 })
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({
      clear_seconds: 300,
      clear_status: 1,
      invalid_reason: 0,
      no_contact_times: 1,
      cleared_by: store.worker.memberId,
    })
    expect(events.map((event) => event.result)).toEqual(['未接通', '清洗无效', '清洗有效', '新线索分配'])
    app.setNow(testNow)
  })

  it('counts no time outside of the store’s hours', async () => {
    const store = await buildStore(app, 1)
    const clueId = await buildLead(app, store, { created_at: new Date('2026-11-17T20:00:00+08:00') })
    app.setNow(new Date('2026-11-18T08:10:00+08:00'))
    await app.post(noContact, store.worker.token, { clueId })
    app.setNow(testNow)
    expect((await storyOf(app, clueId)).lead.clear_seconds).toBe(0)
  })
})

describe('a lead with the mobile of a customer', () => {
  it('joins that customer, whatever owner was chosen, and both members are notified', async () => {
    const store = await buildStore(app, 1)
    const mobile = '13522220001'
    const { customerId } = await buildCustomer(app, store.consultant, { mobile })
    const clueId = await buildLead(app, store, { mobile })
    const detail = await app.post(rooms.lead.detail, store.worker.token, { clueId })
    expect(detail.data?.onFile).toEqual({ name: '林晓雨', ownerName: '许安' })
    const body = { ...manualValid(clueId), memberId: store.admin.memberId }
    expect(await send(store.admin, body)).toMatchObject({
      clueStatus: 2,
      customerId,
      isRepeat: true,
      ownerName: '许安',
    })
    const { lead } = await storyOf(app, clueId)
    expect(lead).toMatchObject({
      is_repeat: true,
      owner_id: store.consultant.memberId,
      customer_id: customerId,
    })
    const notices = await app.db
      .selectFrom('notice')
      .select(['member_id', 'kind'])
      .where('lead_id', '=', clueId)
      .execute()
    expect(notices).toContainEqual({ member_id: store.admin.memberId, kind: 3 })
    expect(notices).toContainEqual({ member_id: store.consultant.memberId, kind: 3 })
  })

  it('adds the inquiry and the cleaner’s remark to the customer’s timeline', async () => {
    const store = await buildStore(app, 3)
    const mobile = '13522220003'
    const { customerId } = await buildCustomer(app, store.consultant, { mobile })
    const body = { ...autoValid(0, app.now()), mobile: '135****0003' }
    for (const [asked, learned] of [
      ['要落地价', '周末到店'],
      ['要试驾', '要试驾'],
    ] as const) {
      const clueId = await buildLead(app, store, { mobile, remark: asked })
      expect(await send(store.worker, { ...body, clueId, remark: learned })).toMatchObject({ customerId })
    }
    const { timelines = [] } = await app.post(rooms.customer.get, store.consultant.token, { customerId })
    expect(timelines.slice(0, 2)).toMatchObject([
      { subject: '重复留资', facts: { said: '要试驾' } },
      {
        subject: '重复留资',
        content: expect.stringContaining('备注：要落地价；周末到店'),
        facts: { said: '要落地价；周末到店' },
      },
    ])
  })

  it('fills what the customer lacks from the full form of cleaning', async () => {
    const store = await buildStore(app, 3)
    const mobile = '13522220009'
    const { customerId, dealId } = await buildCustomer(app, store.consultant, { mobile, weixin: 'kept' })
    await app.db.updateTable('deal').set({ budget: 0 }).where('id', '=', dealId).execute()
    await app.db.updateTable('customer').set({ gender: 0 }).where('id', '=', customerId).execute()
    const clueId = await buildLead(app, store, { mobile })
    const form = { gender: 2, budget: 5, weixin: 'other', addition: { qq: '10001' } }
    const body = { ...autoValid(0, app.now()), mobile: '135****0009', clueId, ...form }
    expect(await send(store.worker, body)).toMatchObject({ customerId })
    const file = await app.post(rooms.customer.get, store.consultant.token, { customerId })
    expect(file.customer).toMatchObject({ gender: 2, weixin: 'kept', deal: { budget: 5 } })
    expect(file.additional?.qq).toBe('10001')
    expect(file.timelines?.[0]?.facts).toMatchObject({ filled: expect.stringContaining('预算') as string })
  })

  it('needs no chosen owner', async () => {
    const store = await buildStore(app, 1)
    const mobile = '13522220002'
    await buildCustomer(app, store.consultant, { mobile })
    for (const by of [store.worker, store.admin]) {
      const clueId = await buildLead(app, store, { mobile })
      expect(await send(by, manualValid(clueId))).toMatchObject({
        clueStatus: 2,
        isRepeat: true,
        ownerName: '许安',
      })
    }
  })
})

describe('a number that the cleaner typed', () => {
  const search = (store: Store) =>
    app.db
      .selectFrom('audit')
      .select(['member_id', 'record', 'detail'])
      .where('dealer_id', '=', store.dealerId)
      .where('action', '=', 'number-found')
      .execute()

  it('is audited if a customer has it, unless it is the lead’s own', async () => {
    const store = await buildStore(app, 3)
    const mobile = '13544440001'
    const { customerId } = await buildCustomer(app, store.consultant, { mobile })
    const own = { ...autoValid(await buildLead(app, store, { mobile }), app.now()), mobile: '135****0001' }
    expect(await send(store.worker, own)).toMatchObject({ isRepeat: true, customerId })
    expect(
      await send(store.worker, { ...own, clueId: await buildLead(app, store, { mobile }), mobile }),
    ).toMatchObject({ isRepeat: true, customerId })
    expect(await search(store)).toEqual([])
    const typed = { ...autoValid(await buildLead(app, store), app.now()), mobile }
    expect(await send(store.worker, typed)).toMatchObject({ isRepeat: true, ownerName: '许安', customerId })
    expect(await search(store)).toEqual([
      { member_id: store.worker.memberId, record: `customer:${customerId}`, detail: { asked: 'clear' } },
    ])
  })

  it('counts towards the shared limit of number searches', async () => {
    const store = await buildStore(app, 3)
    for (let last = 1; last <= 119; last += 1)
      await app.post(rooms.customer.onFile, store.worker.token, {
        phone: `1354445${String(last).padStart(4, '0')}`,
      })
    const mobile = '13544460001'
    const typed = { ...autoValid(await buildLead(app, store), app.now()), mobile }
    expect(await send(store.worker, typed)).toMatchObject({ status: '0' })
    // Over the limit the answer is the same for existing and unknown numbers.
    await buildCustomer(app, store.consultant, { mobile: '13544460002' })
    for (const next of ['13544460002', '13544460003']) {
      const clueId = await buildLead(app, store)
      expect(await refused(store.worker, clueId, { ...typed, mobile: next })).toMatchObject({
        code: 429,
        detail: '按完整手机号查询过于频繁，请稍后再试',
      })
    }
    expect(await search(store)).toEqual([])
    const ownNumber = await buildLead(app, store, { mobile: '13544460004' })
    expect(await send(store.worker, { ...typed, clueId: ownNumber, mobile: '135****0004' })).toMatchObject({
      status: '0',
    })
  })
})

describe('a valid lead under automatic assignment', () => {
  it('requires the full customer form, and is assigned to the member with the fewest leads', async () => {
    const store = await buildStore(app, 3)
    await app.db.transaction().execute(async (trx) => {
      // Without triggers: otherwise the server would assign the lead before it is cleaned.
      await sql`set local session_replication_role = replica`.execute(trx)
      const { memberId } = store.consultant
      await trx.updateTable('member').set({ activated_at: app.now() }).where('id', '=', memberId).execute()
    })
    const clueId = await buildLead(app, store, { mobile: '13500010000' })
    const answer = await send(store.worker, {
      ...autoValid(clueId, app.now()),
      type: 2,
      companyName: '云岭物流',
      tags: '急购 价格敏感',
      level: 'A',
      memberId: store.admin.memberId,
    })
    expect(answer).toMatchObject({ status: '0', clueStatus: 2, ownerName: '许安' })
    const customer = await app.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', answer.customerId ?? 0)
      .executeTakeFirstOrThrow()
    expect(customer).toMatchObject({
      name: '苏映雪',
      mobile: '13500010000',
      gender: 2,
      type: 2,
      company_name: '云岭物流',
      tags: '急购 价格敏感',
    })
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({ name: '苏映雪', owner_id: store.consultant.memberId })
    expect(events.at(-1)).toMatchObject({ result: '新线索分配', remark: expect.stringContaining('自动分配') })
  })

  it('waits if no member is available', async () => {
    const store = await buildStore(app, 3)
    const clueId = await buildLead(app, store, { mobile: '13500020000' })
    const body = { ...autoValid(clueId, app.now()), mobile: '13500029999' }
    expect(await send(store.admin, body)).toMatchObject({ clueStatus: 5, ownerName: '' })
    expect((await storyOf(app, clueId)).lead).toMatchObject({
      status: 5,
      mobile: '13500029999',
      form: { level: 'N', gender: 2, nextActivityType: 1 },
    })
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['name', '请输入客户姓名', { name: ' ' }],
    ['mobile', '请输入手机号', { mobile: '' }],
    ['mobile', '请输入正确的手机号', { mobile: '135****9999' }],
    ['gender', '请选择性别', { gender: undefined }],
    ['companyName', '请输入企业名称', { type: 2 }],
    ['specIds', '请选择意向车型', { specIds: '' }],
    ['specIds', '请选择意向车型', { specIds: '999999' }],
    ['secondardPhone', '请输入合法的联系号码', { secondardPhone: '#' }],
    ['secondardPhone', '请输入合法的联系号码', { secondardPhone: '138****1234' }],
    ['tags', '不能超过200个字', { tags: '急'.repeat(201) }],
    ['nextTestSpecId', '请选择试驾车系', { nextActivityType: 3 }],
    ['nextTestSpecId', '请选择试驾车系', { nextActivityType: 3, nextTestSpecId: 999_999 }],
    ['nextDate', '请选择跟进日期', { nextDate: 0 }],
    ['nextDate', '跟进日期超出该级别的可选范围', { level: 'N', nextDate: 1_795_500_000 }],
    ['buycarDate', '预计购车日期不能早于今天', { buycarDate: 1_794_000_000 }],
    ['addPurchaseOldSeriesId', '仅增购与置换可填写原有车系', { addPurchaseOldSeriesId: 1201 }],
    ['addition.idNo', '请输入合法证件号', { addition: { idNo: '330' } }],
    ['buyCity', '请选择购车地区', { buyCity: '' }],
    ['buyProvince', '请选择购车地区', { buyCity: '乌有市' }],
  ])('%s: %s', async (path, text, wrong) => {
    const store = await buildStore(app, 3)
    const clueId = await buildLead(app, store, { mobile: '13500030000' })
    const answer = await refused(store.worker, clueId, { ...autoValid(clueId, app.now()), ...wrong })
    expect(problemsOf(answer)).toMatchObject({ [path]: text })
    await app.db.deleteFrom('lead').where('id', '=', clueId).execute()
  })
})

describe('a valid lead is refused', () => {
  let store: Store
  beforeAll(async () => {
    store = await buildStore(app, 1, { cityPoolEnable: true })
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['buyProvince', '请选择购车地区', { buyProvince: '' }],
    ['buyCity', '请选择购车地区', { buyCity: undefined }],
    ['buyProvince', '请选择购车地区', { buyCity: '宁波市' }],
    ['specIds', '请选择意向车系', { specIds: '' }],
    ['specIds', '请选择意向车系', { specIds: '1201,999999' }],
    ['specIds', '最多选择5项', { specIds: '1,2,3,4,5,6' }],
    ['competitionSerieses', '竞品车系不存在，请重新选择', { competitionSerieses: '1201' }],
    ['addPurchaseOldSeriesId', '请选择原有车系', { businessType: 2, addPurchaseOldSeriesId: 999_999 }],
    ['addPurchaseOldSeriesId', '仅增购与置换可填写原有车系', { addPurchaseOldSeriesId: 1201 }],
    ['buyCount', '购车数量为0-10000', { buyCount: 10_001 }],
    ['memberId', '请选择客户经理', { memberId: 0 }],
    ['memberId', '所选客户经理不可用，请重新选择', { memberId: 999_999 }],
  ])('%s: %s', async (path, text, wrong) => {
    const clueId = await buildLead(app, store)
    const body = { ...manualValid(clueId), memberId: store.consultant.memberId, ...wrong }
    expect(problemsOf(await refused(store.admin, clueId, body))).toMatchObject({ [path]: text })
  })

  it('with all problems at once', async () => {
    const clueId = await buildLead(app, store)
    const wrong = { buyProvince: '', buyCity: '', specIds: '' }
    expect(
      Object.keys(problemsOf(await refused(store.admin, clueId, { ...manualValid(clueId), ...wrong }))),
    ).toEqual(['buyProvince', 'buyCity', 'specIds'])
    const unknown = { buyCity: '乌有市', specIds: '999999' }
    expect(
      Object.keys(problemsOf(await refused(store.admin, clueId, { ...manualValid(clueId), ...unknown }))),
    ).toEqual(['buyProvince', 'specIds', 'memberId'])
  })

  it('for a prospect on the blocklist, with the contacts to call', async () => {
    const mobile = '13533330001'
    await app.db
      .insertInto('blocklist')
      .values({ mobile, contacts: ['王总 010-8888'] })
      .execute()
    const clueId = await buildLead(app, store, { mobile, name: '黑先生' })
    const body = { ...manualValid(clueId), memberId: store.consultant.memberId }
    for (const by of [store.admin, store.worker])
      expect(await refused(by, clueId, body)).toMatchObject({
        status: '-2',
        code: 1004,
        detail: '王总 010-8888',
        name: '黑先生',
        mobile: '135****0001',
        identifyNo: '无',
      })
  })

  it.each([2, 3, 5])('in status %i, and the answer has its status', async (status) => {
    const clueId = await buildLead(app, store, { status })
    const body = { ...manualValid(clueId), memberId: store.consultant.memberId }
    expect(await refused(store.admin, clueId, body)).toMatchObject({
      status: '-1',
      code: 2301,
      detail: '线索状态已变化，请刷新后重试',
      clueStatus: status,
    })
  })

  it('in another store, like an unknown one', async () => {
    const clueId = await buildLead(app, await buildStore(app))
    const unknown = await send(store.admin, {
      ...manualValid(999_999_999),
      memberId: store.consultant.memberId,
    })
    const theirs = await refused(store.admin, clueId, {
      ...manualValid(clueId),
      memberId: store.consultant.memberId,
    })
    expect(theirs.text).toBe(unknown.text)
    expect(theirs.code).toBe(404)
  })
})

describe('cleaning', () => {
  it('is refused to consultants and to the group above the store', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store, { owner_id: store.consultant.memberId })
    const group = await buildMember(app.db, app.now(), {
      dealerId: store.dealerId,
      role: roles.groupDcc,
      modules: ['线索分配'],
    })
    for (const by of [store.consultant, group])
      expect(await refused(by, clueId, { isValid: 0, invalidReason: 4 })).toMatchObject({ code: 403 })
  })
})

describe('concurrent requests', () => {
  it('clean once and get the same response with one idempotency key', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store)
    const body = { ...manualValid(clueId), memberId: store.consultant.memberId }
    const headers = { 'idempotency-key': 'clear-once-1' }
    const answers = await Promise.all([0, 1, 2].map(() => app.post(clear, store.admin.token, body, headers)))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: '0', clueStatus: 2 })
    expect((await storyOf(app, clueId)).events).toHaveLength(2)
  })

  it('with mixed results: one succeeds, the others are refused', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store)
    const work = Array.from({ length: 12 }, (_, i) =>
      i % 2
        ? send(store.admin, { ...manualValid(clueId), memberId: store.consultant.memberId })
        : send(store.worker, { ...manualValid(clueId) }),
    )
    const answers = await Promise.all(work)
    expect(answers.filter((answer) => answer.status === '0')).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 2301)).toHaveLength(11)
    expect((await storyOf(app, clueId)).events.filter((event) => event.result === '清洗有效')).toHaveLength(1)
  })
})

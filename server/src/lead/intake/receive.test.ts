import { rooms } from '@showroom/contract'
import { dayText } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, newCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildMember, stageMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import {
  buildConsultant,
  buildReceivingStore,
  buildSource,
  countsOf,
  deliver,
  leadsOf,
  newLead,
  newLeads,
  sendLeads,
} from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'

let app: TestApp
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
afterAll(() => app.close())

const noticesOf = ({ dealerId, memberId }: BuiltMember) =>
  app.db
    .selectFrom('notice')
    .select(['kind', 'text', 'customer_id', 'lead_id'])
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
const eventsOf = (leadId: number | undefined) =>
  app.db
    .selectFrom('lead_event')
    .select(['handle_name', 'result', 'follow_name', 'remark'])
    .where('lead_id', '=', leadId ?? 0)
    .orderBy('id')
    .execute()
const timelineOf = (customerId: number | null | undefined) =>
  app.db
    .selectFrom('timeline')
    .selectAll()
    .where('customer_id', '=', customerId ?? 0)
    .orderBy('id')
    .execute()
const ownersOf = async (dealerId: number) => (await leadsOf(app, dealerId)).map((lead) => lead.owner_id)

describe('under manual cleaning (policies 1 and 2)', () => {
  it('members who clean get one notice, and another one after reading it', async () => {
    const store = await buildReceivingStore(app, { policy: 1, consultants: 1 })
    const by = { dealerId: store.dealerId }
    const agent = await buildMember(app.db, app.now(), { ...by, role: 5, modules: ['客户管理', '线索分配'] })
    const manager = await buildMember(app.db, app.now(), { ...by, role: 3 })
    const arrived = { kind: 6, text: '有新线索到店，请及时清洗', customer_id: null, lead_id: null }
    await deliver(app, source, newLeads(2, store.code))
    await deliver(app, source, newLeads(1, store.code))
    expect(await noticesOf(agent)).toEqual([arrived])
    expect(await noticesOf(manager)).toEqual([])
    await app.post(rooms.notice.read, agent.token, { upTo: Number.MAX_SAFE_INTEGER })
    await deliver(app, source, newLeads(1, store.code))
    expect(await noticesOf(agent)).toEqual([arrived, arrived])
  })

  it('集团DCC gets the notice where the group cleans the leads, and nowhere else', async () => {
    const { id: groupId } = await app.db
      .insertInto('dealer_group')
      .values({ name: '测试集团' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const noticesIn = async (over: { policy: number; groupId?: number }) => {
      const store = await buildReceivingStore(app, over)
      const by = { dealerId: store.dealerId, modules: ['线索分配'] }
      const dcc = await buildMember(app.db, app.now(), { ...by, role: 15 })
      const readers = [
        await buildMember(app.db, app.now(), { ...by, role: 16 }),
        await buildMember(app.db, app.now(), { ...by, role: 11 }),
      ]
      await deliver(app, source, newLeads(1, store.code))
      for (const one of readers) expect(await noticesOf(one)).toEqual([])
      return (await noticesOf(dcc)).map(({ text }) => text)
    }
    expect(await noticesIn({ policy: 1, groupId })).toEqual(['有新线索到店，请及时清洗'])
    expect(await noticesIn({ policy: 2, groupId })).toEqual(['有新线索到店，请及时清洗'])
    expect(await noticesIn({ policy: 3, groupId })).toEqual([])
    expect(await noticesIn({ policy: 1 })).toEqual([])
  })

  it('a lead waits even if members are available', async () => {
    for (const policy of [1, 2]) {
      const store = await buildReceivingStore(app, { policy, consultants: 2 })
      await deliver(app, source, newLeads(2, store.code))
      expect(await leadsOf(app, store.dealerId)).toMatchObject([
        { status: 1, owner_id: null, customer_id: null },
        { status: 1, owner_id: null, customer_id: null },
      ])
    }
  })
})

describe('a lead under automatic assignment (policy 3)', () => {
  it('gets its owner and its customer at once, with the reason', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 1 })
    const [owner] = store.members
    if (!owner) throw new Error('no consultant')
    const lead = newLead(store.code, { name: '周慕云' })
    await deliver(app, source, [lead])
    const [made] = await leadsOf(app, store.dealerId)
    expect(made).toMatchObject({
      status: 2,
      clear_status: 0,
      last_task: 1,
      owner_id: owner.memberId,
      is_repeat: false,
      assigned_at: app.now(),
    })
    const reason = '自动分配：待跟进线索最少（0条）'
    expect(await eventsOf(made?.id)).toMatchObject([
      { handle_name: '系统', result: '线索进入', follow_name: '', remark: '希望了解落地价' },
      { handle_name: '系统', result: '新线索分配', remark: reason },
    ])
    const timeline = await timelineOf(made?.customer_id)
    expect(timeline).toMatchObject([
      { type: 7, subject: '建档', owner_name: '系统' },
      {
        type: 21,
        subject: '新线索分配',
        owner_name: '系统',
        lead_id: made?.id,
        level: 'N',
        facts: { kind: 'leadGiven', why: reason },
      },
    ])
    expect(timeline[1]?.content).toContain(reason)
    const file = await app.post(rooms.customer.get, owner.token, { customerId: made?.customer_id })
    expect(file).toMatchObject({ status: '0', pendingActivity: { type: 1, isDelay: false } })
    const [deal] = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', made?.customer_id ?? 0)
      .execute()
    expect(deal).toMatchObject({
      owner_id: owner.memberId,
      level: 'N',
      from_source: 98,
      other_source: 10,
      series_ids: [1201],
      is_remote: 2,
      buy_city: '杭州市',
      next_activity_type: 1,
      next_follow_at: new Date('2026-11-17T16:00:00Z'),
    })
    expect(await noticesOf(owner)).toEqual([
      {
        kind: 1,
        text: expect.stringContaining('周慕云的线索已分配给您') as string,
        customer_id: made?.customer_id,
        lead_id: made?.id,
      },
    ])
  })

  it('goes to the member with the fewest open leads; among equals to the one waiting longest, then by id', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 3 })
    const [a, b, c] = store.members.map((member) => member.memberId)
    await deliver(app, source, newLeads(2, store.code))
    expect(await ownersOf(store.dealerId)).toEqual([a, b])
    app.advance(60)
    await deliver(app, source, newLeads(1, store.code))
    app.advance(60)
    // One each: the member whose last lead is the oldest gets the next one.
    await deliver(app, source, newLeads(3, store.code))
    expect(await ownersOf(store.dealerId)).toEqual([a, b, c, a, b, c])
    app.advance(60)
    // A follow-up reduces the member's open leads.
    const [first] = await leadsOf(app, store.dealerId)
    const by = store.members[0]
    if (!first?.customer_id || !by) throw new Error('no customer')
    const activity = await app.db
      .selectFrom('activity')
      .select(['id', 'deal_id'])
      .where('customer_id', '=', first.customer_id)
      .executeTakeFirstOrThrow()
    const customer = { customerId: first.customer_id, dealId: activity.deal_id, activityId: activity.id }
    const followed = await app.post(rooms.customer.follow, by.token, phoneFollow(app, customer))
    expect(followed, followed.text).toMatchObject({ status: '0' })
    expect((await leadsOf(app, store.dealerId))[0]).toMatchObject({
      first_follow_at: app.now(),
      follow_seconds: 180,
    })
    await deliver(app, source, newLeads(1, store.code))
    const last = (await leadsOf(app, store.dealerId)).at(-1)
    expect(last?.owner_id).toBe(a)
    expect((await eventsOf(last?.id))[1]?.remark).toBe('自动分配：待跟进线索最少（1条）')
  })

  it('goes only to active consultants: not frozen, not former, signed in before', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 3 })
    const { dealerId } = store
    const [frozen, left, there] = store.members
    await buildMember(app.db, app.now(), { dealerId })
    await buildMember(app.db, app.now(), { dealerId, role: 5 })
    const change = (member: BuiltMember | undefined, set: { status?: number; left_at?: Date }) =>
      app.db
        .updateTable('member')
        .set(set)
        .where('id', '=', member?.memberId ?? 0)
        .execute()
    await change(frozen, { status: -1 })
    await change(left, { left_at: app.now() })
    await deliver(app, source, newLeads(3, store.code))
    expect(new Set(await ownersOf(dealerId))).toEqual(new Set([there?.memberId]))
  })

  it('goes to exactly one member, evenly, also with concurrent deliveries on two processes', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 4 })
    const other = await app.startNode()
    const leads = newLeads(60, store.code)
    await Promise.all(leads.map((lead, at) => sendLeads(app, source, [lead], at % 2 ? { node: other } : {})))
    await Promise.all([app.app.intake.idle(), other.intake.idle()])
    // Otherwise it would serve leads of other tests.
    await other.intake.stop()
    const made = await leadsOf(app, store.dealerId)
    expect(made).toHaveLength(60)
    expect(made.every((lead) => lead.status === 2 && lead.customer_id !== null)).toBe(true)
    expect(new Set(made.map((lead) => lead.customer_id)).size).toBe(60)
    expect(countsOf(made.map((lead) => lead.owner_id))).toEqual([15, 15, 15, 15])
    const { total } = await app.db
      .selectFrom('lead_event')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('dealer_id', '=', store.dealerId)
      .where('result', '=', '新线索分配')
      .executeTakeFirstOrThrow()
    expect(total).toBe(60)
  })

  it('waits while no member is available, and is assigned oldest first when one is', async () => {
    const store = await buildReceivingStore(app, { policy: 3 })
    const leads = newLeads(5, store.code)
    for (const lead of leads) {
      await deliver(app, source, [lead])
      app.advance(1)
    }
    expect((await leadsOf(app, store.dealerId)).every((lead) => lead.status === 1)).toBe(true)
    // When a member signs in for the first time, the processes are notified.
    const members = [await buildConsultant(app, store.dealerId)]
    for (const one of members) await stageMember(app.db, one, { status: 0 })
    await expect
      .poll(async () => (await leadsOf(app, store.dealerId)).map((lead) => lead.status), { timeout: 10_000 })
      .toEqual([2, 2, 2, 2, 2])
    const events = await app.db
      .selectFrom('lead_event')
      .select('lead_id')
      .where('dealer_id', '=', store.dealerId)
      .where('result', '=', '新线索分配')
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.lead_id)).toEqual(
      (await leadsOf(app, store.dealerId)).map((lead) => lead.id),
    )
    expect(new Set(await ownersOf(store.dealerId))).toEqual(new Set([members[0]?.memberId]))
  })

  it('goes to the survivor of a merge by any of its numbers', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 1 })
    const [owner] = store.members
    if (!owner) throw new Error('no consultant')
    const lead = newLead(store.code)
    const master = await buildCustomer(app, owner)
    const slave = await buildCustomer(app, owner, { secondardPhone: lead.mobile })
    const pair = { masterCustomerId: master.customerId, slaveCustomerId: slave.customerId }
    expect(await app.post(rooms.customer.merge, owner.token, pair)).toMatchObject({ status: '0' })
    await deliver(app, source, [lead])
    expect(await leadsOf(app, store.dealerId)).toMatchObject([
      { status: 2, is_repeat: true, customer_id: master.customerId },
    ])
  })

  it('is not assigned if its mobile is on the blocklist', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 1 })
    const lead = newLead(store.code)
    await app.db
      .insertInto('blocklist')
      .values({ mobile: lead.mobile, contacts: ['总部'] })
      .execute()
    await deliver(app, source, [lead, newLead(store.code)])
    expect((await leadsOf(app, store.dealerId)).map((one) => one.status)).toEqual([1, 2])
  })

  it('is not assigned if its identity number was blocked after cleaning', async () => {
    const store = await buildReceivingStore(app, { policy: 3 })
    await deliver(app, source, newLeads(2, store.code))
    const [first] = await leadsOf(app, store.dealerId)
    const form = { addition: { idNo: '11010119900307109x' } }
    await app.db
      .updateTable('lead')
      .set({ status: 5, clear_status: 1, form: JSON.stringify(form) })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await app.db
      .insertInto('blocklist')
      .values({ identify_no: '11010119900307109X', contacts: ['总部'] })
      .execute()
    await stageMember(app.db, await buildConsultant(app, store.dealerId), { status: 0 })
    await expect
      .poll(async () => (await leadsOf(app, store.dealerId)).map((one) => one.status), { timeout: 10_000 })
      .toEqual([5, 2])
  })
})

describe('a lead with the mobile of a customer', () => {
  async function onFile(policy: number, level?: string) {
    const store = await buildReceivingStore(app, { policy, consultants: 2 })
    const owner = store.members[0] as BuiltMember
    const body = newCustomer(app, { name: '陆见深' })
    const customer = await buildCustomer(app, owner, body)
    if (level) await app.db.updateTable('deal').set({ level }).where('id', '=', customer.dealId).execute()
    return { store, owner, customer, mobile: body.mobile }
  }

  it('joins that customer at once and notifies its owner', async () => {
    for (const policy of [1, 2, 3]) {
      const { store, owner, customer, mobile } = await onFile(policy)
      await deliver(app, source, [newLead(store.code, { mobile: `+86 ${mobile}`, name: '陆先生' })])
      const [made] = await leadsOf(app, store.dealerId)
      expect(made).toMatchObject({
        status: 2,
        is_repeat: true,
        customer_id: customer.customerId,
        owner_id: owner.memberId,
        assigned_at: app.now(),
      })
      const timeline = await timelineOf(customer.customerId)
      expect(timeline).toMatchObject([
        { subject: '建档' },
        {
          type: 21,
          subject: '重复留资',
          lead_id: made?.id,
          level: 'H',
          facts: { kind: 'leadRepeated', onlineSource: made?.source_id },
        },
      ])
      expect(timeline[1]?.content).toBe(
        '客户再次线上留资，已归入本档案；来源：品牌官网，意向车系：云岫；备注：希望了解落地价；已补全：备注'.replace(
          '云岫',
          (await app.db.selectFrom('series').select('name').where('id', '=', 1201).executeTakeFirstOrThrow())
            .name,
        ),
      )
      expect(await noticesOf(owner)).toMatchObject([
        { kind: 2, customer_id: customer.customerId, lead_id: made?.id },
      ])
      expect((await eventsOf(made?.id))[1]).toMatchObject({ result: '重复留资', remark: '已归入客户档案' })
    }
  })

  it('completes each file once, from the first of several leads that bring the same', async () => {
    const { store, owner, customer, mobile } = await onFile(1)
    const other = newCustomer(app, { name: '何清越' })
    const another = await buildCustomer(app, owner, other)
    await deliver(app, source, [
      newLead(store.code, { mobile, remark: '看现车' }),
      newLead(store.code, { mobile, remark: '问保险' }),
      newLead(store.code, { mobile: other.mobile, remark: '要试驾' }),
    ])
    const remarkOf = async (of: BuiltCustomer) => {
      const deal = await app.db
        .selectFrom('deal')
        .select('remark')
        .where('id', '=', of.dealId)
        .executeTakeFirstOrThrow()
      const rows = (await timelineOf(of.customerId)).filter(({ subject }) => subject === '重复留资')
      return [deal.remark, ...rows.map(({ content }) => content.endsWith('；已补全：备注'))]
    }
    expect(await remarkOf(customer)).toEqual(['看现车', true, false])
    expect(await remarkOf(another)).toEqual(['要试驾', true])
  })

  it('brings what the file lacks and overwrites nothing', async () => {
    const { store, owner, customer, mobile } = await onFile(1)
    const set = (values: object) =>
      app.db.updateTable('deal').set(values).where('id', '=', customer.dealId).execute()
    const fileOf = async () => {
      const { customerId } = customer
      const {
        info,
        customer: file,
        timelines,
      } = await app.post(rooms.customer.get, owner.token, { customerId })
      return {
        series: info?.intendSerieses.map(({ specId }) => specId),
        region: [file?.deal.buyProvince, file?.deal.buyCity],
        remark: file?.remark,
        filled: timelines?.[0]?.facts,
      }
    }
    await set({ remark: '老客户介绍' })
    const before = await fileOf()
    await deliver(app, source, [newLead(store.code, { mobile, province: '江苏省', city: '苏州市' })])
    expect(await fileOf()).toMatchObject({
      series: before.series,
      region: before.region,
      remark: before.remark,
    })
    await set({ series_ids: [], buy_province: '', buy_city: '', buy_area: '', remark: '' })
    await deliver(app, source, [newLead(store.code, { mobile, province: '江苏省', city: '苏州市' })])
    expect(await fileOf()).toMatchObject({
      series: [1201],
      region: ['江苏省', '苏州市'],
      remark: '希望了解落地价',
      filled: { kind: 'leadRepeated', filled: '意向车系、购车地区、备注' },
    })
    const { is_remote } = await app.db
      .selectFrom('deal')
      .select('is_remote')
      .where('id', '=', customer.dealId)
      .executeTakeFirstOrThrow()
    expect(is_remote).toBe(1)
    // A region is completed within itself only, and a lost deal stays as it ended.
    await set({ buy_province: '浙江省', buy_city: '', series_ids: [] })
    await deliver(app, source, [newLead(store.code, { mobile, province: '江苏省', city: '苏州市' })])
    expect(await fileOf()).toMatchObject({ series: [1201], region: ['浙江省', ''] })
    await set({ level: 'F', series_ids: [] })
    await deliver(app, source, [newLead(store.code, { mobile })])
    expect(await fileOf()).toMatchObject({ series: [] })
  })

  it('names a defeated customer as such and leaves its level', async () => {
    const { store, owner, customer, mobile } = await onFile(1, 'F')
    await deliver(app, source, [newLead(store.code, { mobile })])
    expect(await noticesOf(owner)).toMatchObject([
      { kind: 2, text: expect.stringContaining('您的战败客户陆见深再次线上留资') as string },
    ])
    const { level } = await app.db
      .selectFrom('deal')
      .select('level')
      .where('id', '=', customer.dealId)
      .executeTakeFirstOrThrow()
    expect(level).toBe('F')
  })

  it('goes to the survivor of a merge', async () => {
    const { store, customer, owner, mobile } = await onFile(1)
    const master = await buildCustomer(app, owner)
    await app.db
      .updateTable('customer')
      .set({ merged_into_id: master.customerId })
      .where('id', '=', customer.customerId)
      .execute()
    await deliver(app, source, [newLead(store.code, { mobile })])
    expect(await leadsOf(app, store.dealerId)).toMatchObject([{ customer_id: master.customerId }])
  })

  it('whose owner has left is notified to members able to reassign it', async () => {
    const { store, owner, mobile } = await onFile(1)
    const boss = await buildMember(app.db, app.now(), { dealerId: store.dealerId, role: 3 })
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', owner.memberId).execute()
    await deliver(app, source, [newLead(store.code, { mobile })])
    expect(await noticesOf(owner)).toEqual([])
    expect(await noticesOf(boss)).toMatchObject([
      { kind: 2, text: expect.stringContaining('不在岗，请尽快再分配') as string },
    ])
  })

  it('whose owner has not signed in today is notified to the superior, too', async () => {
    const { store, owner, mobile } = await onFile(1)
    const boss = await buildMember(app.db, app.now(), { dealerId: store.dealerId, role: 4 })
    await app.db
      .updateTable('member')
      .set({ manager_id: boss.memberId })
      .where('id', '=', owner.memberId)
      .execute()
    await app.db
      .insertInto('attendance_day')
      .values({
        dealer_id: store.dealerId,
        day: dayText(app.now().getTime() / 1000),
        in_time: '00:00',
        off_time: '18:00',
        is_rest: false,
        due_ids: [owner.memberId],
        settled_at: app.now(),
      })
      .execute()
    await deliver(app, source, [newLead(store.code, { mobile })])
    expect(await noticesOf(owner)).toMatchObject([{ text: expect.stringContaining('您的客户') as string }])
    expect(await noticesOf(boss)).toMatchObject([
      { kind: 2, text: expect.stringContaining('不在岗，请尽快联系') as string },
    ])
  })

  it('twice in one request creates one customer', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 3 })
    const first = newLead(store.code)
    await deliver(app, source, [first, newLead(store.code, { mobile: first.mobile })])
    const [one, two] = await leadsOf(app, store.dealerId)
    expect(two).toMatchObject({
      customer_id: one?.customer_id,
      owner_id: one?.owner_id,
      is_repeat: true,
      status: 2,
    })
    expect(one?.is_repeat).toBe(false)
  })

  it('at another store of the group notifies both owners, each with the name in that owner’s store', async () => {
    const { id: groupId } = await app.db
      .insertInto('dealer_group')
      .values({ name: '测试集团' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const here = await buildReceivingStore(app, { policy: 3, consultants: 1, groupId })
    const there = await buildReceivingStore(app, { consultants: 1, groupId })
    const [mine, theirs] = [here.members[0] as BuiltMember, there.members[0] as BuiltMember]
    const body = newCustomer(app, { name: '在那边' })
    const customer = await buildCustomer(app, theirs, body)
    await deliver(app, source, [newLead(here.code, { mobile: body.mobile, name: '在这边' })])
    expect(await noticesOf(mine)).toMatchObject([
      { kind: 1 },
      { kind: 3, text: '客户在这边在集团其他门店已有档案，请注意撞单' },
    ])
    expect(await noticesOf(theirs)).toEqual([
      {
        kind: 3,
        text: '您的客户在那边在集团其他门店留资，请注意撞单，尽快跟进',
        customer_id: customer.customerId,
        lead_id: null,
      },
    ])
  })
})

import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, buildMember, newCustomer, phoneFollow } from '../../../test/factories.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { customer: room } = rooms

let app: TestApp
let by: BuiltMember
let customer: BuiltCustomer
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { role: 3, name: '许安' })
  customer = await buildCustomer(app, by)
})
afterAll(() => app.close())

const inDays = (days: number): number => addDays(Math.floor(app.now().getTime() / 1000), days)
const newest = async ({ customerId }: BuiltCustomer) =>
  (await app.post(room.get, by.token, { customerId })).timelines?.[0]
const follow = (own: BuiltCustomer, form: Parameters<typeof phoneFollow>[2]) =>
  app.post(room.follow, by.token, phoneFollow(app, own, form))

describe('the facts of a timeline row hold the data of its sentence', () => {
  it('a conversation with a quote and the next step', async () => {
    const own = await buildCustomer(app, by)
    await follow(own, { event: 1, quote: 168_800.5, remark: '要和家里商量', nextDate: inDays(3) })
    expect((await newest(own))?.facts).toEqual({
      kind: 'followed',
      said: '要和家里商量',
      contactType: 1,
      event: 1,
      quote: 168_800.5,
      nextType: 2,
      nextDate: inDays(3),
    })
  })

  it('leaves out fields that do not fit the chosen way and outcome', async () => {
    const own = await buildCustomer(app, by)
    await follow(own, {
      completedActivityType: 2,
      comeDuration: 2,
      quote: 9,
      isSuspend: true,
      resumeDuration: 30,
      nextDate: inDays(1),
    })
    const facts = (await newest(own))?.facts
    expect(facts).toMatchObject({ kind: 'followed', comeDuration: 2, resumeDuration: 30 })
    expect(Object.keys(facts ?? {}).toSorted()).toEqual(['comeDuration', 'kind', 'resumeDuration', 'said'])
  })

  it('the reasons of a defeat request', async () => {
    const own = await buildCustomer(app, by)
    await follow(own, {
      level: 'F',
      failReason: 6,
      failSubReason: 1,
      failDealerName: '城西店',
      remark: '买了',
    })
    expect((await newest(own))?.facts).toMatchObject({
      kind: 'followed',
      said: '买了',
      failReason: 6,
      failSubReason: 1,
      failDealer: '城西店',
    })
  })

  it('a new file, an annotation, an edit and a reassignment', async () => {
    const made = await app.post(room.add, by.token, newCustomer(app, { remark: '老客户介绍' }))
    const own = { ...customer, customerId: made.customerId ?? 0 }
    expect((await newest(own))?.facts).toMatchObject({ kind: 'created', owner: '许安', said: '老客户介绍' })
    const file = await app.post(room.get, by.token, { customerId: own.customerId })
    const dealId = file.info?.dealId ?? 0
    await app.post(room.remark, by.token, { customerId: own.customerId, dealId, remark: '周末再约' })
    expect((await newest(own))?.facts).toEqual({ kind: 'annotated', said: '周末再约' })
    await app.post(room.edit, by.token, {
      ...file.editable,
      customerId: own.customerId,
      weixin: 'wx1',
      budget: 3,
    })
    const edited = await newest(own)
    expect(edited?.facts).toEqual({ kind: 'edited', changes: edited?.content.replaceAll('；', '\n') })
    const heir = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '陈立航' })
    await app.post(room.reassign, by.token, { customerId: own.customerId, dealId, memberId: heir.memberId })
    expect((await newest(own))?.facts).toEqual({ kind: 'reassigned', from: '许安', to: '陈立航' })
  })

  it('tags, dormancy, waking and their undo', async () => {
    const own = await buildCustomer(app, by, { tags: '急购' })
    const { customerId } = own
    const undo = (undoId = 0) => app.post(rooms.base.undo, by.token, { undoId })
    const tagged = await app.post(room.updateTag, by.token, { customerId, tag: '急购 展会' })
    expect((await newest(own))?.facts).toEqual({ kind: 'tagged', tags: '急购 展会', before: '急购' })
    await undo(tagged.undoId)
    expect((await newest(own))?.facts).toEqual({ kind: 'tagged', tags: '急购', before: '急购 展会' })
    await app.post(room.pause, by.token, { customerId })
    const woken = await app.post(room.resume, by.token, { customerId })
    expect((await newest(own))?.facts).toEqual({ kind: 'woken', nextType: 1, nextDate: inDays(0) })
    await undo(woken.undoId)
    expect((await newest(own))?.facts).toEqual({ kind: 'suspended', resumeDuration: 7 })
  })

  it('no facts for rows written before facts existed', async () => {
    const own = await buildCustomer(app, by)
    await app.db
      .insertInto('timeline')
      .values({
        dealer_id: by.dealerId,
        customer_id: own.customerId,
        deal_id: own.dealId,
        created_at: new Date(app.now().getTime() + 1000),
        member_id: by.memberId,
        owner_name: '许安',
        level: 'H',
        type: 1,
        subject: '沟通',
        content: '沟通方式：电话；备注：旧',
      })
      .execute()
    expect(await newest(own)).toMatchObject({ facts: null, content: '沟通方式：电话；备注：旧' })
  })

  it('masks numbers that members typed, in any notation', async () => {
    const own = await buildCustomer(app, by)
    await follow(own, { remark: '家里电话 138\n\n1234 5678，身份证 11010119900307002X' })
    const row = await newest(own)
    expect(row?.facts).toMatchObject({ said: '家里电话 138****5678，身份证 110***********002X' })
    const other = await buildCustomer(app, by)
    await follow(other, { level: 'F', failReason: 6, failSubReason: 1, failDealerName: '李13911115678' })
    expect((await newest(other))?.facts).toMatchObject({ failDealer: '李139****5678' })
  })
})

describe('a quick view from a list', () => {
  it('shows the last three contacts and the planned one', async () => {
    const own = await buildCustomer(app, by)
    for (const remark of ['一', '二', '三', '四']) {
      const { pendingActivity } = await app.post(room.get, by.token, { customerId: own.customerId })
      app.advance(60)
      await follow({ ...own, activityId: pendingActivity?.id ?? 0 }, { remark, nextDate: inDays(2) })
    }
    await app.post(room.remark, by.token, { ...own, remark: '不是联系' })
    const peek = await app.post(room.peek, by.token, { customerId: own.customerId })
    expect(peek.timelines?.map(({ facts }) => facts)).toMatchObject([
      { said: '四' },
      { said: '三' },
      { said: '二' },
    ])
    expect(peek).toMatchObject({
      ownerName: '许安',
      isSuspend: false,
      pendingActivity: { type: 2, activityDate: inDays(2) },
    })
  })

  it('is empty without any contact', async () => {
    const own = await buildCustomer(app, by)
    const peek = await app.post(room.peek, by.token, { customerId: own.customerId })
    expect(peek).toMatchObject({ timelines: [], pendingActivity: { id: own.activityId } })
  })

  it('is for members who read the file, and masks as the file does', async () => {
    const own = await buildCustomer(app, by)
    await follow(own, { remark: '电话13812345678' })
    const { customerId } = own
    const peek = await app.post(room.peek, by.token, { customerId })
    expect(peek.timelines?.[0]).toMatchObject({ facts: { said: '电话138****5678' } })
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const elsewhere = await buildMember(app.db, app.now(), { role: 1 })
    for (const { token } of [colleague, elsewhere])
      expect(await app.post(room.peek, token, { customerId })).toMatchObject({ status: '-1', code: 404 })
  })
})

describe('the milestones of a customer', () => {
  it('are part of the file: first visit, first test drive, last contact', async () => {
    const own = await buildCustomer(app, by)
    app.advance(60)
    await follow(own, { completedActivityType: 3, testSpecId: 1202 })
    const { customer: file } = await app.post(room.get, by.token, { customerId: own.customerId })
    const now = Math.floor(app.now().getTime() / 1000)
    expect(file?.deal).toMatchObject({ arrivedAt: now, testDrivenAt: now, lastFollowAt: now, deliveredAt: 0 })
  })
})

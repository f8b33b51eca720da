import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { countWaiting } from '../../test/cluster/holder.ts'
import { buildCustomer, buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'

const { add, list, preview, remove, send, update } = rooms.sms

let app: TestApp
let head: BuiltMember
let by: BuiltMember
const noon = new Date('2026-11-18T04:00:00Z')
beforeAll(async () => {
  app = await createTestApp()
  head = await buildMember(app.db, app.now(), { role: 1, name: '周启明' })
  by = await buildMember(app.db, app.now(), { dealerId: head.dealerId, name: '林晓雯' })
})
beforeEach(() => app.setNow(noon))
afterAll(() => app.close())

const content = '{客户姓名}您好，我是{客户经理}，电话{客户经理电话}。'
const template = async (text = content): Promise<number> =>
  (await app.post(add, head.token, { subject: '到店邀约', content: text })).id ?? 0
const messagesTo = (customerId: number) =>
  app.db
    .selectFrom('sms_message')
    .select(['state', 'failure', 'content'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
const timelineOf = async (customerId: number) =>
  app.db
    .selectFrom('timeline')
    .select(['subject', 'content', 'owner_name'])
    .where('customer_id', '=', customerId)
    .where('type', '=', 38)
    .orderBy('id')
    .execute()
const customer = (mobile?: string) => buildCustomer(app, by, mobile ? { mobile } : {})

describe('a template', () => {
  it('is added, changed and deleted, with an audit row for each', async () => {
    const id = await template()
    expect((await app.post(list, by.token, {})).data?.find((one) => one.id === id)).toMatchObject({
      subject: '到店邀约',
      content,
      userName: '周启明',
    })
    await app.post(update, head.token, { id, subject: '邀约二', content: '您好' })
    expect((await app.post(list, head.token, {})).data?.find((one) => one.id === id)).toMatchObject({
      subject: '邀约二',
    })
    expect(await app.post(remove, head.token, { id })).toMatchObject({ status: '0' })
    expect(await app.post(remove, head.token, { id })).toMatchObject({ code: 404 })
    const rows = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('record', '=', `template:${id}`)
      .execute()
    expect(rows).toHaveLength(3)
  })

  it('is not saved once a colleague has deleted it meanwhile', async () => {
    const id = await template()
    const answer = await app.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('sms_template')
        .select('id')
        .where('dealer_id', '=', head.dealerId)
        .where('id', '=', id)
        .forUpdate()
        .execute()
      const saved = app.post(update, head.token, { id, subject: '邀约二', content: '您好' })
      await expect.poll(() => countWaiting(app)).toBe(1)
      await trx
        .deleteFrom('sms_template')
        .where('dealer_id', '=', head.dealerId)
        .where('id', '=', id)
        .execute()
      return { saved }
    })
    expect(await answer.saved).toMatchObject({ code: 404 })
  })

  it('masks a mobile number, keeps it when the masked form comes back, and rejects half-masked numbers', async () => {
    const subject = '找张三13812345678'
    const text = '救援热线13800001111，座机0571-88012233'
    const [hidden, half] = ['找张三138****5678', '救援热线138****1111，座机0571-88012233']
    const { id = 0 } = await app.post(add, head.token, { subject, content: text })
    const listed = async () => (await app.post(list, by.token, {})).data?.find((one) => one.id === id)
    const texts = () =>
      app.db.selectFrom('sms_template').select(['subject', 'content']).where('id', '=', id).executeTakeFirst()
    expect(await listed()).toMatchObject({ subject: hidden, content: half })
    expect(await app.post(update, head.token, { id, subject: hidden, content: half })).toMatchObject({
      status: '0',
    })
    expect(await texts()).toEqual({ subject, content: text })
    for (const refused of [
      await app.post(update, head.token, { id, subject: hidden, content: `您好，${half}` }),
      await app.post(add, head.token, { subject: '又一个', content: half }),
    ])
      expect(refused).toMatchObject({
        code: 400,
        errors: [{ path: 'content', text: '隐藏的号码发不出去，请填写完整号码' }],
      })
    expect(await texts()).toEqual({ subject, content: text })
    await app.post(update, head.token, { id, subject: hidden, content: '救援热线13800002222' })
    expect(await texts()).toEqual({ subject, content: '救援热线13800002222' })
  })

  it.each([
    [{ content: '您好' }, 'subject', '请输入模板名称'],
    [{ subject: '一' }, 'content', '请输入短信内容'],
    [{ subject: '一', content: ' ' }, 'content', '请输入短信内容'],
    [{ subject: '一', content: '字'.repeat(501) }, 'content', '不能超过500个字'],
    [{ subject: '一', content: '{姓名}您好{x}' }, 'content', '没有这样的占位符：{姓名}、{x}'],
    [{ subject: '一', content: '点击 www.abc.com' }, 'content', '短信内容不能包含链接'],
    [{ subject: '一', content: '戳 ＨＴＴＰＳ://a.b' }, 'content', '短信内容不能包含链接'],
    [{ subject: '一', content: '点击t.cn/abc领取' }, 'content', '短信内容不能包含链接'],
  ])('is rejected: %j', async (body, path, text) => {
    expect((await app.post(add, head.token, body)).errors).toContainEqual({ path, text })
  })

  it('belongs to one store', async () => {
    const id = await template()
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    expect(await app.post(list, foreign.token, {})).toMatchObject({ data: [] })
    expect(await app.post(update, foreign.token, { id, subject: '一', content: '二' })).toMatchObject({
      code: 404,
    })
    expect(await app.post(add, by.token, { subject: '一', content: '二' })).toMatchObject({ code: 403 })
  })
})

describe('a preview', () => {
  it('fills in the text with masked numbers and counts the unmasked text', async () => {
    const { customerId } = await customer()
    const { name } = await app.db
      .selectFrom('customer')
      .select('name')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    const answer = await app.post(preview, by.token, { content, customerId })
    const masked = `${by.mobile.slice(0, 3)}****${by.mobile.slice(-4)}`
    expect(answer).toMatchObject({
      content: `${name}您好，我是林晓雯，电话${masked}。`,
      length: `${name}您好，我是林晓雯，电话${by.mobile}。`.length,
      parts: 1,
      customerName: name,
    })
    expect(await app.post(preview, by.token, { content: '字'.repeat(71), customerId })).toMatchObject({
      length: 71,
      parts: 2,
    })
  })

  it('uses the newest customer by default, and none if the member has none', async () => {
    expect((await app.post(preview, head.token, { content })).customerName).not.toBe('')
    const fresh = await buildMember(app.db, app.now(), { role: 1 })
    expect(await app.post(preview, fresh.token, { content })).toMatchObject({
      content,
      customerName: '',
    })
  })
})

describe('a message', () => {
  it('is sent after the commit and appears in the timeline', async () => {
    const { customerId } = await customer()
    const templateId = await template()
    expect(await app.post(send, by.token, { customerId, templateId })).toMatchObject({ status: '0' })
    await expect.poll(() => messagesTo(customerId)).toMatchObject([{ state: 1, failure: '', content }])
    const [row, ...others] = await timelineOf(customerId)
    expect(others).toEqual([])
    expect(row).toMatchObject({ subject: '发送短信', owner_name: '林晓雯' })
    expect(row?.content).toContain(`电话${by.mobile.slice(0, 3)}****`)
  })

  it('appears in the timeline as failed when the driver rejects it, and does not count for the daily limit', async () => {
    const { customerId } = await customer('13911230000')
    const templateId = await template()
    for (let times = 0; times < 4; times++) {
      expect(await app.post(send, by.token, { customerId, templateId })).toMatchObject({ status: '0' })
      await expect
        .poll(async () => (await messagesTo(customerId)).at(-1))
        .toMatchObject({ state: 2, failure: '号码为空号' })
    }
    await expect
      .poll(async () => (await timelineOf(customerId)).at(-1))
      .toMatchObject({ subject: '短信发送失败', content: '到店邀约：号码为空号', owner_name: '系统' })
  })

  it('is allowed three times a day, also with four concurrent requests', async () => {
    const { customerId } = await customer()
    const templateId = await template()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => app.post(send, by.token, { customerId, templateId })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2509])
    app.advance(86_400)
    const later = await buildMember(app.db, app.now(), { dealerId: head.dealerId, role: 1 })
    expect(await app.post(send, later.token, { customerId, templateId })).toMatchObject({ status: '0' })
  })

  it.each([
    ['2026-11-18T12:59:59Z', 0],
    ['2026-11-18T13:00:00Z', 2508],
    ['2026-11-17T23:59:59Z', 2508],
    ['2026-11-18T00:00:00Z', 0],
  ])('sent at %s gives code %i', async (at, code) => {
    const { customerId } = await customer()
    const templateId = await template()
    app.setNow(new Date(at))
    const member = await buildMember(app.db, app.now(), { dealerId: head.dealerId, role: 1 })
    expect(await app.post(send, member.token, { customerId, templateId })).toMatchObject({ code })
  })

  it('is refused while the customer is marked 不接收短信', async () => {
    const { customerId } = await customer()
    const templateId = await template()
    const mark = (noSms: boolean) => app.post(rooms.customer.markSms, by.token, { customerId, noSms })
    const file = () => app.post(rooms.customer.get, by.token, { customerId })
    const { rowVersion = 0 } = await mark(true)
    expect((await mark(true)).rowVersion).toBe(rowVersion)
    expect(await file()).toMatchObject({
      customer: { noSms: true },
      timelines: [{ subject: '标记不接收短信', ownerName: '林晓雯' }, { subject: '建档' }],
    })
    expect(await app.post(send, by.token, { customerId, templateId })).toMatchObject({
      status: '-1',
      code: 2513,
      detail: '该客户已标记不接收短信，不能发送',
    })
    expect(await messagesTo(customerId)).toEqual([])
    // A merged file keeps the mark.
    const master = await customer()
    const files = { masterCustomerId: master.customerId, slaveCustomerId: customerId }
    expect(await app.post(rooms.customer.merge, by.token, files)).toMatchObject({ status: '0' })
    const merged = { customerId: master.customerId, templateId }
    expect(await app.post(send, by.token, merged)).toMatchObject({ code: 2513 })
    await app.post(rooms.customer.markSms, by.token, { customerId: master.customerId, noSms: false })
    expect(await app.post(send, by.token, merged)).toMatchObject({ status: '0' })
  })

  it('is rejected for a blocked number, without a template and for a colleague’s customer', async () => {
    const mobile = '13911239991'
    const { customerId } = await customer(mobile)
    expect(await app.post(send, by.token, { customerId })).toMatchObject({
      errors: [{ path: 'templateId', text: '请选择短信模板' }],
    })
    const templateId = await template()
    const colleague = await buildMember(app.db, app.now(), { dealerId: head.dealerId })
    expect(await app.post(send, colleague.token, { customerId, templateId })).toMatchObject({ code: 404 })
    await app.post(rooms.setting.addBlocked, head.token, { mobile, contacts: ['王经理'] })
    expect(await app.post(send, by.token, { customerId, templateId })).toMatchObject({ code: 1004 })
    expect(await messagesTo(customerId)).toEqual([])
  })
})

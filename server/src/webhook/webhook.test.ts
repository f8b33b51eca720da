import { rooms } from '@showroom/contract'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, send } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { startReceiver } from '../../test/outside/receiver.ts'
import type { Got, Receiver } from '../../test/outside/receiver.ts'
import { price } from '../../test/reviewing.ts'
import { buildCustomer, newCustomer } from '../customer/customer.factory.ts'
import { buildReceivingStore, buildSource, deliver, newLead } from '../lead/intake.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildMessage } from './webhook.factory.ts'

const { add, attempts, list, log, remove, replay, replayFailed, rotate, switchTo, test, update } =
  rooms.webhook

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  app = await createTestApp({ webhooks: { loopback: true, timeoutMs: 2_000 } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

let paths = 0
async function registered(
  by: BuiltMember,
  more: { events?: string[]; isGroup?: boolean; description?: string } = {},
): Promise<{ id: number; path: string; secret: string }> {
  const path = `/hook${(paths += 1)}`
  const made = await app.post(add, by.token, {
    url: receiver.origin + path,
    description: '数据中台',
    events: ['lead.created', 'lead.assigned', 'customer.created', 'customer.ordered', 'customer.defeated'],
    ...more,
  })
  if (made.id === undefined) throw new Error(made.text)
  return { id: made.id, path, secret: made.secret ?? '' }
}
const manager = (more: { dealerId?: number; role?: number; modules?: string[] } = {}) =>
  buildMember(app.db, app.now(), { role: 1, ...more })
const auditOf = ({ dealerId }: BuiltMember, action: string) =>
  app.db
    .selectFrom('audit')
    .select(['record', 'detail'])
    .where('dealer_id', '=', dealerId)
    .where('action', '=', action)
    .execute()

/** Verifies like a receiver, with Web Crypto instead of our own code. */
async function isSignedBy(secret: string, { headers, body }: Got): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(secret.replace('whsec_', ''), 'base64'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const given = String(headers['webhook-signature']).split(' ')
  const verified = await Promise.all(
    given.map((one) =>
      crypto.subtle.verify('HMAC', key, Buffer.from(one.slice(3), 'base64'), Buffer.from(content)),
    ),
  )
  return verified.includes(true)
}

describe('an event', () => {
  it('reaches its subscribers signed, with ids and codes and without names or numbers', async () => {
    const { dealerId, code, members } = await buildReceivingStore(app, { policy: 3, consultants: 1 })
    const boss = await manager({ dealerId })
    const { path, secret } = await registered(boss)
    const [owner] = members
    if (!owner) throw new Error('no consultant')
    await deliver(app, await buildSource(app.db), [
      newLead(code, { externalId: '13812345678', name: '孟小满' }),
    ])
    await app.app.deliveries.run()
    const lead = await app.db
      .selectFrom('lead')
      .select(['id', 'customer_id', 'source_id'])
      .where('dealer_id', '=', dealerId)
      .executeTakeFirstOrThrow()
    const customerId = Number(lead.customer_id)
    const events = receiver.events(path)
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'customer.created',
      'lead.assigned',
      'lead.created',
    ])
    const dataOf = (type: string) => events.find((one) => one.type === type)?.data
    const store = { dealerId, dealerCode: code }
    expect(dataOf('lead.created')).toEqual({
      ...store,
      leadId: lead.id,
      sourceId: lead.source_id,
      externalId: '138****5678',
    })
    expect(dataOf('lead.assigned')).toEqual({
      ...store,
      leadId: lead.id,
      customerId,
      ownerId: owner.memberId,
      isRepeat: false,
    })
    expect(dataOf('customer.created')).toMatchObject({
      ...store,
      customerId,
      ownerId: owner.memberId,
      level: 'N',
    })
    expect(events[0]?.timestamp).toBe(app.now().toISOString())
    // Messages of one record arrive in the order of its events.
    const ofLead = events.filter(({ type }) => type.startsWith('lead.'))
    expect(ofLead.map(({ type }) => type)).toEqual(['lead.created', 'lead.assigned'])
    for (const got of receiver.got.filter((one) => one.path === path)) {
      expect(await isSignedBy(secret, got)).toBe(true)
      expect(await isSignedBy(secret, { ...got, body: `${got.body} ` })).toBe(false)
      expect(got.body).not.toMatch(/孟小满|1[3-9]\d{9}/)
      expect(got.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(got.id).toMatch(/^msg_\d+$/)
    }
  })

  it('is also sent for orders and defeated customers', async () => {
    const boss = await manager()
    const { path } = await registered(boss, {
      events: [
        'customer.ordered',
        'customer.defeated',
        'order.submitted',
        'order.approved',
        'customer.merged',
      ],
    })
    const consultant = await buildMember(app.db, app.now(), { dealerId: boss.dealerId })
    const buyer = await buildCustomer(app, consultant)
    const orderId = await buildOrder(app, consultant, buyer, 3, boss)
    const lost = await buildCustomer(app, consultant)
    const { fail, merge } = rooms.customer
    const answer = await app.post(fail, consultant.token, { customerId: lost.customerId, ...price })
    expect(answer, answer.text).toMatchObject({ status: '0' })
    const { id: requestId } = await app.db
      .selectFrom('defeat_request')
      .select('id')
      .where('dealer_id', '=', boss.dealerId)
      .executeTakeFirstOrThrow()
    const decision = { customerId: lost.customerId, requestId, crossRecall: 0, remark: '同意' }
    const agreed = await app.post(rooms.review.confirmFail, boss.token, decision)
    expect(agreed, agreed.text).toMatchObject({ status: '0' })
    const [master, slave] = [await buildCustomer(app, consultant), await buildCustomer(app, consultant)]
    const merged = await app.post(merge, consultant.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(merged, merged.text).toMatchObject({ status: '0' })
    await app.app.deliveries.run()
    const events = receiver.events(path).map(({ type, data: { dealerId, dealerCode, ...data } }) => {
      expect([dealerId, dealerCode]).toEqual([boss.dealerId, expect.any(String)])
      return { type, ...data }
    })
    const orderNo = expect.any(String) as string
    const { customerId } = buyer
    expect(events).toEqual(
      expect.arrayContaining([
        { type: 'order.submitted', customerId, orderId, orderNo },
        { type: 'order.approved', customerId, orderId, orderNo },
        { type: 'customer.ordered', customerId, orderId, orderNo },
        { type: 'customer.defeated', customerId: lost.customerId, reason: price.failReason },
        { type: 'customer.merged', customerId: master.customerId, mergedCustomerId: slave.customerId },
      ]),
    )
    expect(events).toHaveLength(5)
    expect(events.findIndex(({ type }) => type === 'order.submitted')).toBeLessThan(
      events.findIndex(({ type }) => type === 'order.approved'),
    )
  })

  it('is sent to subscribers only, and not for a refused request', async () => {
    const boss = await manager()
    const consultant = await buildMember(app.db, app.now(), { dealerId: boss.dealerId })
    const { path, id } = await registered(boss, { events: ['customer.created'] })
    const { path: other } = await registered(await manager(), { events: ['customer.created'] })
    const customer = newCustomer(app)
    await app.post(rooms.customer.add, consultant.token, customer)
    expect(await app.post(rooms.customer.add, consultant.token, customer)).toMatchObject({ status: '-1' })
    await app.post(switchTo, boss.token, { id, isOn: false })
    await buildCustomer(app, consultant)
    await app.post(switchTo, boss.token, { id, isOn: true })
    await app.app.deliveries.run()
    expect(receiver.events(path)).toHaveLength(1)
    expect(receiver.events(other)).toHaveLength(0)
  })

  it('of any store of a group reaches the group’s endpoint, also from another process', async () => {
    const groupId = 4711
    await app.db.insertInto('dealer_group').values({ id: groupId, name: '集团' }).execute()
    const [home, sister, stranger] = [
      await buildDealer(app.db, { groupId }),
      await buildDealer(app.db, { groupId }),
      await buildDealer(app.db),
    ]
    const head = await manager({ dealerId: home, role: 9, modules: ['企业管理'] })
    const { path, id } = await registered(head, { events: ['customer.created'], isGroup: true })
    const node = await app.startNode()
    const there = await buildMember(app.db, app.now(), { dealerId: sister })
    for (const dealerId of [home, stranger])
      await buildCustomer(app, await buildMember(app.db, app.now(), { dealerId }))
    const made = await send(node, rooms.customer.add, there.token, newCustomer(app))
    expect(made.status).toBe('0')
    await node.deliveries.run()
    const from = receiver.events(path).map(({ data }) => data['dealerId'])
    expect(from).toHaveLength(2)
    expect(new Set(from)).toEqual(new Set([home, sister]))
    // The group administrator manages the endpoint from any store; a store's manager sees only the store's own endpoints.
    const headThere = await manager({ dealerId: sister, role: 9, modules: ['企业管理'] })
    expect((await app.post(list, headThere.token, {})).data).toMatchObject([{ id, isGroup: true }])
    expect((await app.post(log, headThere.token, { endpointId: id })).total).toBe(2)
    const boss = await manager({ dealerId: home })
    expect((await app.post(list, boss.token, {})).data).toEqual([])
    expect(await app.post(log, boss.token, { endpointId: id })).toMatchObject({ code: 404 })
    const refused = { url: `${receiver.origin}/g`, events: ['customer.created'], isGroup: true }
    expect(await app.post(add, boss.token, refused)).toMatchObject({ code: 403 })
  })
})

describe('an endpoint', () => {
  it('returns its secret once and is listed without it', async () => {
    const boss = await manager()
    const { id, secret } = await registered(boss)
    expect(secret).toMatch(/^whsec_/)
    const answer = await app.post(list, boss.token, {})
    expect(answer.data).toMatchObject([
      {
        id,
        description: '数据中台',
        state: 1,
        isGroup: false,
        previousUntil: 0,
        waitingTotal: 0,
        failedTotal: 0,
        last: null,
      },
    ])
    expect(answer.text).not.toContain(secret)
    const { sealed_secret: sealed } = await app.db
      .selectFrom('webhook_endpoint')
      .select('sealed_secret')
      .where('dealer_id', '=', boss.dealerId)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(secret)
    expect(await auditOf(boss, 'webhook-add')).toMatchObject([{ record: `webhook:${id}` }])
  })

  it('masks a number in its description and keeps it when the masked form comes back', async () => {
    const boss = await manager()
    const { id } = await registered(boss, { description: '找张三13812345678' })
    const [shown] = (await app.post(list, boss.token, {})).data ?? []
    expect(shown?.description).toBe('找张三138****5678')
    const rows = async () =>
      (
        await app.db
          .selectFrom('webhook_endpoint')
          .select('description')
          .where('dealer_id', '=', boss.dealerId)
          .executeTakeFirstOrThrow()
      ).description
    const form = { id, url: shown?.url ?? '', events: ['customer.created'] as const }
    const saved = await app.post(update, boss.token, { ...form, description: shown?.description })
    expect(saved, saved.text).toMatchObject({ status: '0' })
    expect(await rows()).toBe('找张三13812345678')
    await app.post(update, boss.token, { ...form, description: '数据中台' })
    expect(await rows()).toBe('数据中台')
  })

  it.each([
    ['http://hooks.example.com/', '接收地址必须以https://开头'],
    ['https://hooks.example.com:22/', '接收地址只能使用443或8443端口'],
    ['https://a:b@hooks.example.com/', '接收地址不能包含用户名和密码'],
    ['https://10.0.0.1/', '接收地址不能指向内网'],
    ['https://[::ffff:10.0.0.1]/', '接收地址不能指向内网'],
    ['https://169.254.169.254/latest', '接收地址不能指向内网'],
    ['ftp://hooks.example.com/', '请输入完整的接收地址，以https://开头'],
    ['hooks.example.com', '请输入完整的接收地址，以https://开头'],
    ['', '请输入接收地址'],
  ])('is rejected with address %s', async (url, text) => {
    const { token } = await manager()
    const refused = await app.post(add, token, { url, events: ['customer.created'] })
    expect(refused).toMatchObject({ code: 400, errors: [{ path: 'url', text }] })
  })

  it('reports all problems at once', async () => {
    const { token } = await manager()
    const refused = await app.post(add, token, { url: 'x', events: [], description: '长'.repeat(51) })
    expect(refused.errors).toEqual([
      { path: 'url', text: '请输入完整的接收地址，以https://开头' },
      { path: 'description', text: '不能超过50个字' },
      { path: 'events', text: '请至少选择一个事件' },
    ])
    expect(
      (await app.post(add, token, { url: 'https://a.example.com', events: ['nothing'] })).errors,
    ).toEqual([{ path: 'events.0', text: '没有这样的事件' }])
  })

  it('is registered once, and ten at most, also with concurrent requests', async () => {
    const { token } = await manager()
    const one = (path: string) =>
      app.post(add, token, { url: `https://hooks.example.com/${path}`, events: ['customer.created'] })
    const same = await Promise.all([one('same'), one('same')])
    expect(same.map(({ code }) => code).toSorted((first, second) => first - second)).toEqual([0, 2510])
    const many = await Promise.all(Array.from({ length: 12 }, (_, at) => one(String(at))))
    expect(many.filter(({ status }) => status === '0')).toHaveLength(9)
    expect(many.find(({ status }) => status !== '0')).toMatchObject({ code: 2511 })
  })

  it('is changed with old and new values in the audit, but not to a registered address', async () => {
    const boss = await manager()
    const { id, path } = await registered(boss)
    const taken = await registered(boss)
    const form = { id, url: `${receiver.origin}/new${path}?key=geheim`, events: ['order.approved'] }
    expect(await app.post(update, boss.token, form)).toMatchObject({ status: '0' })
    expect((await app.post(list, boss.token, {})).data?.[0]).toMatchObject({ events: ['order.approved'] })
    expect(await app.post(update, boss.token, { ...form, url: receiver.origin + taken.path })).toMatchObject({
      code: 2510,
      errors: [{ path: 'url', text: '该接收地址已登记' }],
    })
    const [kept] = await auditOf(boss, 'webhook-update')
    expect(JSON.stringify(kept)).not.toContain('geheim')
  })

  it('signs with both secrets for a day after a rotation', async () => {
    const boss = await manager()
    const { id, path, secret } = await registered(boss)
    const { secret: next = '' } = await app.post(rotate, boss.token, { id })
    expect(next).not.toBe(secret)
    await app.post(test, boss.token, { id })
    await app.app.deliveries.run()
    const first = receiver.got.find((one) => one.path === path)
    if (!first) throw new Error('nothing came')
    expect(await Promise.all([secret, next].map((one) => isSignedBy(one, first)))).toEqual([true, true])
    const before = app.now()
    await buildMessage(app.db, app.now(), { dealerId: boss.dealerId, endpointId: id })
    app.advance(24 * 3600 + 1)
    await app.app.deliveries.run()
    app.setNow(before)
    const second = receiver.got.filter((one) => one.path === path)[1]
    if (!second) throw new Error('nothing came')
    expect(await Promise.all([secret, next].map((one) => isSignedBy(one, second)))).toEqual([false, true])
  })

  it('is deleted with its waiting messages', async () => {
    const boss = await manager()
    const { id, path } = await registered(boss)
    receiver.answer(path, 500)
    await buildCustomer(app, await buildMember(app.db, app.now(), { dealerId: boss.dealerId }))
    expect(await app.post(remove, boss.token, { id })).toMatchObject({ status: '0' })
    await app.app.deliveries.run()
    expect(receiver.events(path)).toEqual([])
    expect(await app.post(log, boss.token, { endpointId: id })).toMatchObject({ code: 404 })
    expect(await auditOf(boss, 'webhook-delete')).toHaveLength(1)
  })
})

describe('the log', () => {
  it('lists each try with the masked response, and replays a failed message', async () => {
    const boss = await manager()
    const { id, path } = await registered(boss)
    receiver.answer(path, 'html')
    const customer = await buildCustomer(
      app,
      await buildMember(app.db, app.now(), { dealerId: boss.dealerId }),
    )
    const before = app.now()
    await app.app.deliveries.run()
    app.advance(24 * 3600 + 1)
    await app.app.deliveries.run()
    app.setNow(before)
    const { data = [], total } = await app.post(log, boss.token, { endpointId: id, state: 2 })
    expect(total).toBe(1)
    const [message] = data
    expect(message).toMatchObject({
      type: 'customer.created',
      record: `customer:${customer.customerId}`,
      state: 2,
      tries: 2,
      status: 502,
      dueAt: 0,
    })
    const named = { endpointId: id, id: message?.id ?? 0 }
    const answer = await app.post(attempts, boss.token, named)
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ type: 'customer.created' })
    expect(answer.attempts).toMatchObject([
      { status: 502, failure: '', answer: '<html> 138****5678 挂了</html>' },
      { status: 502 },
    ])
    const notices = await app.db
      .selectFrom('notice')
      .select(['kind', 'text'])
      .where('dealer_id', '=', boss.dealerId)
      .where('member_id', '=', boss.memberId)
      .execute()
    expect(notices).toMatchObject([{ kind: noticeKind.webhookFailed }])
    expect(notices[0]?.text).toContain('连续24小时未送达')
    expect(await app.post(replay, boss.token, named)).toMatchObject({ status: '0' })
    // It is already waiting.
    expect(await app.post(replay, boss.token, named)).toMatchObject({ code: 410 })
    await app.app.deliveries.run()
    receiver.answer(path, 200)
    app.advance(5)
    await app.app.deliveries.run()
    expect((await app.post(log, boss.token, { endpointId: id })).data).toMatchObject([
      { state: 1, tries: 4, status: 200 },
    ])
    expect(new Set(receiver.got.filter((one) => one.path === path).map((one) => one.id)).size).toBe(1)
    expect(await auditOf(boss, 'webhook-replay')).toMatchObject([{ detail: { messageId: named.id } }])
  })

  it('is filtered by result, event and day, and replays all failed messages at once', async () => {
    const boss = await manager()
    const consultant = await buildMember(app.db, app.now(), { dealerId: boss.dealerId })
    const { id, path } = await registered(boss, { events: ['customer.created', 'order.submitted'] })
    receiver.answer(path, ({ body }) => (body.includes('customer.created') ? 500 : 200))
    const customers = [await buildCustomer(app, consultant), await buildCustomer(app, consultant)]
    await buildOrder(app, consultant, customers[0] as never, 2)
    await app.app.deliveries.run()
    const before = app.now()
    app.advance(24 * 3600 + 1)
    await app.app.deliveries.run()
    app.setNow(before)
    const totalOf = async (more: object) =>
      (await app.post(log, boss.token, { endpointId: id, ...more })).total
    expect(await totalOf({})).toBe(3)
    expect(await totalOf({ state: 2 })).toBe(2)
    expect(await totalOf({ state: 1, type: 'order.submitted' })).toBe(1)
    expect(await totalOf({ type: 'webhook.test' })).toBe(0)
    const tomorrow = Math.floor(app.now().getTime() / 1000) + 86_400
    expect(await totalOf({ createdDate: { start: tomorrow, end: tomorrow } })).toBe(0)
    expect((await app.post(list, boss.token, {})).data).toMatchObject([{ failedTotal: 2, waitingTotal: 0 }])
    receiver.answer(path, 200)
    expect(await app.post(replayFailed, boss.token, { endpointId: id })).toMatchObject({ total: 2 })
    await app.app.deliveries.run()
    expect(await totalOf({ state: 1 })).toBe(3)
    expect(await app.post(replayFailed, boss.token, { endpointId: id })).toMatchObject({ total: 0 })
  })

  it('lists test messages, which are tried once and send no notice', async () => {
    const boss = await manager()
    const { id, path } = await registered(boss)
    receiver.answer(path, 500)
    const { messageId } = await app.post(test, boss.token, { id })
    await app.app.deliveries.run()
    expect(receiver.events(path)).toMatchObject([{ type: 'webhook.test', data: { dealerId: boss.dealerId } }])
    expect((await app.post(log, boss.token, { endpointId: id })).data).toMatchObject([
      { id: messageId, type: 'webhook.test', state: 2, status: 500 },
    ])
    const notices = await app.db
      .selectFrom('notice')
      .select('id')
      .where('dealer_id', '=', boss.dealerId)
      .execute()
    expect(notices).toEqual([])
    await app.post(switchTo, boss.token, { id, isOn: false })
    expect(await app.post(test, boss.token, { id })).toMatchObject({ code: 2512 })
    expect(await app.post(replayFailed, boss.token, { endpointId: id })).toMatchObject({ code: 2512 })
  })

  it('is kept for thirty days', async () => {
    const boss = await manager()
    const { id } = await registered(boss)
    await app.post(test, boss.token, { id })
    await app.app.deliveries.run()
    const before = app.now()
    const totalAfter = async (days: number) => {
      app.advance(days * 86_400)
      await app.app.jobs.find(({ name }) => name === 'tidy-rows-webhook')?.run()
      app.setNow(before)
      return (await app.post(log, boss.token, { endpointId: id })).total
    }
    expect(await totalAfter(29)).toBe(1)
    expect(await totalAfter(31)).toBe(0)
  })
})

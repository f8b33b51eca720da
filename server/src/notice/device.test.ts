import { hash } from 'node:crypto'
import { rooms } from '@showroom/contract'
import { deviceMost } from '@showroom/contract/notice/device.rules'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { NoticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, send, testNow, testSecret } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { senderOf, startFakePush } from '../../test/outside/push.ts'
import type { Browser, FakePush } from '../../test/outside/push.ts'
import { clientHash, storedHash } from '../../test/sign-in.ts'
import { createLog } from '../platform/observe/log.ts'
import { createQueues } from '../platform/queues/queues.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { createWebPush } from '../platform/webpush/webpush.ts'
import { buildMember } from '../team/team.factory.ts'
import { createDevicePushes } from './device-push.service.ts'
import { insertFirstNotices, insertNotices } from './notice.repository.ts'

const { devices, addDevice, confirmDevice, testDevice, removeDevice, keepDevice, savePushSetting, read } =
  rooms.notice
const subject = 'https://showroom.example.com'

let service: FakePush
let app: TestApp
let publicKey = ''
const outcomes: string[] = []
beforeAll(async () => {
  service = await startFakePush()
  app = await createTestApp({ outside: { push: { subject, reach: { loopback: true } } } })
  const { token } = await buildMember(app.db, app.now())
  publicKey = (await app.post(devices, token, {})).publicKey ?? ''
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(() => {
  service.status = 201
  outcomes.length = 0
  app.setNow(testNow)
})

const door = {
  succeeded: () => void outcomes.push('ok'),
  failed: (kind: string) => void outcomes.push(kind),
  run: <Result>(work: () => Promise<Result>) => work(),
}
function pushesOf() {
  const deps = { db: app.db, clock: app.now, log: createLog('silent') }
  const push = createWebPush({ subject, reach: { loopback: true } }, testSecret, door)
  return createDevicePushes({ ...deps, queues: createQueues(deps), push })
}

type Member = Awaited<ReturnType<typeof buildMember>>
const add = (token: string, browser: Browser, name = 'Edge · Windows') =>
  app.post(addDevice, token, { ...browser.subscription, name })

/** Registers a browser: the page confirms the test that its worker received. */
async function registered(member: Member, browser = service.subscribe()): Promise<Browser & { id: number }> {
  const { id = 0 } = await add(member.token, browser)
  const proof = browser.messages().at(-1)?.['test']
  expect(await app.post(confirmDevice, member.token, { id, proof })).toMatchObject({ status: '0' })
  return { ...browser, id }
}
const listed = async ({ token }: Pick<Member, 'token'>) => (await app.post(devices, token, {})).data ?? []
const tell = (
  { dealerId, memberId }: Pick<Member, 'dealerId' | 'memberId'>,
  kind: NoticeKind = noticeKind.leadAssigned,
  text = '陆建峰给您分配了新线索 13812345678',
) => {
  const notice = { memberId, kind, text, customerId: 770_077_007 }
  return insertNotices(app.db, mintJobScope(dealerId, 0), [notice], app.now())
}
const noticesTo = (browser: Browser) => browser.messages().filter(({ notice }) => notice !== undefined)
const pushesTo = (browser: { readonly id: number }) =>
  app.db
    .selectFrom('device_push')
    .select(['state', 'tries', 'failure'])
    .where('push_device_id', '=', browser.id)
    .orderBy('id')
    .execute()

describe('a device', () => {
  it('is registered by a test that arrives, signed by one key of all processes', async () => {
    const member = await buildMember(app.db, app.now())
    const browser = service.subscribe()
    const { id = 0 } = await add(member.token, browser)
    expect(await listed(member), 'not yet').toEqual([])
    await tell(member)
    await pushesOf().run()
    expect(noticesTo(browser)).toEqual([])
    expect(await app.post(confirmDevice, member.token, { id, proof: 'guessed' })).toMatchObject({ code: 404 })
    const [message] = browser.messages()
    const proof = message?.['test']
    const other = await buildMember(app.db, app.now(), { dealerId: member.dealerId })
    expect(await app.post(confirmDevice, other.token, { id, proof })).toMatchObject({ code: 404 })
    await app.post(confirmDevice, member.token, { id, proof })
    expect(await listed(member)).toEqual([
      {
        id,
        name: 'Edge · Windows',
        isHere: true,
        createdAt: expect.any(Number),
        succeededAt: expect.any(Number),
      },
    ])
    const [arrived] = browser.arrived
    expect(arrived?.headers).toMatchObject({ ttl: '21600', topic: 'kind-0', 'content-encoding': 'aes128gcm' })
    expect(arrived && senderOf(arrived, publicKey)).toMatchObject({ sub: subject, aud: service.origin })
    const node = await app.startNode()
    expect((await send(node, devices, member.token, {})).publicKey).toBe(publicKey)
  })

  it('is refused outside of the known services, and where the test does not leave', async () => {
    const { token } = await buildMember(app.db, app.now())
    const { p256dh, auth, endpoint } = service.subscribe().subscription
    const wrong = [
      'https://example.com/push',
      'https://fcm.googleapis.com.evil.com/x',
      'https://evilfcm.googleapis.com/x',
      'https://notify.windows.com/x',
      'https://push.services.mozilla.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com./x',
      'https://user:secret@fcm.googleapis.com/x',
      'http://fcm.googleapis.com/x',
      'https://10.0.0.1/x',
      'https://[::1]:444@web.push.apple.com.internal/x',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost:5432/x',
      'file:///etc/passwd',
      'nothing',
    ]
    for (const one of wrong)
      expect(
        await app.post(addDevice, token, { endpoint: one, p256dh, auth, name: 'Edge · Windows' }),
        one,
      ).toMatchObject({
        code: 400,
        errors: [{ path: 'endpoint', text: '暂不支持该浏览器的推送服务' }],
      })
    for (const status of [307, 403, 404, 410, 500]) {
      service.status = status
      expect(
        await app.post(addDevice, token, { endpoint, p256dh, auth, name: 'Edge · Windows' }),
        `${status}`,
      ).toMatchObject({
        errors: [{ path: 'endpoint', text: '该浏览器的推送服务连接不上，无法接收消息' }],
      })
    }
    service.status = 201
    const point = Buffer.from('x'.repeat(65)).toString('base64url')
    expect(
      await app.post(addDevice, token, { endpoint, p256dh: point, auth, name: 'Edge · Windows' }),
    ).toMatchObject({
      code: 400,
    })
    expect(
      await app.db.selectFrom('push_device').select('id').where('endpoint', '=', endpoint).execute(),
    ).toEqual([])
  })

  it('is limited in number: the oldest ends, also of two at once', async () => {
    const member = await buildMember(app.db, app.now())
    const first = await registered(member)
    for (let count = 1; count < deviceMost; count++) {
      app.advance(600)
      await registered(member)
    }
    app.advance(600)
    const last = await Promise.all([registered(member), registered(member)])
    const ids = (await listed(member)).map(({ id }) => id)
    expect(ids).toHaveLength(deviceMost)
    expect(ids).toEqual(expect.arrayContaining(last.map(({ id }) => id)))
    expect(ids).not.toContain(first.id)
  })

  it('tests are limited', async () => {
    const member = await buildMember(app.db, app.now())
    const { id } = await registered(member)
    for (let count = 1; count < 20; count++)
      expect(await app.post(testDevice, member.token, { id })).toMatchObject({ result: 'sent' })
    expect(await app.post(testDevice, member.token, { id })).toMatchObject({ httpStatus: 429 })
  })

  it('is tested and removed by its member alone', async () => {
    const member = await buildMember(app.db, app.now())
    const other = await buildMember(app.db, app.now(), { dealerId: member.dealerId })
    const { id } = await registered(member)
    for (const call of [testDevice, removeDevice])
      expect(await app.post(call, other.token, { id })).toMatchObject({ code: 404 })
    service.status = 503
    expect(await app.post(testDevice, member.token, { id })).toMatchObject({ result: 'failed' })
    service.status = 201
    expect(await app.post(removeDevice, member.token, { id })).toMatchObject({ status: '0' })
    expect(await listed(member)).toEqual([])
    const gone = await registered(member)
    service.status = 410
    expect(await app.post(testDevice, member.token, { id: gone.id })).toMatchObject({ result: 'gone' })
    expect(await listed(member)).toEqual([])
  })
})

describe('a notice', () => {
  it('reaches each device without personal data, by the choice of kinds', async () => {
    const member = await buildMember(app.db, app.now())
    const [one, two] = [await registered(member), await registered(member)]
    await tell(member)
    await tell(member)
    await tell(member, noticeKind.collision)
    await tell(member, noticeKind.orderDecided)
    const notice = { kind: noticeKind.leadsArrived, text: '有新线索' }
    await insertFirstNotices(app.db, mintJobScope(member.dealerId, 0), [member.memberId], notice, app.now())
    const [first, second] = [pushesOf(), pushesOf()]
    await Promise.all([first.run(), second.run()])
    await first.run()
    for (const browser of [one, two]) {
      const sent = noticesTo(browser)
      expect(sent.map(({ title, count }) => `${String(title)} ${String(count)}`).toSorted()).toEqual(
        ['新线索 2', '新线索待清洗 1', '订单审核结果 1'].toSorted(),
      )
      for (const message of sent)
        expect(Object.keys(message).toSorted()).toEqual(['body', 'count', 'kind', 'notice', 'store', 'title'])
      expect(JSON.stringify(sent)).not.toMatch(/陆建峰|1381234|770077007/)
      expect(browser.arrived.map(({ headers }) => headers['topic'])).toContain(
        `kind-${noticeKind.leadAssigned}`,
      )
    }
    await app.post(savePushSetting, member.token, { groups: ['approval'] })
    await app.post(read, member.token, { upTo: 999_999_999 })
    await tell(member)
    await tell(member, noticeKind.orderSubmitted)
    await first.run()
    expect(
      noticesTo(one)
        .map(({ title }) => title)
        .slice(3),
    ).toEqual(['订单待审核'])
  })

  it('of the night waits for the morning, and is not sent once it was read', async () => {
    const member = await buildMember(app.db, app.now())
    const browser = await registered(member)
    app.setNow(new Date('2026-11-18T13:30:00Z'))
    await tell(member)
    await tell(member, noticeKind.leadWaiting)
    await pushesOf().run()
    expect(noticesTo(browser)).toEqual([])
    expect(await pushesTo(browser)).toMatchObject([
      { state: 0, tries: 0 },
      { state: 0, tries: 0 },
    ])
    const { data = [] } = await app.post(rooms.notice.list, member.token, {})
    await app.post(read, member.token, { ids: String(data[0]?.id) })
    app.setNow(new Date('2026-11-19T00:00:01Z'))
    await pushesOf().run()
    expect(noticesTo(browser).map(({ title }) => title)).toEqual(['新线索'])
  })

  it('is retried after growing pauses, given up in the end, and a device that is gone ends', async () => {
    const member = await buildMember(app.db, app.now())
    const browser = await registered(member)
    const pushes = pushesOf()
    await tell(member)
    service.status = 500
    await pushes.run()
    expect(await pushesTo(browser)).toEqual([{ state: 0, tries: 1, failure: 'HTTP 500' }])
    app.advance(31)
    service.status = 429
    await pushes.run()
    app.advance(121)
    service.status = 201
    await pushes.run()
    expect(await pushesTo(browser)).toEqual([{ state: 1, tries: 3, failure: '' }])
    await tell(member)
    service.status = 403
    for (const pause of [0, 30, 120, 600, 1_800, 3_600, 7_200]) {
      app.advance(pause + 1)
      await pushes.run()
    }
    expect((await pushesTo(browser)).at(-1)).toEqual({ state: 2, tries: 7, failure: 'HTTP 403' })
    expect(outcomes).toEqual(['broken', 'broken', 'ok', ...Array.from({ length: 7 }, () => 'refused')])
    service.status = 201
    for (const status of [404, 410]) {
      const gone = await registered(member)
      await app.post(removeDevice, member.token, { id: browser.id })
      await tell(member, noticeKind.orderMoved)
      service.status = status
      await pushes.run()
      service.status = 201
      expect((await listed(member)).map(({ id }) => id)).not.toContain(gone.id)
      expect(await pushesTo(gone)).toMatchObject([{ state: 2 }])
    }
  })
})

async function freeze(member: Member): Promise<unknown> {
  const { token } = await buildMember(app.db, app.now(), { dealerId: member.dealerId, role: 1 })
  const { data = [] } = await app.post(rooms.team.memberList, token, {})
  const row = data.find(({ memberId }) => memberId === member.memberId)
  return app.post(rooms.team.memberUpdate, token, {
    memberId: member.memberId,
    name: row?.userName,
    mobile: row?.mobile,
    role: row?.role,
    modules: row?.modules,
    topUserId: row?.manager,
    downUserIds: '',
    status: -1,
  })
}

describe('a device ends with', () => {
  const ways: readonly (readonly [string, (member: Member) => Promise<unknown>])[] = [
    ['signing out', (member) => app.post(rooms.access.logout, member.token, {})],
    ['freezing the member', (member) => freeze(member)],
    [
      'a new password, from another browser',
      async (member) => {
        await app.db
          .updateTable('account')
          .set({ password_hash: storedHash })
          .where('id', '=', member.accountId)
          .execute()
        const { accountId, mobile } = member
        const { token } = await buildMember(app.db, app.now(), { accountId, mobile })
        return app.post(rooms.access.changePassword, token, {
          oldPassword: clientHash,
          newPassword: hash('sha256', 'Another%2027y'),
        })
      },
    ],
    [
      'barring the role from the site',
      async ({ dealerId }) => {
        const { token } = await buildMember(app.db, app.now(), { dealerId, role: 1 })
        return app.post(rooms.setting.switchSalesLogin, token, { forbit: true })
      },
    ],
  ]
  it.each(ways)('%s, and no push leaves', async (_way, end) => {
    const member = await buildMember(app.db, app.now(), { role: 4 })
    const colleague = await buildMember(app.db, app.now(), { dealerId: member.dealerId, role: 1 })
    const [browser, others] = [await registered(member), await registered(colleague)]
    await tell(member)
    expect((await end(member)) as object).toMatchObject({ status: '0' })
    await pushesOf().run()
    expect(noticesTo(browser)).toEqual([])
    const left = await app.db
      .selectFrom('push_device')
      .select('id')
      .where('id', 'in', [browser.id, others.id])
      .execute()
    expect(left.map(({ id }) => id)).toEqual([others.id])
  })

  it('another person in its browser, and moves with its own to another store', async () => {
    const member = await buildMember(app.db, app.now())
    const { accountId, mobile } = member
    const elsewhere = await buildMember(app.db, app.now(), { accountId, mobile })
    const stranger = await buildMember(app.db, app.now())
    const browser = await registered(member)
    const { endpoint } = browser.subscription
    expect(await app.post(keepDevice, elsewhere.token, { endpoint })).toMatchObject({ isKept: true })
    expect(await listed(member)).toEqual([])
    expect(await listed(elsewhere)).toMatchObject([{ id: browser.id, isHere: true }])
    await tell(member)
    await tell(elsewhere)
    await pushesOf().run()
    expect(noticesTo(browser)).toHaveLength(1)
    expect(await app.post(keepDevice, stranger.token, { endpoint })).toMatchObject({ isKept: false })
    expect(await listed(elsewhere)).toEqual([])
    expect(await app.post(keepDevice, elsewhere.token, { endpoint })).toMatchObject({ isKept: false })
  })
})

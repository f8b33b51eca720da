import { rooms } from '@showroom/contract'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { NoticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { startFakeWecom } from '../../test/outside/wecom.ts'
import type { FakeWecom } from '../../test/outside/wecom.ts'
import { buildWecomBinding } from '../access/access.factory.ts'
import { createLog } from '../platform/observe/log.ts'
import { unrecorded } from '../platform/outside/outcomes.ts'
import { createQueues } from '../platform/queues/queues.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { createWecom } from '../platform/wecom/wecom.ts'
import { buildMember } from '../team/team.factory.ts'
import { insertFirstNotices, insertNotices } from './notice.repository.ts'
import { createPushes } from './push.service.ts'

const { pushSetting, savePushSetting, read } = rooms.notice
const sendPath = '/cgi-bin/message/send'

let wecom: FakeWecom
let app: TestApp
beforeAll(async () => {
  wecom = await startFakeWecom('https://showroom.example.com')
  app = await createTestApp({ outside: { wecom: wecom.config } })
})
afterAll(async () => {
  await app.close()
  await wecom.close()
})
beforeEach(() => wecom.misbehave(sendPath))

function pushesOf() {
  const deps = { db: app.db, clock: app.now, log: createLog('silent') }
  return createPushes({ ...deps, queues: createQueues(deps), wecom: createWecom(wecom.config, unrecorded) })
}
async function bound(userId?: string) {
  const member = await buildMember(app.db, app.now())
  const { corpId } = wecom.config
  const user = await buildWecomBinding(app.db, member.accountId, { corpId, ...(userId && { userId }) })
  return { ...member, user }
}
type Bound = Awaited<ReturnType<typeof bound>>
const tell = (
  { dealerId, memberId }: Pick<Bound, 'dealerId' | 'memberId'>,
  kind: NoticeKind = noticeKind.leadAssigned,
  more: { text?: string; customerId?: number; leadId?: number; orderId?: number } = {},
) =>
  insertNotices(
    app.db,
    mintJobScope(dealerId, 0),
    [{ memberId, kind, text: '陆建峰给您分配了新线索', ...more }],
    app.now(),
  )
const sentTo = (user: string) => wecom.messages.filter(({ touser }) => touser === user)
const stateOf = ({ dealerId }: Bound) =>
  app.db
    .selectFrom('notice_push')
    .select(['state', 'tries', 'failure'])
    .where('dealer_id', '=', dealerId)
    .orderBy('notice_id')
    .execute()

describe('a notice', () => {
  it('reaches the member by WeCom once, with a link to its record', async () => {
    const member = await bound()
    await tell(member, noticeKind.leadAssigned, { leadId: 77 })
    await tell(member, noticeKind.orderSubmitted, { orderId: 5, customerId: 6 })
    await tell(member, noticeKind.other, { customerId: 6 })
    const [one, two] = [pushesOf(), pushesOf()]
    await Promise.all([one.run(), two.run()])
    await one.run()
    expect(
      new Set(
        sentTo(member.user).map(
          ({ textcard }) => `${textcard.title} ${textcard.description} ${textcard.url}`,
        ),
      ),
    ).toEqual(
      new Set([
        '新线索 陆建峰给您分配了新线索 https://showroom.example.com/#/activity/clue-clear?clue=77',
        '消息 陆建峰给您分配了新线索 https://showroom.example.com/#/customer/detail/6',
        '订单待审核 陆建峰给您分配了新线索 https://showroom.example.com/#/submitted?id=5&type=1',
      ]),
    )
    expect(sentTo(member.user)).toHaveLength(3)
    expect((await stateOf(member)).map(({ state }) => state)).toEqual([1, 1, 1])
  })

  it('masks numbers and is cut to the length that WeCom accepts', async () => {
    const member = await bound()
    await tell(member, noticeKind.leadAssigned, { text: `客户13812345678来电${'很'.repeat(400)}` })
    await pushesOf().run()
    const [message] = sentTo(member.user)
    expect(message?.textcard.description).toMatch(/^客户138\*\*\*\*5678来电/)
    expect(Buffer.byteLength(message?.textcard.description ?? '')).toBeLessThanOrEqual(512)
  })

  it('stays in the bell if the member is not bound, has muted it, or its kind has no group', async () => {
    const stranger = await buildMember(app.db, app.now())
    const member = await bound()
    expect(await app.post(pushSetting, member.token, {})).toMatchObject({
      isBound: true,
      groups: ['assigned', 'overdue', 'approval', 'daily'],
    })
    expect(await app.post(pushSetting, stranger.token, {})).toMatchObject({ isBound: false })
    expect(await app.post(savePushSetting, member.token, { groups: ['approval'] })).toMatchObject({
      status: '0',
    })
    expect((await app.post(pushSetting, member.token, {})).groups).toEqual(['approval'])
    await tell(stranger)
    await tell(member)
    await tell(member, noticeKind.collision)
    await tell(member, noticeKind.orderDecided)
    await pushesOf().run()
    expect(sentTo(member.user).map(({ textcard }) => textcard.title)).toEqual(['订单审核结果'])
    expect(await app.post(savePushSetting, member.token, { groups: ['nothing'] })).toMatchObject({
      code: 400,
    })
  })

  it('is also sent if its kind allows one unread notice only', async () => {
    const member = await bound()
    const notice = { kind: noticeKind.leadsArrived, text: '有新线索' }
    for (let times = 0; times < 2; times++)
      await insertFirstNotices(app.db, mintJobScope(member.dealerId, 0), [member.memberId], notice, app.now())
    await pushesOf().run()
    expect(sentTo(member.user)).toHaveLength(1)
  })

  it('is not sent to former or unbound members, nor after it was read', async () => {
    const [reader, left, unbound] = [await bound(), await bound(), await bound()]
    for (const member of [reader, left, unbound]) await tell(member)
    await app.post(read, reader.token, { upTo: 999_999_999 })
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
    await app.db.deleteFrom('wecom_binding').where('account_id', '=', unbound.accountId).execute()
    await pushesOf().run()
    for (const member of [reader, left, unbound]) {
      expect(sentTo(member.user)).toEqual([])
      expect(await stateOf(member)).toMatchObject([{ state: 2, failure: 'read, or nobody there' }])
    }
  })
})

describe('a WeCom failure', () => {
  it.each(['html', 'gone', 45_009] as const)('%s: is retried after growing pauses', async (way) => {
    const member = await bound()
    await tell(member)
    wecom.misbehave(sendPath, way, way)
    const pushes = pushesOf()
    await pushes.run()
    expect(await stateOf(member)).toMatchObject([{ state: 0, tries: 1 }])
    await pushes.run()
    expect(await stateOf(member), 'not yet').toMatchObject([{ tries: 1 }])
    app.advance(31)
    await pushes.run()
    app.advance(31)
    await pushes.run()
    expect(await stateOf(member)).toMatchObject([{ state: 0, tries: 2 }])
    app.advance(90)
    await pushes.run()
    expect(await stateOf(member)).toMatchObject([{ state: 1, tries: 3, failure: '' }])
    expect(sentTo(member.user)).toHaveLength(1)
  })

  it('is given up after the last retry, and at once for an unknown user', async () => {
    const member = await bound()
    await tell(member)
    wecom.misbehave(sendPath, ...Array.from({ length: 9 }, () => 'html' as const))
    const pushes = pushesOf()
    for (let times = 0; times < 9; times++) {
      await pushes.run()
      app.advance(7_300)
    }
    expect(await stateOf(member)).toMatchObject([{ state: 2, tries: 7 }])
    const left = await bound('gone-1')
    wecom.misbehave(sendPath)
    await tell(left)
    await pushes.run()
    expect(await stateOf(left)).toMatchObject([
      { state: 2, failure: 'not among the members of the application' },
    ])
  })

  it('is retried by another process once the lease of a killed one ends', async () => {
    const member = await bound()
    await tell(member)
    await app.db
      .updateTable('notice_push')
      .set({ tries: 1, due_at: new Date(app.now().getTime() + 120_000) })
      .where('dealer_id', '=', member.dealerId)
      .execute()
    await pushesOf().run()
    expect(sentTo(member.user)).toEqual([])
    app.advance(121)
    await pushesOf().run()
    expect(sentTo(member.user)).toHaveLength(1)
  })
})

it('sends nothing when the transaction is rolled back', async () => {
  const member = await bound()
  await app.db
    .transaction()
    .execute(async (trx) => {
      await insertNotices(
        trx,
        mintJobScope(member.dealerId, 0),
        [{ memberId: member.memberId, kind: noticeKind.leadAssigned, text: '新线索' }],
        app.now(),
      )
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await pushesOf().run()
  expect(sentTo(member.user)).toEqual([])
})

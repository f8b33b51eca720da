import { rooms } from '@showroom/contract'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { listenTo } from '../../test/live.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { insertFirstNotices, insertNotices } from './notice.repository.ts'

const { list, read } = rooms.notice

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
})
afterAll(() => app.close())
// Old notices are staged by moving the clock, which would end the sessions of later tests.
beforeEach(() => app.setNow(testNow))

const colleague = (): Promise<BuiltMember> => buildMember(app.db, app.now(), { dealerId: by.dealerId })
const notifyOf = (to: BuiltMember, ...texts: string[]): Promise<void> =>
  insertNotices(
    app.db,
    mintJobScope(to.dealerId, 0),
    texts.map((text) => ({ memberId: to.memberId, kind: noticeKind.leadAssigned, text, leadId: 7 })),
    app.now(),
  )
const textsOf = (answer: { data?: { text: string }[] }): string[] =>
  (answer.data ?? []).map(({ text }) => text)

describe('the list of notices', () => {
  it('returns the member’s notices, newest first, with the records they open', async () => {
    const to = await colleague()
    await notifyOf(to, '张先生')
    await insertNotices(
      app.db,
      mintJobScope(to.dealerId, 0),
      [{ memberId: to.memberId, kind: noticeKind.repeatLead, text: '李女士再次留资', customerId: 5 }],
      app.now(),
    )
    const createdAt = Math.floor(app.now().getTime() / 1000)
    expect(await app.post(list, to.token, {})).toMatchObject({
      status: '0',
      unread: 2,
      hasMore: false,
      data: [
        { kind: 2, text: '李女士再次留资', customerId: 5, clueId: 0, createdAt, isRead: false },
        { kind: 1, text: '张先生', customerId: 0, clueId: 7, createdAt, isRead: false },
      ],
    })
  })

  it('returns a later notice before one that is sent once while unread', async () => {
    const to = await colleague()
    const first = { kind: noticeKind.leadsArrived, text: '有新线索' }
    for (let times = 0; times < 2; times++)
      await insertFirstNotices(app.db, mintJobScope(to.dealerId, 0), [to.memberId], first, app.now())
    await notifyOf(to, '张先生')
    expect(textsOf(await app.post(list, to.token, {}))).toEqual(['张先生', '有新线索'])
  })

  it('leaves out notices of colleagues and other dealers', async () => {
    const one = await colleague()
    const foreign = await buildMember(app.db, app.now())
    await notifyOf(one, '只给一个人')
    // The same member id at another dealer is a different member.
    await insertNotices(
      app.db,
      mintJobScope(foreign.dealerId, 0),
      [{ memberId: one.memberId, kind: noticeKind.other, text: '别家的' }],
      app.now(),
    )
    expect(await app.post(list, (await colleague()).token, {})).toMatchObject({ data: [], unread: 0 })
    expect(await app.post(list, foreign.token, {})).toMatchObject({ data: [], unread: 0 })
    expect(textsOf(await app.post(list, one.token, {}))).toEqual(['只给一个人'])
  })

  it('continues after the last page even if new notices came in', async () => {
    const to = await colleague()
    await notifyOf(to, ...'一二三四五'.split(''))
    const first = await app.post(list, to.token, { pageCount: 2 })
    expect(textsOf(first)).toEqual(['五', '四'])
    expect(first).toMatchObject({ hasMore: true, unread: 5 })
    await notifyOf(to, '六')
    const second = await app.post(list, to.token, { pageCount: 3, before: first.data?.at(-1)?.id })
    expect(textsOf(second)).toEqual(['三', '二', '一'])
    expect(second).toMatchObject({ hasMore: false, unread: 6 })
  })

  it('masks numbers that slipped into a text', async () => {
    const to = await colleague()
    await notifyOf(to, '来电 13812345678')
    expect(textsOf(await app.post(list, to.token, {}))).toEqual(['来电 138****5678'])
  })
})

describe('marking as read', () => {
  it('marks the listed notices of the caller, and none of a colleague', async () => {
    const [to, other] = [await colleague(), await colleague()]
    await notifyOf(to, '一', '二', '三')
    await notifyOf(other, '别人的')
    const ids = async (of: BuiltMember): Promise<number[]> =>
      ((await app.post(list, of.token, {})).data ?? []).map(({ id }) => id)
    const [third] = await ids(to)
    const [foreign] = await ids(other)
    expect(await app.post(read, to.token, { ids: `${third},${foreign}` })).toMatchObject({ unread: 2 })
    expect((await app.post(list, to.token, {})).data?.map(({ isRead }) => isRead)).toEqual([
      true,
      false,
      false,
    ])
    expect(await app.post(list, other.token, {})).toMatchObject({ unread: 1 })
  })

  it('marks all up to the newest one shown and leaves later ones unread', async () => {
    const to = await colleague()
    await notifyOf(to, '一', '二')
    const answer = await app.post(list, to.token, {})
    await notifyOf(to, '三')
    expect(await app.post(read, to.token, { upTo: answer.data?.[0]?.id })).toMatchObject({ unread: 1 })
    expect(await app.post(read, to.token, { upTo: answer.data?.[0]?.id })).toMatchObject({ unread: 1 })
  })

  it('requires ids or a limit', async () => {
    for (const body of [{}, { ids: '' }])
      expect(await app.post(read, by.token, body)).toMatchObject({
        code: 400,
        errors: [{ path: 'ids', text: '请选择消息' }],
      })
  })

  it('refreshes the other windows of the same member only', async () => {
    const [to, other] = [await colleague(), await colleague()]
    await notifyOf(to, '一')
    const pages = [await listenTo(app.app, to.token), await listenTo(app.app, other.token)] as const
    await app.post(read, to.token, { upTo: 999_999_999 })
    expect(await pages[0].next()).toEqual({ topics: ['notice'] })
    app.app.live.emit({ dealerId: by.dealerId, topics: ['order'] })
    expect(await pages[1].next()).toEqual({ topics: ['order'] })
    for (const page of pages) page.leave()
  })
})

it('notices are deleted after 90 days, read or not', async () => {
  const to = await colleague()
  await notifyOf(to, '旧的')
  app.advance(90 * 86_400 + 1)
  await notifyOf(to, '新的')
  await app.app.jobs.find(({ name }) => name === 'tidy-rows-notice')?.run()
  const left = app.db.selectFrom('notice').select('text').where('member_id', '=', to.memberId)
  expect(await left.execute()).toEqual([{ text: '新的' }])
})

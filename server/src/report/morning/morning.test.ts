import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPeriod } from '../../target/index.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, buildDealer, buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { listenTo } from '../../../test/live.ts'
import { buildLead } from '../../lead/lead.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { createLog } from '../../platform/observe/log.ts'
import type { Texts } from '../../platform/texts/outbox.ts'
import type { Wecom, WecomMessage } from '../../platform/wecom/wecom.ts'
import { sendMorningReports } from './morning.job.ts'

const { morningReport, updateMorningReport } = rooms.report

let app: TestApp
let dealerId: number
let head: BuiltMember
let anna: BuiltMember
let sent: { mobile: string; text: string }[]
let messages: WecomMessage[]
let wecomFails = false
/** A Wednesday. */
const at = (time: string, day = '2026-11-18'): Date => new Date(`${day}T${time}+08:00`)
const build = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), { dealerId, ...overrides })

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(at('07:00:00'))
  dealerId = await buildDealer(app.db)
  head = await build({ role: 1 })
  anna = await build({ name: '许安' })
  sent = []
  messages = []
  wecomFails = false
})
afterAll(() => app.close())

const texts: Pick<Texts, 'post' | 'wake'> = {
  post: async (_trx, { mobile, content }) => void sent.push({ mobile, text: content }),
  wake: () => undefined,
}
const wecom = {
  corpId: 'corp',
  linkTo: (path: string) => `https://showroom.example.com/#${path}`,
  send(message: WecomMessage) {
    if (wecomFails) return Promise.reject(new Error('away'))
    messages.push(message)
    return Promise.resolve(true)
  },
} as unknown as Wecom
const run = () =>
  sendMorningReports({
    db: app.app.db,
    behalf: app.app.behalf,
    clock: app.now,
    log: createLog('silent'),
    texts,
    wecom,
    targets: { readPeriod },
  }).run()
const subscribe = (of: BuiltMember, setting: object = {}) =>
  app.post(updateMorningReport, of.token, { isOn: true, time: '08:30', byBell: true, ...setting })
const noticesOf = async ({ memberId }: BuiltMember): Promise<string[]> =>
  (
    await app.db
      .selectFrom('notice')
      .select('text')
      .where('dealer_id', '=', dealerId)
      .where('member_id', '=', memberId)
      .where('kind', '=', noticeKind.morningReport)
      .execute()
  ).map(({ text }) => text)
const smsTo = ({ mobile }: BuiltMember) => sent.filter((one) => one.mobile === mobile)
const bind = ({ accountId }: BuiltMember, userId: string) =>
  app.db
    .insertInto('wecom_binding')
    .values({ account_id: accountId, corp_id: 'corp', user_id: userId, bound_at: app.now() })
    .execute()

describe('the subscription', () => {
  it('is off at 08:30 until the member changes it', async () => {
    const other = await build({ role: 3 })
    const usual = { isOn: false, time: '08:30', byBell: true, bySms: false, byWecom: false }
    expect(await app.post(morningReport, head.token, {})).toMatchObject({ setting: usual, hasWecom: false })
    const chosen = { isOn: true, time: '07:45', byBell: false, bySms: true, byWecom: false }
    expect(await app.post(updateMorningReport, head.token, chosen)).toMatchObject({ status: '0', ...chosen })
    expect(await app.post(morningReport, head.token, {})).toMatchObject({ setting: chosen })
    expect(await app.post(morningReport, other.token, {})).toMatchObject({ setting: usual })
  })

  it.each([
    [{ time: '08:30', byBell: true }, 'isOn', '请选择是否订阅'],
    [{ isOn: true, byBell: true }, 'time', '请选择时间'],
    [{ isOn: true, time: '24:00', byBell: true }, 'time', '请选择时间'],
    [{ isOn: true, time: '8:30', byBell: true }, 'time', '请选择时间'],
    [{ isOn: true, time: '08:30' }, 'byBell', '请至少选择一种接收方式'],
    [{ isOn: true, time: '08:30', byWecom: true }, 'byWecom', '您还没有绑定企业微信'],
  ])('%j is rejected: %s', async (body, path, text) => {
    expect((await app.post(updateMorningReport, head.token, body)).errors).toContainEqual({ path, text })
  })

  it('needs no channel while it is off', async () => {
    const off = { isOn: false, time: '08:30' }
    expect(await app.post(updateMorningReport, head.token, off)).toMatchObject({ status: '0' })
  })
})

describe('the report', () => {
  it('counts yesterday, the tasks due today and the members with overdue ones', async () => {
    app.setNow(at('10:00:00', '2026-11-17'))
    const today = secondsOf(at('12:00:00', '2026-11-18'))
    await buildCustomer(app, anna, { nextDate: secondsOf(app.now()) })
    await buildCustomer(app, anna, { nextDate: today })
    await buildCustomer(app, head, { nextDate: addDays(today, 1) })
    await buildLead(app, { dealerId })
    app.setNow(at('08:00:00'))
    await buildLead(app, { dealerId })
    expect((await app.post(morningReport, head.token, {})).report).toEqual({
      month: [],
      yesterday: '2026-11-17',
      leads: 1,
      files: 3,
      visits: 0,
      testDrives: 0,
      orders: 0,
      deliveries: 0,
      dueToday: 1,
      overdue: 1,
      members: [{ memberId: anna.memberId, userName: '许安', overdue: 1 }],
    })
    // The task page must show the same counts.
    const { byFilter } = await app.post(rooms.task.counts, head.token, {})
    expect([byFilter?.[0], byFilter?.[2]]).toEqual([1, 1])

    await subscribe(head)
    app.setNow(at('08:30:00'))
    await run()
    expect(await noticesOf(head)).toEqual([
      '昨日线索1，建档3，到店0，试驾0，订车0，交车0。今日到期1，逾期1（许安1）。',
    ])
  })

  it('counts nothing of another store', async () => {
    const far = await buildMember(app.db, app.now(), { role: 1 })
    app.setNow(at('10:00:00', '2026-11-17'))
    await buildCustomer(app, far, { nextDate: secondsOf(app.now()) })
    app.setNow(at('08:00:00'))
    expect((await app.post(morningReport, head.token, {})).report).toMatchObject({ files: 0, overdue: 0 })
  })
})

describe('sending', () => {
  it('happens once a day at the chosen time, also with several processes', async () => {
    await subscribe(head)
    const page = await listenTo(app.app, head.token)
    app.setNow(at('08:29:59'))
    await run()
    expect(await noticesOf(head)).toEqual([])
    app.setNow(at('08:30:00'))
    await Promise.all([run(), run(), run()])
    await run()
    expect(await noticesOf(head)).toHaveLength(1)
    expect(await page.next()).toEqual({ topics: ['notice'] })
    page.leave()
    app.setNow(at('08:30:00', '2026-11-19'))
    await run()
    expect(await noticesOf(head)).toHaveLength(2)
  })

  it('uses the chosen channels, and a failing one does not stop other members', async () => {
    await bind(head, 'zhou')
    await app.db
      .insertInto('morning_report')
      .values({
        dealer_id: dealerId,
        member_id: head.memberId,
        is_on: true,
        send_at: '08:30',
        by_bell: false,
        by_sms: true,
        by_wecom: true,
      })
      .execute()
    app.setNow(at('08:30:00'))
    await run()
    expect(await noticesOf(head)).toEqual([])
    expect(smsTo(head)).toMatchObject([
      { mobile: head.mobile, text: expect.stringMatching(/^晨报：昨日/) as string },
    ])
    expect(messages).toMatchObject([
      { userId: 'zhou', title: '晨报', url: 'https://showroom.example.com/#/report/morning' },
    ])
    app.setNow(at('08:30:00', '2026-11-19'))
    wecomFails = true
    await run()
    expect(smsTo(head)).toHaveLength(2)
  })

  it('skips frozen, former and unsubscribed members and those who lead no more', async () => {
    const frozen = await build({ role: 3 })
    const left = await build({ role: 3 })
    const demoted = await build({ role: 3 })
    const off = await build({ role: 6 })
    for (const one of [frozen, left, demoted, off]) await subscribe(one)
    await subscribe(off, { isOn: false })
    const change = (one: BuiltMember, values: object) =>
      app.db.updateTable('member').set(values).where('id', '=', one.memberId).execute()
    await change(frozen, { status: -1 })
    await change(left, { left_at: app.now() })
    await change(demoted, { role: 4 })
    app.setNow(at('08:30:00'))
    await run()
    for (const one of [frozen, left, demoted, off]) expect(await noticesOf(one)).toEqual([])
  })

  it('is not made up for hours later, nor on the day of a subscription after its time', async () => {
    await subscribe(head)
    app.setNow(at('10:30:00'))
    await run()
    expect(await noticesOf(head)).toEqual([])
    app.setNow(at('09:00:00', '2026-11-19'))
    const late = await build({ role: 3 })
    await subscribe(late)
    await run()
    expect(await noticesOf(late)).toEqual([])
    expect(await noticesOf(head)).toHaveLength(1)
    app.setNow(at('08:31:00', '2026-11-20'))
    await run()
    expect(await noticesOf(late)).toHaveLength(1)
  })

  it('sends a late-night report on its own day only', async () => {
    await subscribe(head, { time: '23:30' })
    app.setNow(at('00:10:00', '2026-11-19'))
    await run()
    expect(await noticesOf(head)).toEqual([])
  })
})

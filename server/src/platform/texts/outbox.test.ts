import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeAliyun } from '../../../test/outside/aliyun.ts'
import type { FakeAliyun } from '../../../test/outside/aliyun.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { scrape, valueOf } from '../../../test/recount/series.ts'
import { createLog } from '../observe/log.ts'
import { unrecorded } from '../outside/outcomes.ts'
import { createQueues } from '../queues/queues.ts'
import { textKind } from './outbox.repository.ts'
import type { TextKind } from './outbox.repository.ts'
import { createTexts, newTicket } from './outbox.ts'
import type { TextWork } from './outbox.ts'
import { createSmsSender } from './sender.ts'

let aliyun: FakeAliyun
let app: TestApp
beforeAll(async () => {
  ;[aliyun, app] = await Promise.all([startFakeAliyun(), createTestApp()])
})
afterAll(() => Promise.all([aliyun.close(), app.close()]))
beforeEach(async () => {
  aliyun.misbehave()
  await app.db.deleteFrom('sms_outbox').execute()
})

const lines: string[] = []
const settled: string[] = []
/** Builds the texts of one process. */
function textsOf({ secret = 'a secret of the tests', timeoutMs = 5_000 } = {}) {
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const metrics = {
    smsSent: () => undefined,
    smsSettled: (state: string, seconds: number) => void settled.push(`${state} ${seconds}`),
    watch: () => undefined,
  }
  const clock = app.now
  const driver = createSmsSender([{ ...aliyun.config, timeoutMs }], { clock, log, metrics, door: unrecorded })
  const queues = createQueues({ db: app.db, clock, log })
  const texts = createTexts({ db: app.db, queues, clock, log, metrics, secret, driver })
  opened.push(texts)
  return texts
}
const opened: TextWork[] = []
// Stops the texts so that pending retries do not disturb the next test.
afterEach(() => Promise.all(opened.splice(0).map((texts) => texts.stop())))
let count = 0
const newMobile = (): string => `1390000${String((count += 1)).padStart(4, '0')}`
async function post(kind: TextKind = textKind.code, content = '123456') {
  const [mobile, ticket] = [newMobile(), newTicket()]
  await textsOf().post(app.db, {
    dealerId: 9,
    kind,
    mobile,
    content,
    at: app.now(),
    ticket,
    about: `9-${count}`,
  })
  const row = () =>
    app.db.selectFrom('sms_outbox').selectAll().where('mobile', '=', mobile).executeTakeFirstOrThrow()
  return { mobile, ticket, row, about: `9-${count}` }
}
const sentTo = (mobile: string) => aliyun.sent.filter((one) => one.mobile === mobile)

describe('a text', () => {
  it('is sent once by several processes, is unreadable before and deleted afterwards', async () => {
    const [one, two] = [textsOf(), textsOf()]
    const all = await Promise.all(Array.from({ length: 30 }, () => post()))
    const before = await all[0]?.row()
    expect(JSON.stringify(before)).not.toContain('123456')
    expect(before?.sealed?.toString('latin1')).not.toContain('123456')
    await Promise.all([one.run(), two.run()])
    for (const { mobile, row } of all) {
      expect(sentTo(mobile)).toEqual([{ mobile, template: 'SMS_1', values: { code: '123456' } }])
      expect(await row()).toMatchObject({ state: 2, sealed: null, code: '', provider: 1 })
    }
    expect(lines.join('')).not.toContain('123456')
  })

  it('that waits for another try is late since it was made, and one for the hours of the customer is not', async () => {
    const read = async (queue: string) =>
      valueOf(await scrape(app.app), 'showroom_queue_delay_seconds', { queue })
    await app.db.deleteFrom('store_work').execute()
    const { mobile } = await post(textKind.own)
    aliyun.misbehave('silence')
    const texts = textsOf({ timeoutMs: 100 })
    await texts.run()
    app.advance(10)
    aliyun.misbehave('silence')
    await texts.run()
    app.advance(25)
    expect(await read('texts')).toBe(35)
    await app.db.updateTable('sms_outbox').set({ code: '' }).where('mobile', '=', mobile).execute()
    expect(await read('texts')).toBe(0)
    expect(await read('codes')).toBe(0)
  })

  it('is not sent after a rollback', async () => {
    const mobile = newMobile()
    const texts = textsOf()
    await app.db
      .transaction()
      .execute(async (trx) => {
        await texts.post(trx, { dealerId: 9, kind: textKind.own, mobile, content: 'x', at: app.now() })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await texts.run()
    expect(sentTo(mobile)).toEqual([])
  })

  it('is sent after a wake-up while others still wait for a silent provider', async () => {
    const texts = textsOf({ timeoutMs: 6_000 })
    const slow = await post()
    aliyun.misbehave('silence')
    texts.wake()
    await setTimeout(50)
    // The provider is processing the first text by now.
    const quick = await post()
    const started = performance.now()
    texts.wake()
    await expect.poll(() => sentTo(quick.mobile).length, { interval: 10 }).toBe(1)
    expect(performance.now() - started).toBeLessThan(5_000)
    await texts.run()
    expect(await slow.row()).toMatchObject({ state: 0, code: 'isp.UNREACHABLE' })
    await texts.stop()
  })

  it('overtakes other texts that wait for a silent provider, which are sent in the end', async () => {
    const texts = textsOf({ timeoutMs: 1_500 })
    const slow = await Promise.all(Array.from({ length: 30 }, () => post(textKind.own, 'x')))
    aliyun.misbehave(...Array.from({ length: 12 }, () => 'silence'))
    texts.wake()
    await setTimeout(150)
    const quick = await post()
    texts.wake()
    await expect.poll(() => sentTo(quick.mobile).length, { interval: 10 }).toBe(1)
    await texts.run()
    app.advance(6)
    await texts.run()
    for (const { mobile } of slow) expect(sentTo(mobile)).toHaveLength(1)
  })

  it.each(['html', 'gone', 'silence', 'huge', 'isp.SYSTEM_ERROR'])(
    'is retried with growing pauses while the provider answers with %s, and reports it',
    async (way) => {
      const { mobile, ticket, row } = await post()
      const texts = textsOf({ timeoutMs: way === 'silence' ? 700 : 5_000 })
      aliyun.misbehave(way, way)
      await texts.run()
      expect(await row()).toMatchObject({ state: 0, tries: 1 })
      expect(await texts.outcomeOf(ticket)).toEqual({ state: 'waiting', why: '短信服务繁忙，正在重新发送…' })
      await texts.run()
      expect(await row(), 'not yet').toMatchObject({ tries: 1 })
      app.advance(1)
      await texts.run()
      app.advance(2)
      await texts.run()
      expect(await row(), 'later than before').toMatchObject({ tries: 2 })
      app.advance(1)
      await texts.run()
      expect(sentTo(mobile)).toHaveLength(1)
      expect(await texts.outcomeOf(ticket)).toEqual({ state: 'sent', why: '' })
      expect(settled.at(-1)).toBe('sent 4')
    },
  )

  it('is given up in the end, and a code when it expires', async () => {
    const own = await post(textKind.own, 'x')
    const code = await post()
    const texts = textsOf()
    aliyun.misbehave(...Array.from({ length: 20 }, () => 'html'))
    await texts.run()
    app.advance(301)
    await texts.run()
    expect(await code.row()).toMatchObject({ state: 3, code: 'EXPIRED', sealed: null, due_at: null })
    for (let times = 0; times < 9; times++) {
      app.advance(1_801)
      await texts.run()
    }
    expect(await own.row()).toMatchObject({ state: 3, code: 'isp.UNREACHABLE', sealed: null, due_at: null })
    expect(sentTo(code.mobile)).toEqual([])
  })

  it.each([
    ['isv.BUSINESS_LIMIT_CONTROL', '该号码的短信已达到运营商的发送上限，请稍后再试'],
    ['isv.DAY_LIMIT_CONTROL', '该号码的短信已达到运营商的发送上限，请稍后再试'],
    ['isv.MOBILE_NUMBER_ILLEGAL', '手机号不正确'],
    ['isv.OUT_OF_SERVICE', '短信服务已停用或余额不足，请联系系统管理员'],
    ['isv.SMS_SIGN_ILLEGAL', '短信签名或模板未通过审核，请联系系统管理员'],
    ['SomethingNew', '短信服务暂时不可用，请稍后再试'],
  ])('refused with %s has its reason in words', async (code, why) => {
    const { ticket, row } = await post()
    const texts = textsOf()
    aliyun.misbehave(code)
    await texts.run()
    expect(await row()).toMatchObject({ state: 3, code, sealed: null })
    expect(await texts.outcomeOf(ticket)).toEqual({ state: 'refused', why })
  })

  it('is not sent by a server with another secret', async () => {
    const { mobile, row } = await post()
    await textsOf({ secret: 'another secret' }).run()
    expect(await row()).toMatchObject({ state: 3, code: 'SEALED' })
    expect(sentTo(mobile)).toEqual([])
  })

  it('without a mobile is stored like others but not sent', async () => {
    const texts = textsOf()
    const ticket = newTicket()
    await texts.post(app.db, {
      dealerId: 0,
      kind: textKind.code,
      mobile: '',
      content: '1',
      at: app.now(),
      ticket,
    })
    const before = aliyun.sent.length
    await texts.run()
    expect(aliyun.sent.length).toBe(before)
    expect(await texts.outcomeOf(ticket)).toEqual({ state: 'sent', why: '' })
  })
})

describe('a text claimed by a killed process', () => {
  const kill = async ({ mobile }: { mobile: string }) => {
    await app.db
      .updateTable('sms_outbox')
      .set({ state: 1, tries: 1, due_at: new Date(app.now().getTime() + 120_000) })
      .where('mobile', '=', mobile)
      .execute()
  }

  it('is sent by another process if it is a code, which may arrive twice', async () => {
    const code = await post()
    await kill(code)
    const texts = textsOf()
    await texts.run()
    expect(sentTo(code.mobile)).toEqual([])
    app.advance(121)
    await texts.run()
    expect(sentTo(code.mobile)).toHaveLength(1)
  })

  it('is not sent again if it is for a customer, and the sender gets a notice', async () => {
    const text = await post(textKind.customer, '您好')
    await kill(text)
    const texts = textsOf()
    const heard: object[] = []
    texts.follow(async (_db, one) => void heard.push(one))
    app.advance(121)
    await texts.run()
    expect(sentTo(text.mobile)).toEqual([])
    expect(heard).toMatchObject([{ about: text.about, failure: '发送中断，结果未知' }])
  })
})

describe('the delivery state', () => {
  it('is queried until carriers report, and passed to followers', async () => {
    const [good, bad] = [await post(textKind.customer, '您好'), await post(textKind.customer, '您好')]
    const texts = textsOf()
    const heard: (readonly [string, string])[] = []
    texts.follow(async (_db, { about, failure }) => void heard.push([about, failure]))
    await texts.run()
    app.advance(16)
    await texts.run()
    expect(await good.row(), 'nothing yet').toMatchObject({ state: 2, tries: 1 })
    aliyun.report(good.mobile, 'DELIVERED')
    aliyun.report(bad.mobile, 'MK:0001')
    app.advance(61)
    await texts.run()
    expect(await good.row()).toMatchObject({ state: 4, due_at: null })
    expect(await bad.row()).toMatchObject({ state: 5, code: 'MK:0001', due_at: null })
    expect(heard.find(([, failure]) => failure !== '')).toEqual([
      bad.about,
      '运营商未能送达，请确认手机未停机、关机或拦截短信（MK:0001）',
    ])
    expect(await texts.outcomeOf(bad.ticket)).toMatchObject({ state: 'refused' })
    expect(heard).toHaveLength(4)
  })

  it('is given up without a report, and the text stays sent', async () => {
    const { row } = await post()
    const texts = textsOf()
    await texts.run()
    for (let times = 0; times < 8; times++) {
      app.advance(7_201)
      await texts.run()
    }
    expect(await row()).toMatchObject({ state: 2, due_at: null })
  })
})

it('old texts are deleted', async () => {
  const { mobile } = await post()
  const left = () => app.db.selectFrom('sms_outbox').select('id').where('mobile', '=', mobile).execute()
  const tidy = app.app.jobs.find(({ name }) => name === 'tidy-rows-platform')
  await tidy?.run()
  expect(await left()).toHaveLength(1)
  app.advance(31 * 86_400)
  await tidy?.run()
  expect(await left()).toEqual([])
})

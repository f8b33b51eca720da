import { rooms } from '@showroom/contract'
import { usualTexts } from '@showroom/contract/appointment/text.rules'
import { role } from '@showroom/contract/access/access.rules'
import { auditKinds } from '@showroom/contract/kernel/audit'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeAliyun } from '../../../test/outside/aliyun.ts'
import type { FakeAliyun } from '../../../test/outside/aliyun.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { topicsOf } from '../../../test/live.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCar } from '../appointment.factory.ts'

const origin = 'https://crm.example.com'
const { follow } = rooms.customer
const { day, handOver, move, saveTexts, texts, walkUp } = rooms.appointment
const { undo } = rooms.base

let app: TestApp
let aliyun: FakeAliyun
let dealerId: number
let manager: BuiltMember
let owner: BuiltMember
/** 9:00 in Shanghai. */
const morning = new Date('2026-11-18T01:00:00Z')
beforeAll(async () => {
  aliyun = await startFakeAliyun()
  app = await createTestApp({ demo: false, outside: { publicUrl: origin, sms: [aliyun.config] } })
})
/** Each test has its own store, with nothing planned and no text waiting. */
beforeEach(async () => {
  app.setNow(morning)
  aliyun.misbehave()
  await app.db.deleteFrom('rate_limit').execute()
  await app.db.deleteFrom('sms_outbox').execute()
  await app.db.updateTable('appointment_text').set({ is_on: false }).execute()
  dealerId = await buildDealer(app.db)
  manager = await buildMember(app.db, app.now(), { dealerId, role: role.generalManager })
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  await app.post(saveTexts, manager.token, { isOn: true, ...usualTexts })
})
afterAll(() => Promise.all([aliyun.close(), app.close()]))

const run = (name: string) => app.app.jobs.find((job) => job.name === name)?.run()
const tomorrow = (hour: number, minute = 0): number =>
  dayStart(morning.getTime() / 1000) + 86_400 + hour * 3600 + minute * 60

const plan = (customer: BuiltCustomer, startsAt: number, carId = 0) =>
  app.post(follow, owner.token, {
    ...phoneFollow(app, customer, {}),
    nextActivityType: 3,
    nextTestSpecId: 1201,
    nextCarId: carId,
    nextDate: startsAt,
    nextMinutes: 60,
  })

async function textsTo(mobile: string): Promise<string[]> {
  await app.app.texts.run()
  return aliyun.sent
    .filter((one) => one.mobile === mobile)
    .map(({ values }) => (values as { content?: string }).content ?? '')
}

const openOf = ({ customerId }: BuiltCustomer) =>
  app.db
    .selectFrom('activity')
    .select(['id', 'type', 'due_at as dueAt', 'test_car_id as carId'])
    .where('customer_id', '=', customerId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()

let mobile = 13_910_000_000
/** A customer with an appointment, and the path of the text about it. */
async function messages(startsAt: number, carId = 0) {
  mobile += 1
  const customer = await buildCustomer(app, owner, { name: '欧阳静', mobile: String(mobile) })
  expect(await plan(customer, startsAt, carId)).toMatchObject({ status: '0' })
  await run('text-appointments')
  const [text = ''] = await textsTo(String(mobile))
  const path = /\/a\/\S+/.exec(text)?.[0] ?? ''
  return { customer, text, path, mobile: String(mobile), ...(await openOf(customer)) }
}

const get = (url: string) => app.app.http.inject({ method: 'GET', url })
const press = (url: string, form: Readonly<Record<string, string | number>>) =>
  app.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(
      Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)])),
    ).toString(),
  })

describe('texts about an appointment', () => {
  it('are sent once when it is booked, when it is moved and on the evening before', async () => {
    const { customer, text, id, mobile: to } = await messages(tomorrow(10) + 86_400)
    expect(text).toMatch(
      /^欧阳女士您好，您已预约11月20日10:00到.+试驾.+请点 https:\/\/crm\.example\.com\/a\/\w+-[\w-]{22}$/,
    )
    await run('text-appointments')
    expect(await textsTo(to)).toHaveLength(1)
    const request = {
      customerId: customer.customerId,
      activityId: id,
      startsAt: tomorrow(11) + 86_400,
      minutes: 60,
    }
    expect(await app.post(move, owner.token, request)).toMatchObject({ status: '0' })
    await run('text-appointments')
    expect((await textsTo(to))[1]).toMatch(/的预约已改为11月20日11:00/)
    app.setNow(new Date('2026-11-19T10:05:00Z'))
    await run('text-appointments')
    await run('text-appointments')
    const all = await textsTo(to)
    expect(all).toHaveLength(3)
    expect(all[2]).toContain('提醒您明天11月20日11:00')
  })

  it('skip one that was cancelled, customers who decline them, and the night', async () => {
    mobile += 1
    const customer = await buildCustomer(app, owner, { mobile: String(mobile) })
    await app.db.updateTable('customer').set({ no_sms: true }).where('id', '=', customer.customerId).execute()
    mobile += 1
    const gone = await buildCustomer(app, owner, { mobile: String(mobile) })
    app.setNow(new Date('2026-11-18T14:00:00Z'))
    await plan(customer, tomorrow(10))
    await plan(gone, tomorrow(10))
    await run('text-appointments')
    await app.db
      .updateTable('activity')
      .set({ cancelled_at: app.now() })
      .where('customer_id', '=', gone.customerId)
      .where('completed_at', 'is', null)
      .execute()
    app.setNow(new Date('2026-11-19T00:30:00Z'))
    await run('text-appointments')
    expect(await textsTo(String(mobile))).toEqual([])
    expect(await textsTo(String(mobile - 1))).toEqual([])
  })

  /** Sends what is due after each pause. */
  async function retry(...pauses: readonly number[]): Promise<void> {
    for (const seconds of pauses) {
      app.advance(seconds)
      await app.app.texts.run()
    }
  }
  const outage = (ways: number, way = 'isp.SYSTEM_ERROR') =>
    aliyun.misbehave(...Array.from({ length: ways }, () => way))
  const failuresOf = ({ customerId }: BuiltCustomer) =>
    app.db
      .selectFrom('timeline')
      .select('content')
      .where('customer_id', '=', customerId)
      .where('subject', '=', '短信发送失败')
      .execute()

  it.each(['isp.SYSTEM_ERROR', 'isv.AMOUNT_NOT_ENOUGH', 'isv.BUSINESS_LIMIT_CONTROL'])(
    'are sent late, after the night too, when the provider answers %s for hours',
    async (way) => {
      app.setNow(new Date('2026-11-18T11:50:00Z'))
      outage(9, way)
      const { customer, mobile: to } = await messages(tomorrow(12))
      await retry(6, 31, 121, 601, 601, 601, 601, 601)
      outage(0)
      app.setNow(new Date('2026-11-18T14:00:00Z'))
      expect(await textsTo(to), 'at night').toEqual([])
      app.setNow(new Date('2026-11-19T00:00:30Z'))
      expect(await textsTo(to)).toHaveLength(1)
      expect(await failuresOf(customer)).toEqual([])
    },
  )

  it('are shown as failed once the appointment is near', async () => {
    outage(60)
    const { customer } = await messages(dayStart(morning.getTime() / 1000) + 12 * 3600)
    await retry(6, 31, 121, ...Array.from({ length: 17 }, () => 601))
    outage(0)
    expect(await failuresOf(customer)).toEqual([{ content: '预约短信：短信服务暂时不可用，请稍后再试' }])
  })

  it('of a plan that has changed are not sent late', async () => {
    outage(2)
    const { customer, id, mobile: to } = await messages(tomorrow(10))
    const request = { customerId: customer.customerId, activityId: id, startsAt: tomorrow(11), minutes: 60 }
    expect(await app.post(move, owner.token, request)).toMatchObject({ status: '0' })
    await run('text-appointments')
    await retry(6, 31)
    expect(await textsTo(to)).toEqual([expect.stringContaining('已改为11月19日11:00')])
    expect(await failuresOf(customer)).toEqual([{ content: '预约短信：预约已变更，未发送' }])
  })

  it('that a limit of the store forbids are shown as not sent', async () => {
    const customer = await buildCustomer(app, owner)
    await app.db.updateTable('customer').set({ no_sms: true }).where('id', '=', customer.customerId).execute()
    await plan(customer, tomorrow(10))
    await run('text-appointments')
    expect(await failuresOf(customer)).toEqual([{ content: '预约短信：该客户已标记不接收短信，不能发送' }])
  })

  it('need hour and link, hold no other link, and are the manager’s', async () => {
    const form = { isOn: true, ...usualTexts }
    for (const [booked, problem] of [
      ['{称呼}您好 {链接}', '短信内容需包含{时间}'],
      ['{时间}{姓名}{链接}', '没有这样的占位符：{姓名}'],
      ['{时间}{链接} 或 evil.com', '短信内容不能包含其他链接'],
    ])
      expect(await app.post(saveTexts, manager.token, { ...form, booked })).toMatchObject({
        errors: [{ path: 'booked', text: problem }],
      })
    expect(await app.post(saveTexts, owner.token, form)).toMatchObject({ code: 403 })
    expect(await app.post(texts, manager.token, {})).toMatchObject({ isOn: true, origin })
  })
})

describe('the page of a text', () => {
  it('shows surname, store, hour and reason alone, to no search engine and without script', async () => {
    const { path, mobile: number } = await messages(tomorrow(10))
    const { statusCode, headers, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    expect(body).toContain('欧阳女士')
    expect(body).toContain('11月19日 周四 <span>10:00–11:00</span>')
    for (const absent of ['静', number, '许安', '<script']) expect(body).not.toContain(absent)
    expect(Buffer.byteLength(body)).toBeLessThan(6_000)
  })

  it('confirms once, moves to a free quarter and cancels, each as done by the customer', async () => {
    const { customer, path, id } = await messages(tomorrow(13))
    const confirm = () => press(path, { do: 'confirm', of: id })
    const topics = await topicsOf(app.app, manager, async () =>
      expect((await confirm()).body).toContain('已确认'),
    )
    expect(topics).toEqual(['appointment', 'customer'])
    expect(await topicsOf(app.app, manager, confirm)).toEqual([])
    const { data = [] } = await app.post(day, owner.token, { day: tomorrow(13) })
    const marks = data.map(({ activityId, isConfirmed }) => [activityId, isConfirmed])
    expect(marks).toContainEqual([id, true])
    expect(marks.filter(([, isConfirmed]) => isConfirmed)).toHaveLength(1)
    const offer = (await get(`${path}?day=${dayText(tomorrow(15))}`)).body
    expect(offer).toContain(`value="${tomorrow(15)}"`)
    expect(offer).not.toContain(`value="${tomorrow(13)}"`)
    expect((await press(path, { do: 'move', of: id, at: tomorrow(15) })).body).toContain('预约时间已修改')
    expect((await press(path, { do: 'move', of: id, at: tomorrow(15) })).body).toContain('预约时间已修改')
    const moved = await openOf(customer)
    expect(moved.dueAt).toEqual(new Date(tomorrow(15) * 1000))
    await run('text-appointments')
    expect((await press(path, { do: 'cancel', of: moved.id })).body).toContain('已取消')
    expect((await press(path, { do: 'cancel', of: moved.id })).body).toContain('已取消')
    expect((await press(path, { do: 'confirm', of: moved.id })).body).toContain('已取消')
    expect((await openOf(customer)).type).toBe(1)
    const rows = await app.db
      .selectFrom('timeline')
      .select(['subject', 'owner_name as by'])
      .where('customer_id', '=', customer.customerId)
      .where('owner_name', '=', '客户')
      .orderBy('id')
      .execute()
    expect(rows.map(({ subject }) => subject)).toEqual(['客户确认预约', '客户改约', '客户取消预约'])
    const { data: audits = [] } = await app.post(rooms.audit.auditList, manager.token, {
      kind: auditKinds.appointment.value,
      record: `customer:${customer.customerId}`,
    })
    expect(audits.map(({ userName, detail }) => [userName, detail])).toEqual([
      ['客户', expect.stringContaining('取消了11月19日15:00的试驾预约')],
      ['客户', expect.stringContaining('把11月19日13:00的试驾预约改为2026-11-19 15:00–16:00')],
      ['客户', expect.stringContaining('确认了11月19日13:00的试驾预约')],
    ])
    const notices = await app.db
      .selectFrom('notice')
      .select('text')
      .where('customer_id', '=', customer.customerId)
      .where('kind', '=', 21)
      .execute()
    expect(notices).toHaveLength(3)
  })

  it('offers no taken, closed or distant time, and refuses one that is pressed', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const other = await buildCustomer(app, owner)
    const { path, id, customer } = await messages(tomorrow(9), carId)
    await plan(other, tomorrow(16))
    const offer = (await get(`${path}?day=${dayText(tomorrow(16))}`)).body
    for (const startsAt of [tomorrow(15, 15), tomorrow(16, 45), tomorrow(17, 15), tomorrow(7)]) {
      expect(offer).not.toContain(`value="${startsAt}"`)
      const answer = await press(path, { do: 'move', of: id, at: startsAt })
      expect(answer.statusCode).toBe(409)
      expect(answer.body).toContain('请另选一个时间')
    }
    expect((await press(path, { do: 'move', of: id, at: tomorrow(11) + 60 * 86_400 })).statusCode).toBe(409)
    expect((await openOf(customer)).id).toBe(id)
  })

  it('offers and takes no time that begins within half an hour', async () => {
    const { path, id, customer } = await messages(tomorrow(10))
    app.setNow(new Date((tomorrow(13) - 86_400 + 60) * 1000))
    const today = (hour: number, minute: number): number => tomorrow(hour, minute) - 86_400
    const { body } = await get(`${path}?day=${dayText(today(13, 0))}`)
    expect(body).not.toContain(`value="${today(13, 30)}"`)
    expect(body).toContain(`value="${today(13, 45)}"`)
    expect((await press(path, { do: 'move', of: id, at: today(13, 30) })).statusCode).toBe(409)
    expect((await openOf(customer)).id).toBe(id)
    expect((await press(path, { do: 'move', of: id, at: today(13, 45) })).statusCode).toBe(200)
  })

  it('shows names of store, series and customer as text', async () => {
    const name = `<b>"店" & 'one'</b>`
    await app.db
      .updateTable('dealer')
      .set({ name, address: '</dd><script>1</script>' })
      .where('id', '=', dealerId)
      .execute()
    const { path, text, customer } = await messages(tomorrow(10))
    expect(text).toContain(name)
    await app.db
      .updateTable('customer')
      .set({ name: '<i>静' })
      .where('id', '=', customer.customerId)
      .execute()
    for (const query of ['', '?cancel=1', `?day=${dayText(tomorrow(10))}`]) {
      const { body } = await get(path + query)
      expect(body).toContain('&lt;b&gt;&quot;店&quot; &amp; &#39;one&#39;&lt;/b&gt;')
      expect(body).toContain('&lt;/dd&gt;&lt;script&gt;1&lt;/script&gt;')
      expect(body).not.toMatch(/<(?:b|i|script)\b|<女士/)
    }
  })

  it('shows the time to which a member moved it meanwhile, and refuses what was pressed before', async () => {
    const { customer, path, id } = await messages(tomorrow(11))
    const request = { customerId: customer.customerId, activityId: id, startsAt: tomorrow(12), minutes: 60 }
    await app.post(move, owner.token, request)
    const answer = await press(path, { do: 'cancel', of: id })
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('您的预约刚刚有变更')
    expect(answer.body).toContain('12:00–13:00')
  })

  it('is closed once the customer is in the store or has the keys', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const keys = { carId, outKm: 100, agreement: 2 } as const
    const early = await messages(tomorrow(10), carId)
    const given = { customerId: early.customer.customerId, activityId: early.id, ...keys }
    expect(await app.post(handOver, owner.token, given)).toMatchObject({ status: '0' })
    const here = await messages(tomorrow(-9))
    await app.db.updateTable('activity').set({ kept: true }).where('id', '=', here.id).execute()
    for (const { path, id, customer } of [early, here]) {
      for (const what of ['cancel', 'move', 'confirm'])
        expect((await press(path, { do: what, at: tomorrow(15), of: id })).body).toContain('您已到店')
      expect((await get(path)).statusCode).toBe(410)
      expect((await openOf(customer)).id).toBe(id)
    }
  })

  it('shows a no-show as past, not as cancelled', async () => {
    const { path } = await messages(tomorrow(11))
    app.setNow(new Date((tomorrow(23) + 1800) * 1000))
    await run('settle-appointments')
    expect((await get(path)).body).toContain('预约时间已过')
  })

  it('offers no quarter of a car that is out without an appointment', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { path, id } = await messages(tomorrow(16), carId)
    const { customerId } = await buildCustomer(app, owner)
    const drive = { customerId, carId, outKm: 100, agreement: 2, minutes: 90 } as const
    expect(await app.post(walkUp, owner.token, drive)).toMatchObject({ status: '0' })
    const today = await get(`${path}?day=${dayText(tomorrow(0) - 1)}`)
    expect(today.body).toContain('>10:30<')
    expect(today.body).not.toContain('>10:15<')
    const answer = await press(path, { do: 'move', of: id, at: tomorrow(-14) })
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('请另选一个时间')])
  })

  it('keeps what the customer chose when the member takes an earlier move back', async () => {
    const { customer, path, id } = await messages(tomorrow(10))
    const request = { customerId: customer.customerId, activityId: id, startsAt: tomorrow(11), minutes: 60 }
    const { undoId = 0 } = await app.post(move, owner.token, request)
    const moved = await openOf(customer)
    await press(path, { do: 'move', of: moved.id, at: tomorrow(14) })
    expect(await app.post(undo, owner.token, { undoId })).toMatchObject({ code: 410 })
    expect((await openOf(customer)).dueAt).toEqual(new Date(tomorrow(14) * 1000))
  })

  it('answers whatever is sent with a page, without a fault', async () => {
    const { path, id } = await messages(tomorrow(10))
    for (const at of ['9007199254740991', '1e300', '-1', '0x10', 'NaN', '', String(tomorrow(9) + 1)])
      expect((await press(path, { do: 'move', of: id, at })).body, at).toContain('您的预约')
    for (const query of [
      'day=0000-01-01',
      'day=9999-12-31',
      'day=a&day=b',
      'day[]=1',
      'cancel=%00',
      'day=%E4',
    ])
      expect((await get(`${path}?${query}`)).statusCode, query).toBe(200)
    const bodies = [
      ['application/x-www-form-urlencoded', `do=${'x'.repeat(9_000)}`, 413],
      ['application/json', '{', 400],
      ['application/json', '{}', 400],
      ['text/plain', 'do=cancel', 400],
      ['multipart/form-data; boundary=x', '--x', 415],
    ] as const
    for (const [type, payload, status] of bodies) {
      const sent = { method: 'POST', url: path, headers: { 'content-type': type }, payload } as const
      const { statusCode, headers, body } = await app.app.http.inject(sent)
      expect([statusCode, body], type).toEqual([status, expect.stringContaining('提交的内容有误')])
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('gives a car to one of consultant and customer who want its quarter at once', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { path, id, customer } = await messages(tomorrow(10) + 86_400, carId)
    const other = await buildCustomer(app, owner)
    const at = tomorrow(14) + 86_400
    const [page, booked] = await Promise.all([
      press(path, { do: 'move', of: id, at }),
      plan(other, at, carId),
    ])
    expect([page.statusCode === 200, booked.status === '0'].filter(Boolean)).toHaveLength(1)
    const mine = await openOf(customer)
    expect(mine.dueAt.getTime() === at * 1000).toBe(page.statusCode === 200)
  })

  it('ends with the appointment, and limits guesses by address', async () => {
    const { path } = await messages(tomorrow(10))
    const { name, phone } = await app.db
      .updateTable('dealer')
      .set({ phone: '0571-88012233' })
      .where('id', '=', owner.dealerId)
      .returning(['name', 'phone'])
      .executeTakeFirstOrThrow()
    const guessed = await get(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)
    // A wrong link still leads to its store.
    expect(guessed.statusCode).toBe(404)
    for (const text of [name, phone, '链接不正确或已失效']) expect(guessed.body).toContain(text)
    const foreign = path.replace(/\/a\/[^-]+/, '/a/zz')
    const malformed = ['x', '-', '1-', '%00', '%27--', '..%2F..', '9'.repeat(90), '%E4%BD', '9'.repeat(400)]
    for (const address of [foreign, ...malformed.map((token) => `/a/${token}`)]) {
      const { statusCode, body } = await get(address)
      expect([statusCode, body], address).toEqual([404, expect.stringContaining('链接不正确或已失效')])
    }
    for (const behind of ['。', '，期待您光临', ')'])
      expect((await get(path + encodeURIComponent(behind))).statusCode, behind).toBe(200)
    expect((await get(`${path}/`)).statusCode).toBe(200)
    expect((await press(`${path}/`, { do: 'none' })).statusCode).toBe(400)
    app.setNow(new Date((tomorrow(11) + 1) * 1000))
    expect((await get(path)).body).toContain('预约时间已过')
    const wrong = () => get('/a/1-xxxxxxxxxxxxxxxxxxxxxx')
    for (let at = 0; at < 20; at += 1) await wrong()
    expect((await wrong()).statusCode).toBe(429)
    expect((await get(path)).body).toContain('预约时间已过')
  })
})

describe('the reminder', () => {
  it('goes to the owner once, a quarter of an hour before, and to no one after a move', async () => {
    const { customer, id } = await messages(tomorrow(10, 30))
    const later = await messages(tomorrow(12, 30))
    const request = {
      customerId: later.customer.customerId,
      activityId: later.id,
      startsAt: tomorrow(17),
      minutes: 60,
    }
    await app.post(move, owner.token, request)
    const remindersOf = (customerId: number) =>
      app.db
        .selectFrom('notice')
        .select('text')
        .where('kind', '=', 20)
        .where('customer_id', '=', customerId)
        .execute()
    app.setNow(new Date((tomorrow(10, 30) - 16 * 60) * 1000))
    await run('remind-appointments')
    expect(await remindersOf(customer.customerId)).toEqual([])
    app.setNow(new Date((tomorrow(10, 30) - 14 * 60) * 1000))
    await Promise.all([run('remind-appointments'), run('remind-appointments')])
    await run('remind-appointments')
    const [reminder, ...more] = await remindersOf(customer.customerId)
    expect(reminder?.text).toMatch(/^10:30 欧阳女士预约试驾/)
    expect(more).toEqual([])
    expect(id).toBeGreaterThan(0)
    app.setNow(new Date((tomorrow(12, 30) - 600) * 1000))
    await run('remind-appointments')
    expect(await remindersOf(later.customer.customerId)).toEqual([])
  })
})

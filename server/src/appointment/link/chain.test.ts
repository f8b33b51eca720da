import { rooms } from '@showroom/contract'
import { role } from '@showroom/contract/access/access.rules'
import { usualTexts } from '@showroom/contract/appointment/text.rules'
import { addDays, dayStart, dayText } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { startFakeAliyun } from '../../../test/outside/aliyun.ts'
import type { FakeAliyun } from '../../../test/outside/aliyun.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCar } from '../appointment.factory.ts'

/** An appointment through all that happens to its customer: link, texts and calendar entry. */

const { customer: customers, appointment, setting } = rooms

let app: TestApp
let aliyun: FakeAliyun
let dealerId: number
let manager: BuiltMember
let owner: BuiltMember
/** 9:00 in Shanghai. */
const morning = new Date('2026-11-18T01:00:00Z')
beforeAll(async () => {
  aliyun = await startFakeAliyun()
  app = await createTestApp({
    demo: false,
    outside: { publicUrl: 'https://crm.example.com', sms: [aliyun.config] },
  })
})
beforeEach(async () => {
  app.setNow(morning)
  await app.db.deleteFrom('rate_limit').execute()
  await app.db.updateTable('appointment_text').set({ is_on: false }).execute()
  dealerId = await buildDealer(app.db)
  manager = await buildMember(app.db, app.now(), { dealerId, role: role.generalManager })
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安', managerId: manager.memberId })
  await app.post(appointment.saveTexts, manager.token, { isOn: true, ...usualTexts })
})
afterAll(() => Promise.all([aliyun.close(), app.close()]))

const run = (name: string) => app.app.jobs.find((job) => job.name === name)?.run()
const tomorrow = (hour: number): number => addDays(dayStart(morning.getTime() / 1000), 1) + hour * 3600
let last = 13_920_000_000
const nextMobile = () => String((last += 1))

async function textsTo(mobile: string): Promise<string[]> {
  await run('text-appointments')
  await app.app.texts.run()
  return aliyun.sent
    .filter((one) => one.mobile === mobile)
    .map(({ values }) => (values as { content?: string }).content ?? '')
}
const pathIn = (text = '') => /\/a\/\S+/.exec(text)?.[0] ?? ''

const openOf = ({ customerId }: Pick<BuiltCustomer, 'customerId'>) =>
  app.db
    .selectFrom('activity')
    .select(['id', 'type', 'due_at as dueAt', 'owner_id as ownerId', 'deal_id as dealId'])
    .where('customer_id', '=', customerId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()

async function invite(customer: BuiltCustomer, next = {}) {
  const plan = { nextActivityType: 2, nextDate: tomorrow(10), nextMinutes: 30, ...next } as const
  expect(await app.post(customers.follow, owner.token, phoneFollow(app, customer, plan))).toMatchObject({
    status: '0',
  })
}
/** A customer with an appointment of tomorrow and the path of the text about it. */
async function invited(next = {}, person = {}) {
  const mobile = nextMobile()
  const customer = await buildCustomer(app, owner, { name: '欧阳静', mobile, ...person })
  await invite(customer, next)
  const [text] = await textsTo(mobile)
  return { ...customer, mobile, path: pathIn(text) }
}
type Invited = Awaited<ReturnType<typeof invited>>

async function move({ customerId }: Pick<BuiltCustomer, 'customerId'>, hour: number) {
  const [open] = await openOf({ customerId })
  const to = { customerId, activityId: open?.id ?? 0, startsAt: tomorrow(hour), minutes: 30 }
  expect(await app.post(appointment.move, owner.token, to)).toMatchObject({ status: '0' })
}
const page = async (path: string) => (await app.app.http.inject({ method: 'GET', url: path })).body
const press = (path: string, form: Readonly<Record<string, string>>) =>
  app.app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
/** Presses on the page as it is shown. */
async function act(path: string, what: 'cancel' | 'confirm' | 'move', at = 0) {
  const of = /name="of" value="(\d+)"/.exec(await page(`${path}?cancel=1`))?.[1] ?? ''
  return press(path, { do: what, of, at: String(at) })
}

async function entries(by: BuiltMember): Promise<Record<string, string>[]> {
  const { path = '' } = await app.post(appointment.openFeed, by.token, {})
  const { body } = await app.app.http.inject({ method: 'GET', url: path })
  return body
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => Object.fromEntries(event.split('\r\n').map((line) => line.split(/:(.*)/, 2))))
}

describe('a merge', () => {
  const mergeInto = (master: BuiltCustomer, slave: BuiltCustomer, choice = {}) =>
    app.post(customers.merge, owner.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
      ...choice,
    })

  it.each([
    ['the master’s', false, false],
    ['the slave’s', true, false],
    ['the master’s, moved before', false, true],
    ['the slave’s, moved before', true, true],
  ])('keeps link, texts and calendar entry of %s plan', async (_name, isSlaves, isMoved) => {
    const guest = await invited()
    const other = await buildCustomer(app, owner, { name: '欧阳静', mobile: nextMobile() })
    if (isMoved) await move(guest, 14)
    const [before] = await entries(owner)
    const [open] = await openOf(guest)
    const [master, slave] = isSlaves ? [other, guest] : [guest, other]
    expect(await mergeInto(master, slave, { activityId: open?.id })).toMatchObject({ status: '0' })
    const after = await entries(owner)
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ UID: before?.['UID'], STATUS: 'CONFIRMED' })
    expect(Number(after[0]?.['SEQUENCE'])).toBeGreaterThanOrEqual(Number(before?.['SEQUENCE']))
    await move(master, 16)
    expect(await page(guest.path)).toContain('16:00–16:30')
    const texts = await textsTo(isSlaves ? await mobileOf(master) : guest.mobile)
    expect(texts.at(-1)).toMatch(/的预约已改为11月19日16:00/)
    expect((await act(guest.path, 'move', tomorrow(11))).body).toContain('预约时间已修改')
    expect((await entries(owner)).map(({ UID }) => UID)).toEqual([before?.['UID']])
  })

  const mobileOf = async ({ customerId }: BuiltCustomer) =>
    (
      await app.db
        .selectFrom('customer')
        .select('mobile')
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow()
    ).mobile

  it('ends the plan that is not kept', async () => {
    const one = await invited()
    const two = await invited({ nextDate: tomorrow(15) })
    const [open] = await openOf(two)
    expect(await mergeInto(one, two, { activityId: open?.id })).toMatchObject({ status: '0' })
    expect(await page(one.path)).toContain('已结束')
    expect(await page(two.path)).toContain('15:00–15:30')
    const all = await entries(owner)
    expect(new Set(all.map(({ STATUS }) => STATUS))).toEqual(new Set(['CANCELLED', 'CONFIRMED']))
    expect(all).toHaveLength(2)
  })

  it('takes an appointment of a delivered deal along', async () => {
    const old = await invited()
    await app.db.updateTable('deal').set({ level: 'D' }).where('id', '=', old.dealId).execute()
    const fresh = await buildCustomer(app, owner, { mobile: nextMobile() })
    expect(await mergeInto(fresh, old)).toMatchObject({ status: '0' })
    const { current_deal_id: dealId } = await app.db
      .selectFrom('customer')
      .select('current_deal_id')
      .where('id', '=', fresh.customerId)
      .executeTakeFirstOrThrow()
    expect(await openOf(fresh)).toEqual([expect.objectContaining({ type: 2, dealId })])
    expect((await act(old.path, 'confirm')).body).toContain('已确认')
  })
})

describe('an appointment ends with its customer', () => {
  const endings: Readonly<Record<string, (customer: Invited) => Promise<unknown>>> = {
    'a defeat request': ({ customerId, dealId }) =>
      app.post(customers.fail, owner.token, {
        customerId,
        dealId,
        failReason: 99,
        remark: '价格太高',
      }),
    'a follow-up that asks for defeat': async (customer) =>
      app.post(
        customers.follow,
        owner.token,
        phoneFollow(
          app,
          { ...customer, activityId: (await openOf(customer))[0]?.id ?? 0 },
          {
            level: 'F',
            failReason: 99,
            remark: '价格太高',
            nextActivityType: 0,
            nextDate: 0,
          },
        ),
      ),
    dormancy: ({ customerId, dealId }) =>
      app.post(customers.pause, owner.token, { customerId, dealId, resumeDuration: 30 }),
    'a follow-up that suspends': async (customer) =>
      app.post(
        customers.follow,
        owner.token,
        phoneFollow(
          app,
          { ...customer, activityId: (await openOf(customer))[0]?.id ?? 0 },
          {
            isSuspend: true,
            resumeDuration: 30,
            nextActivityType: 0,
            nextDate: 0,
          },
        ),
      ),
  }

  it.each(Object.keys(endings))('by %s', async (name) => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const drive = { nextActivityType: 3, nextTestSpecId: 1201, nextCarId: carId, nextMinutes: 60 }
    const customer = await invited(drive)
    expect((await entries(owner))[0]).toMatchObject({ STATUS: 'CONFIRMED' })
    expect(await endings[name]?.(customer)).toMatchObject({ status: '0' })
    expect(await page(customer.path)).toMatch(/已取消|已结束/)
    expect((await act(customer.path, 'move', tomorrow(15))).body).toMatch(/已取消|已结束/)
    const [entry, ...more] = await entries(owner)
    expect(entry).toMatchObject({ STATUS: 'CANCELLED' })
    expect(entry).not.toHaveProperty('SUMMARY')
    expect(more).toEqual([])
    await invite(await buildCustomer(app, owner, { mobile: nextMobile() }), drive)
    app.setNow(new Date((tomorrow(23) + 1800) * 1000))
    await run('settle-appointments')
    expect(await openOf(customer)).toEqual([])
    const { kept } = await app.db
      .selectFrom('activity')
      .select('kept')
      .where('customer_id', '=', customer.customerId)
      .where('minutes', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(kept).toBeNull()
  })

  it('and its link opens no later one, as after a revival', async () => {
    const customer = await invited()
    expect(await endings['a defeat request']?.(customer)).toMatchObject({ status: '0' })
    await app.db
      .updateTable('deal')
      .set({ level: 'F', waiting_fail_review: false, failed_at: app.now() })
      .where('id', '=', customer.dealId)
      .execute()
    expect(
      await app.post(customers.relive, manager.token, {
        customerId: customer.customerId,
        dealId: customer.dealId,
        level: 'A',
        memberId: owner.memberId,
        specIds: '1201',
        remark: '又来了',
        nextActivityType: 2,
        nextDate: tomorrow(16),
        nextMinutes: 30,
      }),
    ).toMatchObject({ status: '0' })
    expect(await page(customer.path)).not.toContain('16:00')
    expect(await page(pathIn((await textsTo(customer.mobile)).at(-1)))).toContain('16:00–16:30')
  })
})

describe('a link belongs to its number', () => {
  async function renumber({ customerId }: BuiltCustomer, mobile: string) {
    const { editable, rowVersion } = await app.post(customers.get, owner.token, { customerId })
    if (!editable) throw new Error('no file')
    return app.post(customers.edit, owner.token, { ...editable, customerId, rowVersion, mobile })
  }

  it('and ends once the file has another one, to which the text goes', async () => {
    const customer = await invited()
    await act(customer.path, 'confirm')
    const mobile = nextMobile()
    expect(await renumber(customer, mobile)).toMatchObject({ status: '0' })
    expect(await page(customer.path)).toContain('链接已失效')
    expect(await page(customer.path)).toMatch(/<h1>(?!链接)[^<]+<\/h1>/)
    expect((await act(customer.path, 'cancel')).body).toContain('链接已失效')
    expect((await openOf(customer))[0]?.type).toBe(2)
    const [text, ...more] = await textsTo(mobile)
    expect(text).toContain('您已预约11月19日10:00')
    expect(more).toEqual([])
    expect(await page(pathIn(text))).toMatch(/10:00–10:30[^]*待确认/)
    expect(await textsTo(customer.mobile)).toHaveLength(1)
  })

  it('so that no text on its way reaches the number before', async () => {
    const mobile = nextMobile()
    const customer = await buildCustomer(app, owner, { mobile })
    await invite(customer)
    aliyun.misbehave('isp.SYSTEM_ERROR')
    expect(await textsTo(mobile)).toEqual([])
    const other = nextMobile()
    expect(await renumber(customer, other)).toMatchObject({ status: '0' })
    app.advance(60)
    expect(await textsTo(other)).toHaveLength(1)
    expect(await textsTo(mobile)).toEqual([])
  })
})

describe('moves', () => {
  it('twice in a minute are one text about a changed appointment', async () => {
    const customer = await invited()
    await move(customer, 14)
    await move(customer, 15)
    const texts = await textsTo(customer.mobile)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toMatch(/的预约已改为11月19日15:00/)
  })

  it('by the link are three a day, then the page gives the store’s telephone', async () => {
    await app.post(setting.updateAddress, manager.token, { address: '文三路1号', phone: '0571-8888 6666' })
    const { path, ...customer } = await invited()
    for (const hour of [11, 12, 13])
      expect((await act(path, 'move', tomorrow(hour))).body).toContain('预约时间已修改')
    const body = await page(`${path}?day=${dayText(tomorrow(15))}`)
    expect(body).toContain('href="tel:057188886666"')
    expect(body).not.toContain('改时间')
    expect(body).not.toContain('name="at"')
    expect((await act(path, 'move', tomorrow(15))).statusCode).toBe(409)
    await move(customer, 15)
    expect((await act(path, 'confirm')).body).toContain('已确认')
    app.setNow(new Date((tomorrow(8) + 60) * 1000))
    expect((await act(path, 'move', tomorrow(16))).body).toContain('预约时间已修改')
  })
})

describe('what a customer does reaches a member at work', () => {
  const hearersOf = async ({ customerId }: BuiltCustomer) =>
    (
      await app.db
        .selectFrom('notice')
        .select('member_id as id')
        .where('customer_id', '=', customerId)
        .where('kind', '=', 21)
        .execute()
    ).map(({ id }) => id)

  const awayBy: Readonly<Record<string, () => Promise<unknown>>> = {
    frozen: () => app.db.updateTable('member').set({ status: -1 }).where('id', '=', owner.memberId).execute(),
    'on leave today': () =>
      app.db
        .insertInto('attendance_day')
        .values({
          dealer_id: dealerId,
          day: dayText(morning.getTime() / 1000),
          in_time: '08:30',
          off_time: '18:00',
          is_rest: false,
          settled_at: morning,
          due_ids: [owner.memberId],
        })
        .execute(),
  }

  it.each(Object.keys(awayBy))('the superior, where the owner is %s', async (why) => {
    const customer = await invited()
    await awayBy[why]?.()
    await act(customer.path, 'cancel')
    expect(await hearersOf(customer)).toEqual([manager.memberId])
    expect(await openOf(customer)).toEqual([expect.objectContaining({ type: 1, ownerId: manager.memberId })])
  })

  it('the admins, where no superior is at work', async () => {
    const customer = await invited()
    await app.db
      .updateTable('member')
      .set({ manager_id: null, status: -1 })
      .where('id', '=', owner.memberId)
      .execute()
    await act(customer.path, 'confirm')
    expect(await hearersOf(customer)).toEqual([manager.memberId])
    await act(customer.path, 'cancel')
    expect((await openOf(customer))[0]?.ownerId).toBe(manager.memberId)
  })
})

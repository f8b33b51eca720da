import { rooms } from '@showroom/contract'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, buildDealer, buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { buildLead } from '../../lead/lead.factory.ts'
import { buildOrder } from '../../order/order.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { createLog } from '../../platform/observe/log.ts'
import type { Lead } from '../../platform/db/tables.ts'
import { createRankWork } from './rank.work.ts'

const { bigScreenSummary, bigScreenClueSource, bigScreenClueState, bigScreenClueChart } = rooms.report

let app: TestApp
let head: BuiltMember
/** Uses a new city for each test, so that no other test's store ranks in it. */
let city: string
let cities = 0
/** A Wednesday. */
const at = (time: string, day = '2026-11-18'): Date => new Date(`${day}T${time}+08:00`)
const store = (name = city): Promise<BuiltMember> =>
  buildDealer(app.db, { city: name }).then((dealerId) =>
    buildMember(app.db, app.now(), { dealerId, role: 1, modules: ['客户管理', '销售订单', '订单审核'] }),
  )
const leads = async (of: BuiltMember, count: number, overrides: Partial<Insertable<Lead>> = {}) => {
  for (let made = 0; made < count; made += 1) await buildLead(app, of, overrides)
}
const day = (overrides: object = {}) => ({ dateType: 1, startDate: secondsOf(app.now()), ...overrides })
const card = async (of: BuiltMember, overrides: object = {}) =>
  (await app.post(bigScreenSummary, of.token, { ...day(), queryType: 1, ...overrides })).data

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(at('12:00:00'))
  city = `测试${(cities += 1)}市`
  head = await store()
})
afterAll(() => app.close())

describe('the cards', () => {
  it('count leads and offline files against the same part of the day before', async () => {
    await leads(head, 3)
    await leads(head, 2, { created_at: at('11:59:00', '2026-11-17') })
    // Later in the day than now, so not part of the comparison.
    await leads(head, 4, { created_at: at('12:30:00', '2026-11-17') })
    await buildCustomer(app, head, { fromSource: 2 })
    expect(await app.post(bigScreenSummary, head.token, { ...day(), queryType: 1 })).toMatchObject({
      status: '0',
      data: { thisCount: 4, rate: 100, thisRank: 1, lastRank: 1 },
      countedAt: secondsOf(app.now()),
      rankedAt: secondsOf(app.now()),
      rankTotal: 1,
    })
    expect(await card(head, { queryType: 2 })).toMatchObject({ thisCount: 3, rate: 50 })
    expect(await card(head, { queryType: 3 })).toMatchObject({ thisCount: 1, rate: null })
  })

  it('count the whole of a finished period', async () => {
    await leads(head, 4, { created_at: at('23:59:59', '2026-11-15') })
    await leads(head, 5, { created_at: at('00:00:00', '2026-11-02') })
    await leads(head, 1, { created_at: at('00:00:00', '2026-11-16') })
    const startDate = secondsOf(at('09:00:00', '2026-11-11'))
    expect(await card(head, { dateType: 2, startDate })).toMatchObject({ thisCount: 4, rate: -20 })
    expect(await card(head, { dateType: 3 })).toMatchObject({ thisCount: 10, rate: null })
  })

  it('count a lead for its own series and a file for its main one', async () => {
    await leads(head, 2, { series_id: 1202 })
    await leads(head, 1, { series_id: 1201 })
    await buildCustomer(app, head, { fromSource: 2, specIds: '1202,1201' })
    expect(await card(head, { seriesId: 1202 })).toMatchObject({ thisCount: 3 })
    expect(await card(head, { seriesId: 1201 })).toMatchObject({ thisCount: 1 })
    expect(await card(head)).toMatchObject({ thisCount: 4 })
  })

  it('count a new lead immediately', async () => {
    expect(await card(head)).toMatchObject({ thisCount: 0, rate: null })
    await leads(head, 1)
    app.app.live.emit({ dealerId: head.dealerId, topics: ['lead'] })
    expect(await card(head)).toMatchObject({ thisCount: 1 })
  })
})

describe('ranks in the city', () => {
  it('share a place for equal counts, skip the next one, and include stores with 0', async () => {
    const [first, alsoSecond, last] = [await store(), await store(), await store()]
    await leads(first, 5)
    await leads(head, 3)
    await leads(alsoSecond, 3)
    const of = async (one: BuiltMember) => (await card(one))?.thisRank
    expect([await of(first), await of(head), await of(alsoSecond), await of(last)]).toEqual([1, 2, 2, 4])
    expect((await app.post(bigScreenSummary, last.token, { ...day(), queryType: 1 })).rankTotal).toBe(4)
  })

  it('include the place in the same part of the period before', async () => {
    const other = await store()
    await leads(other, 2)
    await leads(head, 1)
    const yesterday = { created_at: at('11:00:00', '2026-11-17') }
    await leads(head, 2, yesterday)
    await leads(other, 1, yesterday)
    await leads(other, 9, { created_at: at('20:00:00', '2026-11-17') })
    expect(await card(head)).toMatchObject({ thisRank: 2, lastRank: 1 })
    expect(await card(other)).toMatchObject({ thisRank: 1, lastRank: 2 })
  })

  it('cover both brand lines and all groups of one city, and no other city', async () => {
    const far = await store(`${city}外`)
    const groupId = 77
    const ofGroup = await buildMember(app.db, app.now(), {
      dealerId: await buildDealer(app.db, { city, groupId }),
      role: 1,
    })
    await leads(far, 9)
    await leads(ofGroup, 2)
    await leads(head, 1)
    expect(await card(head)).toMatchObject({ thisRank: 2 })
    expect(await card(far)).toMatchObject({ thisRank: 1 })
  })

  it('count defeats from the fewest', async () => {
    const other = await store()
    const file = await buildCustomer(app, head, { fromSource: 2 })
    const { customerId, dealId } = file
    const request = { customerId, dealId, failReason: 99, remark: '不买了' }
    expect((await app.post(rooms.customer.fail, head.token, request)).status).toBe('0')
    const agreed = { customerId, dealId, remark: '' }
    expect((await app.post(rooms.review.confirmFail, head.token, agreed)).status).toBe('0')
    const places = async (of: BuiltMember) =>
      ((await app.post(bigScreenClueState, of.token, day())).data ?? []).map(
        ({ name, thisCount, thisRank, isLoss }) => [name, thisCount, thisRank, isLoss],
      )
    expect(await places(head)).toContainEqual(['战败', 1, 2, true])
    expect(await places(other)).toContainEqual(['战败', 0, 1, true])
    expect(await places(other)).toContainEqual(['订车', 0, 1, false])
  })

  it('differ by measure and by series', async () => {
    const other = await store()
    await leads(other, 2, { series_id: 1202 })
    await leads(head, 1, { series_id: 1201 })
    await buildCustomer(app, head, { fromSource: 2 })
    await buildCustomer(app, head, { fromSource: 2 })
    const places = async (overrides: object) => (await card(head, overrides))?.thisRank
    expect(await places({ queryType: 1 })).toBe(1)
    expect(await places({ queryType: 2 })).toBe(2)
    expect(await places({ queryType: 3 })).toBe(1)
    expect(await places({ queryType: 2, seriesId: 1201 })).toBe(1)
    expect(await places({ queryType: 2, seriesId: 1202 })).toBe(2)
  })

  it('are a minute old at most, and not counted while no screen is open', async () => {
    const other = await store()
    await leads(head, 1)
    expect(await card(head)).toMatchObject({ thisRank: 1 })
    await leads(other, 2)
    app.advance(60)
    expect(await card(head)).toMatchObject({ thisRank: 1 })
    app.advance(1)
    expect(await card(head)).toMatchObject({ thisRank: 2 })

    const work = createRankWork({ db: app.db, clock: app.now, log: createLog('silent') })
    const countedAt = async () =>
      (
        await app.db
          .selectFrom('rank_question')
          .select('counted_at')
          .where('city', '=', city)
          .executeTakeFirstOrThrow()
      ).counted_at
    app.advance(30)
    // Two processes at once.
    await Promise.all([work.refresh(), work.refresh()])
    expect(await countedAt()).toEqual(app.now())
    const last = app.now()
    app.advance(300)
    await work.refresh()
    expect(await countedAt()).toEqual(last)
  })

  it('are counted once for concurrent requests of several processes', async () => {
    const other = await store()
    await leads(other, 1)
    const answers = await Promise.all(
      [head, other, head, other].map((one) =>
        app.post(bigScreenSummary, one.token, { ...day(), queryType: 1 }),
      ),
    )
    expect(answers.map(({ data }) => data?.thisRank)).toEqual([2, 1, 2, 1])
    const questions = await app.db
      .selectFrom('rank_question')
      .select('city')
      .where('city', '=', city)
      .execute()
    expect(questions).toHaveLength(1)
  })

  it('are deleted a day after the last view', async () => {
    await card(head)
    const counted = app.db.selectFrom('dealer_rank').select('total').where('dealer_id', '=', head.dealerId)
    const questions = app.db.selectFrom('rank_question').select('city').where('city', '=', city)
    const tidy = app.app.jobs.find(({ name }) => name === 'tidy-ranks')
    await tidy?.run()
    expect([...(await counted.execute()), ...(await questions.execute())]).toHaveLength(2)
    app.advance(86_401)
    await tidy?.run()
    expect([...(await counted.execute()), ...(await questions.execute())]).toEqual([])
  })

  it('include a store that is new in the city', async () => {
    expect(await card(head)).toMatchObject({ thisRank: 1 })
    const late = await store()
    expect(await card(late)).toMatchObject({ thisRank: 1 })
  })

  it('reveal nothing else about other stores', async () => {
    const other = await store()
    await leads(other, 7, { source_id: 1 })
    await leads(head, 1, { source_id: 2 })
    const answers = await Promise.all(
      [bigScreenClueSource, bigScreenClueState, bigScreenClueChart].map((call) =>
        app.post(call, head.token, day()),
      ),
    )
    for (const { text, status } of answers) {
      expect(status).toBe('0')
      expect(text).not.toMatch(/"(?:thisCount|count|thisRepeatCount|thisValidCount)":[78]\b/)
    }
  })
})

describe('composition and health', () => {
  it('lists online and offline sources with their shares of the leads, and ranks portals only', async () => {
    await leads(head, 1, { source_id: 1, status: 4 })
    await leads(head, 2, { source_id: 1, status: 2 })
    await leads(head, 1, { source_id: 1, is_repeat: true, status: 2 })
    await leads(head, 1, { source_id: 10, status: 1 })
    await buildCustomer(app, head, { fromSource: 2 })
    const { data } = await app.post(bigScreenClueSource, head.token, day())
    expect(data).toMatchObject([
      {
        name: '线上',
        thisCount: 5,
        thisRank: 1,
        thisRepeatCount: 1,
        repeatRate: 20,
        thisInvalidCount: 1,
        invalidRate: 20,
        thisValidCount: 2,
        validRate: 40,
        children: [
          {
            name: '车友之窗',
            thisCount: 4,
            thisRank: 1,
            thisRepeatCount: 1,
            thisValidCount: 2,
            validRate: 50,
          },
          { name: '品牌官网', thisCount: 1, thisRank: 0, validRate: 0 },
          { name: '优选车网', thisCount: 0, thisRank: 1, validRate: null },
          { name: '知行车圈', thisCount: 0, thisRank: 1 },
        ],
      },
      {
        name: '线下',
        thisCount: 1,
        thisRank: 1,
        thisRepeatCount: 0,
        repeatRate: 0,
        validRate: 100,
        children: [{ name: '自然到店', thisCount: 1, thisRank: 0 }],
      },
    ])
  })

  it('adds up from sources to channels to cards', async () => {
    for (const source of [1, 2, 3, 10, 17]) await leads(head, source, { source_id: source, status: 5 })
    await buildCustomer(app, head, { fromSource: 1 })
    await buildCustomer(app, head, { fromSource: 6 })
    const { data = [] } = await app.post(bigScreenClueSource, head.token, day())
    for (const channel of data)
      for (const key of ['thisCount', 'thisRepeatCount', 'thisInvalidCount', 'thisValidCount'] as const)
        expect(channel.children.reduce((sum, one) => sum + one[key], 0)).toBe(channel[key])
    expect(data.map(({ thisCount }) => thisCount)).toEqual([33, 2])
    expect(await card(head)).toMatchObject({ thisCount: 35 })
  })
})

describe('key nodes', () => {
  it('count the events of the period and the customers among them with a test drive', async () => {
    const customer = await buildCustomer(app, head, { fromSource: 2 })
    await app.db
      .updateTable('deal')
      .set({ test_driven_at: app.now() })
      .where('id', '=', customer.dealId)
      .execute()
    await buildOrder(app, head, customer, 3)
    const { data } = await app.post(bigScreenClueState, head.token, day())
    expect(data).toEqual([
      { name: '到店', thisCount: 0, rate: null, thisRank: 1, testDriveCount: 0, isLoss: false },
      { name: '订车', thisCount: 1, rate: null, thisRank: 1, testDriveCount: 1, isLoss: false },
      { name: '交车', thisCount: 0, rate: null, thisRank: 1, testDriveCount: 0, isLoss: false },
      { name: '战败', thisCount: 0, rate: null, thisRank: 1, testDriveCount: 0, isLoss: true },
    ])
    const ofSeries = async (seriesId: number) =>
      (await app.post(bigScreenClueState, head.token, day({ seriesId }))).data?.[1]?.thisCount
    expect([await ofSeries(1201), await ofSeries(1202)]).toEqual([1, 0])
  })
})

describe('the funnel', () => {
  it('shows valid, arrived and ordered leads as shares of the stage before and of all', async () => {
    const arrived = await buildCustomer(app, head, { fromSource: 2 })
    await app.db.updateTable('deal').set({ arrived_at: app.now() }).where('id', '=', arrived.dealId).execute()
    const ordered = await buildCustomer(app, head, { fromSource: 98, otherSource: 1 })
    await app.db
      .updateTable('deal')
      .set({ arrived_at: app.now(), level: 'O' })
      .where('id', '=', ordered.dealId)
      .execute()
    await leads(head, 1, { status: 2, customer_id: ordered.customerId })
    await leads(head, 2, { status: 4 })
    await leads(head, 1, { status: 1 })
    await leads(head, 2, { status: 2, created_at: at('08:00:00', '2026-11-17') })
    await leads(head, 2, { status: 4, created_at: at('08:00:00', '2026-11-17') })
    expect((await app.post(bigScreenClueChart, head.token, day())).data).toEqual([
      { name: '线索总量', count: 5, rate1: null, rate2: null, compareRate1: null, compareRate2: null },
      { name: '有效', count: 2, rate1: 40, rate2: 40, compareRate1: -10, compareRate2: -10 },
      { name: '首次到店', count: 2, rate1: 100, rate2: 40, compareRate1: 100, compareRate2: 40 },
      { name: '订车', count: 1, rate1: 50, rate2: 20, compareRate1: null, compareRate2: 20 },
    ])
  })
})

describe('the funnel of the period before', () => {
  const yesterday = (time: string) => at(time, '2026-11-17')
  const funnel = async () => (await app.post(bigScreenClueChart, head.token, day())).data ?? []

  it('is compared as it was at the same time of its day', async () => {
    // Two leads each day at eight; yesterday's were valid at nine, and came and ordered after noon.
    for (const [created, later] of [
      [yesterday('08:00:00'), yesterday('15:00:00')],
      [at('08:00:00'), at('10:00:00')],
    ] as const) {
      const file = await buildCustomer(app, head, { fromSource: 98, otherSource: 1 })
      await app.db
        .updateTable('deal')
        .set({ created_at: created, arrived_at: later, level: 'O', ordered_at: later })
        .where('id', '=', file.dealId)
        .execute()
      await leads(head, 1, {
        status: 2,
        customer_id: file.customerId,
        deal_id: file.dealId,
        created_at: created,
        cleared_at: new Date(created.getTime() + 3_600_000),
      })
      await leads(head, 1, { status: 2, created_at: created, cleared_at: later })
    }
    const rates = async () =>
      (await funnel()).map(({ count, rate2, compareRate2 }) => [count, rate2, compareRate2])
    expect(await rates()).toEqual([
      [2, null, null],
      [2, 100, 50],
      [1, 50, 50],
      [1, 50, 50],
    ])
    app.setNow(at('15:00:01'))
    app.app.live.emit({ dealerId: head.dealerId, topics: ['lead'] })
    expect(await rates()).toEqual([
      [2, null, null],
      [2, 100, 0],
      [1, 50, 0],
      [1, 50, 0],
    ])
  })

  it('counts who ordered without a visit as arrived too', async () => {
    const file = await buildCustomer(app, head, { fromSource: 2 })
    await app.db.updateTable('deal').set({ level: 'D' }).where('id', '=', file.dealId).execute()
    expect((await funnel()).map(({ count, rate1 }) => [count, rate1])).toEqual([
      [1, null],
      [1, 100],
      [1, 100],
      [1, 100],
    ])
  })
})

describe('a request', () => {
  it.each([
    [{}, 'dateType', '请选择日期类型'],
    [{ dateType: 4 }, 'dateType', '请选择日期类型'],
    [{ dateType: 1 }, 'startDate', '请选择日期'],
    [{ dateType: 1, startDate: 1 }, 'startDate', '请选择合理的日期'],
    [{ dateType: 1, startDate: '今天' }, 'startDate', '请选择日期'],
  ])('%j is rejected: %s', async (body, path, text) => {
    expect(await app.post(bigScreenClueChart, head.token, body)).toMatchObject({
      code: 400,
      errors: expect.arrayContaining([{ path, text }]) as unknown,
    })
  })

  it.each(['2026-11-19', '2026-11-20', '2027-11-18'])('in the future is rejected: %s', async (future) => {
    const startDate = secondsOf(at('00:00:00', future))
    expect(await app.post(bigScreenClueChart, head.token, day({ startDate }))).toMatchObject({
      errors: [{ path: 'startDate', text: '不能选择未来的日期' }],
    })
  })

  it('needs a lead type on a card, and an existing series', async () => {
    expect((await app.post(bigScreenSummary, head.token, day())).errors).toEqual([
      { path: 'queryType', text: '请选择线索类型' },
    ])
    expect(await app.post(bigScreenClueState, head.token, day({ seriesId: 999 }))).toMatchObject({
      code: 400,
    })
  })
})

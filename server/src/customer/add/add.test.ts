import { rooms } from '@showroom/contract'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { storeImage } from '../../../test/files.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { newCustomer } from '../customer.factory.ts'

const { add, get } = rooms.customer

let app: TestApp
let consultant: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  consultant = await buildMember(app.db, app.now(), { name: '沈知行' })
})
afterAll(() => app.close())

const seconds = (): number => Math.floor(app.now().getTime() / 1000)
const post = (
  overrides: Partial<Record<keyof NewCustomerInput, unknown>> = {},
  by: BuiltMember = consultant,
) => app.post(add, by.token, { ...newCustomer(app), ...overrides })
const rowsOf = (table: 'customer' | 'deal' | 'activity' | 'timeline', dealerId: number) =>
  app.db.selectFrom(table).selectAll().where('dealer_id', '=', dealerId).execute()
const countsOf = async (dealerId: number) => ({
  customer: (await rowsOf('customer', dealerId)).length,
  deal: (await rowsOf('deal', dealerId)).length,
  activity: (await rowsOf('activity', dealerId)).length,
  timeline: (await rowsOf('timeline', dealerId)).length,
})
const none = { customer: 0, deal: 0, activity: 0, timeline: 0 }
const one = { customer: 1, deal: 1, activity: 1, timeline: 1 }

describe('a new customer', () => {
  it('consists of a person, a deal, a planned follow-up and a timeline row', async () => {
    const by = await buildMember(app.db, app.now(), { name: '韩亦' })
    const nextDate = addDays(seconds(), 6)
    const made = await post(
      { name: ' 王小明 ', mobile: '13912345678', remark: '看过曜行', nextDate, specIds: '1209,1201' },
      by,
    )
    expect(made).toMatchObject({ status: '0', weixinClueExisted: false })
    expect(await countsOf(by.dealerId)).toEqual(one)
    const file = await app.post(get, by.token, { customerId: made.customerId })
    expect(file).toMatchObject({
      customer: {
        id: made.customerId,
        name: '王小明',
        mobile: '139****5678',
        gender: 2,
        type: 1,
        fromSource: 2,
        fromSourceName: '自然到店',
        remark: '看过曜行',
        deal: {
          id: made.dealId,
          ownerId: by.memberId,
          ownerName: '韩亦',
          createdAt: seconds(),
          level: 'H',
          budget: 1,
          businessType: 1,
          buyProvince: '浙江省',
          buyCity: '杭州市',
          buyArea: '西湖区',
        },
      },
      info: { level: 'H', dealId: made.dealId },
      pendingActivity: { ownerName: '韩亦', activityDate: nextDate, type: 1, isDelay: false },
      rowVersion: 1,
    })
    expect(file.timelines).toEqual([
      expect.objectContaining({
        createdAt: seconds(),
        ownerName: '韩亦',
        level: 'H',
        type: 7,
        subject: '建档',
        content: '新建客户档案，来源：自然到店；意向车系：曜行、松涧；客户经理：韩亦；备注：看过曜行',
      }),
    ])
  })

  it('gets the defaults of the form', async () => {
    const nextDate = addDays(seconds(), 2)
    const { name, mobile, gender, specIds, buyProvince, buyCity } = newCustomer(app)
    const made = await app.post(add, consultant.token, {
      name,
      mobile,
      gender,
      specIds,
      buyProvince,
      buyCity,
      nextDate,
    })
    const file = await app.post(get, consultant.token, { customerId: made.customerId })
    expect(file).toMatchObject({
      customer: { type: 1, fromSource: 2, deal: { budget: 1, businessType: 1, level: 'N', buyArea: '' } },
      additional: { identifyType: 1 },
      pendingActivity: { type: 1 },
    })
  })

  it('keeps every field of a company that trades in', async () => {
    const buycarDate = addDays(seconds(), 20)
    const made = await post({
      type: 2,
      companyName: '江南贸易有限公司',
      weixin: 'wx-abc',
      secondardPhone: '0571-8801 2233',
      tags: '试驾过 爱安静',
      competitionSerieses: '5001,5011',
      budget: 3,
      buycarDate,
      businessType: 3,
      addPurchaseOldSeriesId: 1203,
      buyCount: 12,
      nextActivityType: 3,
      nextTestSpecId: 1204,
      addition: {
        province: '浙江省',
        city: '杭州市',
        area: '西湖区',
        address: '文三路 18 号',
        idNo: '11010119900307002x',
        birthday: '1990-03-07',
        qq: '10001',
      },
    })
    expect(made).toMatchObject({ status: '0' })
    const file = await app.post(get, consultant.token, { customerId: made.customerId })
    expect(file).toMatchObject({
      customer: {
        type: 2,
        companyName: '江南贸易有限公司',
        weixin: 'wx-abc',
        tag: '试驾过 爱安静',
        deal: { budget: 3, buycarDate: dayStart(buycarDate), businessType: 3, buyCount: 12 },
      },
      additional: {
        province: '浙江省',
        area: '西湖区',
        address: '****',
        idNo: '110***********002X',
        birthday: '1990-03-07',
        qq: '10001',
      },
      purchaseOldSeries: { specId: 1203, name: '青屿' },
      pendingActivity: { type: 3, testSpecId: 1204, testSpecName: '云岫' },
    })
    expect(file.info?.competitionSeries).toHaveLength(2)
  })

  it('who buys in another city is marked as out of town', async () => {
    const here = await post()
    const remote = await post({ buyProvince: '江苏省', buyCity: '南京市', buyArea: '' })
    const deals = await app.db
      .selectFrom('deal')
      .select(['id', 'is_remote'])
      .where('id', 'in', [here.dealId ?? 0, remote.dealId ?? 0])
      .orderBy('id')
      .execute()
    expect(deals.map((deal) => deal.is_remote)).toEqual([2, 1])
  })

  it('returns the proof images of a new-media source as signed links', async () => {
    const keys = [await storeImage(app, consultant.token), await storeImage(app, consultant.token)]
    const made = await post({ fromSource: 7, newMediaImages: keys.join(',') })
    expect(made).toMatchObject({ status: '0' })
    const { newMediaUrl = [] } = await app.post(get, consultant.token, { customerId: made.customerId })
    expect(newMediaUrl).toHaveLength(2)
    const read = await app.app.http.inject(newMediaUrl[0] ?? '')
    expect(read.statusCode).toBe(200)
    expect(read.headers['content-type']).toBe('image/png')
  })
})

describe('the mobile', () => {
  it('is normalised before it is stored and compared', async () => {
    const by = await buildMember(app.db, app.now())
    expect(await post({ mobile: '+86 139-1111 2222' }, by)).toMatchObject({ status: '0' })
    for (const same of ['13911112222', '8613911112222', '００８６１３９１１１１２２２２', '139 1111 2222'])
      expect(await post({ mobile: same }, by), same).toMatchObject({
        status: '-1',
        code: 2001,
        detail: `该手机号客户已存在，客户经理：${(await rowsOf('timeline', by.dealerId))[0]?.owner_name}`,
        errors: [{ path: 'mobile' }],
      })
    expect((await rowsOf('customer', by.dealerId)).map((row) => row.mobile)).toEqual(['13911112222'])
  })

  it('may be on file at another dealer', async () => {
    const { mobile } = newCustomer(app)
    expect(await post({ mobile })).toMatchObject({ status: '0' })
    expect(await post({ mobile }, await buildMember(app.db, app.now()))).toMatchObject({ status: '0' })
  })

  it('makes one customer and 19 refusals of 20 parallel requests', async () => {
    const by = await buildMember(app.db, app.now(), { name: '顾一' })
    const { mobile } = newCustomer(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.post(add, by.token, newCustomer(app, { mobile }), {
          'idempotency-key': `parallel-${by.memberId}-${index}`,
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === '0')).toHaveLength(1)
    const refused = answers.filter((answer) => answer.status !== '0')
    expect(refused).toHaveLength(19)
    for (const answer of refused)
      expect(answer).toMatchObject({
        httpStatus: 200,
        status: '-1',
        code: 2001,
        detail: '该手机号客户已存在，客户经理：顾一',
      })
    expect(await countsOf(by.dealerId)).toEqual(one)
  })

  it('makes one customer of 20 parallel requests with one key and gives all the same response', async () => {
    const by = await buildMember(app.db, app.now())
    const body = newCustomer(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.post(add, by.token, body, { 'idempotency-key': `same-form-${by.memberId}` }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: '0' })
    expect(await countsOf(by.dealerId)).toEqual(one)
  })
})

describe('the pool of WeCom contacts', () => {
  it('reports that the mobile was waiting there, and claims it', async () => {
    const { mobile } = newCustomer(app)
    const contact = { dealer_id: consultant.dealerId, mobile, added_at: app.now() }
    await app.db.insertInto('wecom_contact').values(contact).execute()
    const made = await post({ mobile })
    expect(made).toMatchObject({ status: '0', weixinClueExisted: true })
    const claimed = await app.db
      .selectFrom('wecom_contact')
      .select('claimed_customer_id')
      .where('mobile', '=', mobile)
      .execute()
    expect(claimed).toEqual([{ claimed_customer_id: made.customerId }])
    const listed = await app.post(rooms.customer.list, consultant.token, { wxCustomerStatus: 1 })
    expect(listed.data?.map((row) => row.customerId)).toContain(made.customerId)
  })

  it('of another dealer stays unchanged', async () => {
    const { mobile } = newCustomer(app)
    const dealer_id = await buildDealer(app.db)
    await app.db.insertInto('wecom_contact').values({ dealer_id, mobile, added_at: app.now() }).execute()
    expect(await post({ mobile })).toMatchObject({ status: '0', weixinClueExisted: false })
  })
})

describe('the blocklist', () => {
  it('blocks a mobile and returns whom to call', async () => {
    const by = await buildMember(app.db, app.now())
    expect(await post({ name: '郑海川', mobile: '139 1111 0001' }, by)).toMatchObject({
      httpStatus: 200,
      status: '-2',
      code: 1004,
      detail: '区域经理 陈晓 0571-8801-2233,风控专员 何敏 021-6120-4455',
      name: '郑海川',
      mobile: '139****0001',
      identifyNo: '无',
    })
    expect(await countsOf(by.dealerId)).toEqual(none)
  })

  it('blocks an identity number with any mobile', async () => {
    await app.db
      .insertInto('blocklist')
      .values({ name: '甲', identify_no: '11010119900307002X', contacts: ['法务 顾清 021-6120-4460'] })
      .execute()
    const by = await buildMember(app.db, app.now())
    const refused = await post({ addition: { idNo: '11010119900307002x' } }, by)
    expect(refused).toMatchObject({ status: '-2', code: 1004, detail: '法务 顾清 021-6120-4460' })
    expect(refused.text).toContain('110***********002')
    expect(await countsOf(by.dealerId)).toEqual(none)
    await app.db.deleteFrom('blocklist').where('name', '=', '甲').execute()
  })
})

describe('a second store of the group with the same mobile', () => {
  it('marks both customers as a collision', async () => {
    const groupId = 7001
    const [here, there] = await Promise.all(
      [1, 2].map(async () =>
        buildMember(app.db, app.now(), { dealerId: await buildDealer(app.db, { groupId }) }),
      ),
    )
    if (!here || !there) throw new Error('two members')
    const shared = newCustomer(app)
    const mine = await app.post(add, here.token, shared)
    const alone = await post({}, here)
    const zk = async () =>
      (await app.post(rooms.customer.list, here.token, { isZk: 1 })).data?.map((row) => row.customerId)
    expect(await zk()).toEqual([])
    await app.post(add, there.token, shared)
    expect(await zk()).toEqual([mine.customerId])
    expect(await app.post(get, here.token, { customerId: mine.customerId })).toMatchObject({ isZk: true })
    expect(await app.post(get, here.token, { customerId: alone.customerId })).toMatchObject({ isZk: false })
  })
})

describe('the owner', () => {
  it('is the consultant whom the front desk chose', async () => {
    const front = await buildMember(app.db, app.now(), {
      dealerId: consultant.dealerId,
      role: 7,
      modules: ['前台流量'],
    })
    const made = await post({ newType: 1, assignMemberId: consultant.memberId }, front)
    expect(made).toMatchObject({ status: '0' })
    expect(await app.post(get, consultant.token, { customerId: made.customerId })).toMatchObject({
      customer: { deal: { ownerId: consultant.memberId } },
      timelines: [{ content: expect.stringContaining('客户经理：沈知行') }],
    })
    // Front desk members cannot own the customer without a desk visit either.
    expect(await post({ newType: 0 }, front)).toMatchObject({
      errors: [{ path: 'assignMemberId', text: '请选择客户经理' }],
    })
    expect(await post({ newType: 1 }, front)).toMatchObject({
      errors: [{ path: 'assignMemberId', text: '请选择客户经理' }],
    })
  })

  it('must be an active member of the store', async () => {
    const frozen = await buildMember(app.db, app.now(), { dealerId: consultant.dealerId })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    const foreign = await buildMember(app.db, app.now())
    for (const assignMemberId of [frozen.memberId, foreign.memberId, 99_999_999])
      expect(await post({ assignMemberId })).toMatchObject({
        code: 2004,
        errors: [{ path: 'assignMemberId', text: '所选客户经理不可用，请重新选择' }],
      })
  })
})

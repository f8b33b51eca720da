import { rooms } from '@showroom/contract'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { addDays, dayEnd } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { askUpload, png, storeImage } from '../../../test/files.ts'
import { sheetRow, storeSheet } from '../../../test/sheets.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { newCustomer } from '../customer.factory.ts'

const { add } = rooms.customer

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
})
afterAll(() => app.close())

type Overrides = Partial<Record<keyof NewCustomerInput, unknown>>
const seconds = (): number => Math.floor(app.now().getTime() / 1000)
const post = (overrides: Overrides = {}) => app.post(add, by.token, { ...newCustomer(app), ...overrides })
const customers = () =>
  app.db.selectFrom('customer').select('id').where('dealer_id', '=', by.dealerId).execute()

/** Each row: fields that replace those of a complete request, the invalid field, and its exact error text. */
const refusals: readonly (readonly [what: string, overrides: Overrides, path: string, text: string])[] = [
  ['no name', { name: undefined }, 'name', '请输入客户姓名'],
  ['a blank name', { name: '　 ' }, 'name', '请输入客户姓名'],
  ['a name too long', { name: '长'.repeat(51) }, 'name', '不能超过50个字'],
  ['no mobile', { mobile: undefined }, 'mobile', '请输入手机号'],
  ['an empty mobile', { mobile: '' }, 'mobile', '请输入手机号'],
  ['a mobile too short', { mobile: '1381234567' }, 'mobile', '请输入正确的手机号'],
  ['a landline as mobile', { mobile: '057188012233' }, 'mobile', '请输入正确的手机号'],
  ['no gender', { gender: undefined }, 'gender', '请选择性别'],
  ['an unknown gender', { gender: 3 }, 'gender', '请选择性别'],
  ['a company without name', { type: 2 }, 'companyName', '请输入企业名称'],
  ['a company with a blank name', { type: 2, companyName: '  ' }, 'companyName', '请输入企业名称'],
  ['a new-media source without proof', { fromSource: 7 }, 'newMediaImages', '请上传客户来源凭证'],
  [
    'the other new-media source without proof',
    { fromSource: 8, newMediaImages: '' },
    'newMediaImages',
    '请上传客户来源凭证',
  ],
  [
    'proof nobody uploaded',
    { fromSource: 7, newMediaImages: 'image/1/x.png' },
    'newMediaImages',
    '请上传客户来源凭证',
  ],
  ['a series beyond any number of ours', { specIds: '999999999999999' }, 'specIds', '请选择意向车系'],
  ['no series', { specIds: undefined }, 'specIds', '请选择意向车系'],
  ['an empty list of series', { specIds: '' }, 'specIds', '请选择意向车系'],
  ['an unknown series', { specIds: '1201,999999' }, 'specIds', '请选择意向车系'],
  ['six series', { specIds: '1201,1202,1203,1204,1205,1206' }, 'specIds', '最多选择5项'],
  ['six competitors', { competitionSerieses: '1,2,3,4,5,6' }, 'competitionSerieses', '最多选择5项'],
  [
    'an unknown competitor',
    { competitionSerieses: '1' },
    'competitionSerieses',
    '竞品车系不存在，请重新选择',
  ],
  ['a test drive without series', { nextActivityType: 3 }, 'nextTestSpecId', '请选择意向车型'],
  [
    'a test drive of an unknown series',
    { nextActivityType: 3, nextTestSpecId: 99 },
    'nextTestSpecId',
    '请选择意向车型',
  ],
  ['no province', { buyProvince: '' }, 'buyProvince', '请选择购车地区'],
  ['no city', { buyCity: undefined }, 'buyCity', '请选择购车地区'],
  ['a city of another province', { buyCity: '南京市' }, 'buyProvince', '请选择购车地区'],
  ['a district of another city', { buyArea: '玄武区' }, 'buyProvince', '请选择购车地区'],
  [
    'a second number with letters beyond ASCII',
    { secondardPhone: '转八零八' },
    'secondardPhone',
    '请输入合法的联系号码',
  ],
  [
    'a second number with a plus',
    { secondardPhone: '+8657188012233' },
    'secondardPhone',
    '请输入合法的联系号码',
  ],
  ['an unknown next follow-up type', { nextActivityType: 4 }, 'nextActivityType', '请选择下次跟进'],
  ['no next date', { nextDate: undefined }, 'nextDate', '请选择跟进日期'],
  ['next date 0', { nextDate: 0 }, 'nextDate', '请选择跟进日期'],
  ['a level nobody can be created with', { level: 'O' }, 'level', '请选择级别'],
  ['the custom source without which', { fromSource: 99 }, 'otherSource', '请选择自定义来源'],
  ['a custom source of nobody', { fromSource: 99, customSource: 4711 }, 'otherSource', '请选择自定义来源'],
  ['the network source without which', { fromSource: 98 }, 'otherSource', '请选择网络来源'],
  ['an unknown online source', { fromSource: 98, otherSource: 9999 }, 'otherSource', '请选择网络来源'],
  ['no online source, as a text', { fromSource: 98, otherSource: '' }, 'otherSource', '请选择网络来源'],
  [
    'an online source in words',
    { fromSource: 98, otherSource: '1a' },
    'otherSource',
    '提交的内容有误，请检查',
  ],
  ['an online source below 0', { fromSource: 98, otherSource: -1 }, 'otherSource', '请输入正确的内容'],
  ['an unknown source', { fromSource: 77 }, 'fromSource', '请选择客户来源'],
  ['a locked source', { fromSource: 4 }, 'fromSource', '该来源不可手工选择'],
  ['another locked source', { fromSource: 96 }, 'fromSource', '该来源不可手工选择'],
  ['the locked group source', { fromSource: 104 }, 'fromSource', '该来源不可手工选择'],
  [
    'an old car of a first buyer',
    { businessType: 1, addPurchaseOldSeriesId: 1201 },
    'addPurchaseOldSeriesId',
    '仅增购与置换可填写原有车系',
  ],
  ['a purchase in the past', { buycarDate: 1_794_000_000 }, 'buycarDate', '预计购车日期不能早于今天'],
  ['a purchase count below 0', { buyCount: -1 }, 'buyCount', '购车数量为0-10000'],
  ['a purchase count above 10000', { buyCount: 10_001 }, 'buyCount', '购车数量为0-10000'],
  [
    'an identity number with a wrong check digit',
    { addition: { idNo: '110101199003070811' } },
    'addition.idNo',
    '请输入合法证件号',
  ],
  [
    'an identity number with no such birthday',
    { addition: { idNo: '110101199002300815' } },
    'addition.idNo',
    '请输入合法证件号',
  ],
  ['a wrong passport', { addition: { identifyType: 2, idNo: '护照' } }, 'addition.idNo', '请输入护照'],
  [
    'a wrong officer card',
    { addition: { identifyType: 3, idNo: '??' } },
    'addition.idNo',
    '请输入合法军官证件号',
  ],
  [
    'a birthday that is no date',
    { addition: { birthday: '2026-02-31' } },
    'addition.birthday',
    '日期格式不正确',
  ],
  [
    'a birthday in another form',
    { addition: { birthday: '07.03.1990' } },
    'addition.birthday',
    '日期格式不正确',
  ],
]

describe('a new customer is refused with an error at the field for', () => {
  it.each(refusals)('%s', async (_what, overrides, path, text) => {
    const before = await customers()
    const refused = await post(overrides)
    expect(refused).toMatchObject({ httpStatus: 200, status: '-1', code: 400 })
    expect(refused.errors).toContainEqual({ path, text })
    expect(refused.errors?.map((error) => error.text)).toContain(refused.detail)
    expect(await customers()).toEqual(before)
  })
})

describe('a value that no column can hold is an invalid request, not a server error', () => {
  it.each<readonly [string, Overrides]>([['a NUL in a text', { name: '王\u0000' }]])(
    '%s',
    async (_what, overrides) => {
      const before = await customers()
      expect(await post(overrides)).toMatchObject({
        httpStatus: 200,
        status: '-1',
        code: 400,
        detail: '提交的内容有误，请检查',
      })
      expect(await customers()).toEqual(before)
    },
  )

  it('treats an unknown member id as unavailable, however large', async () => {
    expect(await post({ assignMemberId: Number.MAX_SAFE_INTEGER })).toMatchObject({ code: 2004 })
  })
})

describe('values just inside the limits are accepted', () => {
  it.each<readonly [string, Overrides]>([
    ['the longest name', { name: '长'.repeat(50) }],
    [
      'five series and five competitors',
      { specIds: '1201,1202,1203,1204,1205', competitionSerieses: '5001,5002,5003,5011,5012' },
    ],
    ['a test drive with its series', { nextActivityType: 3, nextTestSpecId: 1201 }],
    ['WeCom and video as next follow-up', { nextActivityType: 15 }],
    ['no district', { buyArea: '' }],
    ['a second number with letters and hyphens', { secondardPhone: '0571-8801 2233 ext 5' }],
    ['an online source', { fromSource: 98, otherSource: 1 }],
    ['an online source as a text', { fromSource: 98, otherSource: '1' }],
    ['no source in particular, as a text', { fromSource: 2, otherSource: '' }],
    ['10000 cars', { buyCount: 10_000 }],
    ['an identity number', { addition: { idNo: '110101198801011230' } }],
    ['an identity number with x', { addition: { idNo: '11010119900307002x' } }],
    ['an old 15-digit number', { addition: { idNo: '110101900307081' } }],
    ['a passport', { addition: { identifyType: 2, idNo: 'E12345678' } }],
    ['an officer card', { addition: { identifyType: 3, idNo: '军字第1234567号' } }],
    ['another document', { addition: { identifyType: 4, idNo: 'ABC-1' } }],
    ['a birthday on 29 February', { addition: { birthday: '2024-02-29' } }],
    ['fields nobody knows', { ['__unknown' as 'name']: '请' }],
  ])('%s', async (_what, overrides) => {
    expect(await post(overrides)).toMatchObject({ status: '0' })
  })

  it('a custom source of the dealer under either field name, but not a deleted one', async () => {
    const source = async (deleted_at: Date | null) =>
      app.db
        .insertInto('custom_source')
        .values({ dealer_id: by.dealerId, name: `车友会${String(deleted_at)}`, deleted_at })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id } = await source(null)
    expect(await post({ fromSource: 99, otherSource: id })).toMatchObject({ status: '0' })
    expect(await post({ fromSource: 99, otherSource: String(id) })).toMatchObject({ status: '0' })
    expect(await post({ fromSource: 99, customSource: id })).toMatchObject({ status: '0' })
    const gone = await source(app.now())
    expect(await post({ fromSource: 99, otherSource: gone.id })).toMatchObject({
      errors: [{ path: 'otherSource', text: '请选择自定义来源' }],
    })
  })

  it('three proof images, but not four', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => storeImage(app, by.token)))
    expect(await post({ fromSource: 8, newMediaImages: keys.slice(0, 3).join(',') })).toMatchObject({
      status: '0',
    })
    expect(await post({ fromSource: 8, newMediaImages: keys.join(',') })).toMatchObject({
      errors: [{ path: 'newMediaImages', text: '最多上传3张图片' }],
    })
  })

  it("accepts as proof only a picture that the member uploaded, not a colleague's, a recording or a workbook", async () => {
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const sheet = await storeSheet(app, by, [sheetRow()])
    const { key: recording } = await askUpload(app, by.token, 'a.mp3')
    await app.app.files.write(recording, png)
    for (const key of [await storeImage(app, colleague.token), sheet, recording])
      expect(await post({ fromSource: 7, newMediaImages: key }), key).toMatchObject({
        errors: [{ path: 'newMediaImages', text: '请上传客户来源凭证' }],
      })
  })

  it('refuses proof uploaded at another dealer', async () => {
    const foreign = await buildMember(app.db, app.now())
    const key = await storeImage(app, foreign.token)
    expect(await post({ fromSource: 7, newMediaImages: key })).toMatchObject({
      errors: [{ path: 'newMediaImages', text: '请上传客户来源凭证' }],
    })
  })
})

describe('all problems are reported at once', () => {
  it('for an empty form', async () => {
    const { errors = [] } = await app.post(add, by.token, {})
    expect(Object.fromEntries(errors.map(({ path, text }) => [path, text]))).toEqual({
      name: '请输入客户姓名',
      mobile: '请输入手机号',
      gender: '请选择性别',
      specIds: '请选择意向车系',
      nextDate: '请选择跟进日期',
      buyProvince: '请选择购车地区',
      buyCity: '请选择购车地区',
    })
  })

  it('for single fields and combinations of fields', async () => {
    const { errors = [] } = await post({
      name: '',
      gender: 'x',
      type: 2,
      fromSource: 7,
      nextActivityType: 3,
      addition: { idNo: '1' },
    })
    expect(errors.map((error) => error.path).toSorted()).toEqual([
      'addition.idNo',
      'companyName',
      'gender',
      'name',
      'newMediaImages',
      'nextTestSpecId',
    ])
  })

  it('for values that only the database can check', async () => {
    const { errors = [] } = await post({
      specIds: '1',
      competitionSerieses: '1',
      buyCity: '无此市',
      fromSource: 99,
      customSource: 99_999,
    })
    expect(errors.map((error) => error.path).toSorted()).toEqual([
      'buyProvince',
      'competitionSerieses',
      'otherSource',
      'specIds',
    ])
  })
})

describe('the next follow-up date is limited by the level', () => {
  const tooFar = { code: 400, errors: [{ path: 'nextDate', text: '跟进日期超出该级别的可选范围' }] }

  it.each([
    ['N', 2],
    ['H', 6],
    ['A', 14],
    ['B', 30],
    ['C', 90],
  ] as const)('%s: up to the end of the day %i days from now', async (level, days) => {
    const last = dayEnd(addDays(seconds(), days)) - 1
    expect(await post({ level, nextDate: last })).toMatchObject({ status: '0' })
    expect(await post({ level, nextDate: last + 1 })).toMatchObject(tooFar)
  })

  it('from yesterday on', async () => {
    expect(await post({ nextDate: addDays(seconds(), -1) })).toMatchObject({ status: '0' })
    expect(await post({ nextDate: addDays(seconds(), -1) - 1 })).toMatchObject(tooFar)
  })

  it('uses the Shanghai calendar, also just before midnight there', async () => {
    const noon = app.now()
    app.setNow(new Date('2026-11-18T15:59:59Z'))
    const lastOfTwentieth = Date.parse('2026-11-20T15:59:59Z') / 1000
    expect(await post({ level: 'N', nextDate: lastOfTwentieth })).toMatchObject({ status: '0' })
    expect(await post({ level: 'N', nextDate: lastOfTwentieth + 1 })).toMatchObject(tooFar)
    app.setNow(new Date('2026-11-18T16:00:00Z'))
    expect(await post({ level: 'N', nextDate: lastOfTwentieth + 1 })).toMatchObject({ status: '0' })
    app.setNow(noon)
  })
})

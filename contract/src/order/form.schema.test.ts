import { describe, expect, it } from 'vitest'
import { judge } from '../kernel/judge.ts'
import { CreateOrder, EditOrder } from './form.schema.ts'
import type { OrderFormInput } from './form.schema.ts'
import { sameMaterials } from './line.schema.ts'
import { formTotals, isCountable } from './order.rules.ts'

const line = { specId: 20_101, skuId: 2_010_111, carExternalColor: '松雪白', num: 1, price: 98_800 }
const form: OrderFormInput = {
  businessType: 1,
  paymentType: 2,
  payment: 5000,
  carLicenseType: 1,
  carLicenseCity: '浙江省,杭州市',
  customerType: 1,
  name: '林晓雨',
  phone: '13512348888',
  licenseType: 1,
  licenseNumber: '11010519491231002x',
  province: '浙江省',
  city: '杭州市',
  area: '西湖区',
  subOrderInfos: [line],
}
const day = 1_763_395_200

const textsOf = (part: object): Record<string, string> => {
  const { error } = judge(CreateOrder, { customerId: 1, ...form, ...part })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
const lines = (...parts: object[]) => ({ subOrderInfos: parts.map((part) => ({ ...line, ...part })) })

describe('the order form', () => {
  it('accepts complete values, trimmed and in upper case', () => {
    const { data } = judge(CreateOrder, { customerId: 1, ...form, name: '  林 晓雨 \n', remark: ' 周末 ' })
    expect(data).toMatchObject({ name: '林晓雨', remark: '周末', licenseNumber: '11010519491231002X' })
    expect(data?.subOrderInfos).toEqual([{ ...line, orderNo: '', seriesId: 0 }])
  })

  it('reports all missing fields', () => {
    const { error } = judge(CreateOrder, { customerId: 1 })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['businessType', '请选择业务类型'],
      ['paymentType', '请选择收款方式'],
      ['carLicenseType', '请选择上牌方式'],
      ['carLicenseCity', '请选择上牌城市'],
      ['customerType', '请选择类型'],
      ['name', '请输入名称'],
      ['phone', '请输入联系电话'],
      ['licenseType', '请选择证件类型'],
      ['licenseNumber', '请输入证件号码'],
      ['province', '请选择省'],
      ['city', '请选择市'],
      ['subOrderInfos', '请添加订车明细'],
      ['area', '请选择区'],
    ])
  })

  it.each<[object, Record<string, string>]>([
    [{ carLicenseCity: '' }, { carLicenseCity: '请选择上牌城市' }],
    [{ carLicenseCity: ',杭州市' }, { carLicenseCity: '请选择上牌省' }],
    [{ carLicenseCity: '浙江省' }, { carLicenseCity: '请选择上牌市' }],
    [{ payment: -1 }, { payment: '请输入正确的订金' }],
    [{ payment: 1.005 }, { payment: '请输入正确的订金' }],
    [{ payment: 0.5 }, { payment: '请输入正确的订金' }],
    [{ payment: '五千' }, { payment: '请输入正确的订金' }],
    [{ payment: 100_000.01 }, { payment: '购车定金不能超过100000元' }],
    [{ phone: '12812348888' }, { phone: '请输入正确的联系电话' }],
    [{ phone: '1351234888' }, { phone: '请输入正确的联系电话' }],
    [{ name: ' \u200b\n' }, { name: '请输入名称' }],
    [{ customerType: 3 }, { customerType: '请选择类型' }],
    [{ licenseNumber: '110105194912310021' }, { licenseNumber: '请输入合法证件号' }],
    [{ licenseType: 2, licenseNumber: '护照' }, { licenseNumber: '请输入护照' }],
    [{ customerType: 2 }, { licenseType: '请选择证件类型' }],
    [{ licenseType: 5 }, { licenseType: '请选择证件类型' }],
    [
      { customerType: 2, licenseType: 5, licenseNumber: '91330100MA27XL5X5A' },
      { licenseNumber: '请输入正确的统一社会信用代码' },
    ],
    [
      { area: '', address: '文三路 90 号' },
      { area: '请选择区', address: '订车人省/市/区信息不完整，请选择省/市/区' },
    ],
    [{ province: '台湾省', city: '台北市', area: '', address: '信义路' }, {}],
    [{ province: '澳门特别行政区', city: '澳门', area: '' }, {}],
    [{ nextFollowDate: day + 86_400, deliverDate: day }, { nextFollowDate: '跟进时间不能晚于预计交车时间' }],
    [{ nextFollowDate: day + 3600, deliverDate: day }, {}],
    [{ nextFollowDate: day, deliverDate: 0 }, {}],
  ])('%j: %j', (part, texts) => {
    expect(textsOf(part)).toEqual(texts)
  })

  it('rejects a phone number in the contact name of a company', () => {
    expect(textsOf({ contactName: '王经理 138-1234-5678' })).toEqual({
      contactName: '姓名中不能包含电话号码',
    })
    expect(textsOf({ contactName: '王经理 138****5678' })).toEqual({})
  })

  it('accepts masked numbers', () => {
    const masked = { phone: '135****8888', licenseNumber: '110***********002X', address: '****' }
    expect(textsOf(masked)).toEqual({})
    expect(judge(EditOrder, { orderId: 1, ...form, ...masked }).success).toBe(true)
  })
})

describe('its lines', () => {
  it('are required and limited in number', () => {
    expect(textsOf({ subOrderInfos: [] })).toEqual({ subOrderInfos: '请添加订车明细' })
    expect(textsOf({ subOrderInfos: Array.from({ length: 101 }, () => line) })).toEqual({
      subOrderInfos: '最多添加100行订车明细',
    })
  })

  it.each<[object, Record<string, string>]>([
    [{ specId: 0 }, { specId: '请选择第2行车型' }],
    [{ specId: undefined, skuId: undefined }, { specId: '请选择第2行车型' }],
    [{ skuId: undefined }, { skuId: '请选择第2行颜色' }],
    [{ num: undefined }, { num: '请输入第2行数量' }],
    [{ num: null }, { num: '请输入第2行数量' }],
    [{ num: 0 }, { num: '第2行数量输入错误' }],
    [{ num: 1.5 }, { num: '第2行数量输入错误' }],
    [{ num: -1 }, { num: '第2行数量输入错误' }],
    [{ num: '两台' }, { num: '第2行数量输入错误' }],
    [{ price: undefined }, { price: '请输入第2行单价' }],
    [{ price: -0.01 }, { price: '第2行单价输入错误' }],
    [{ price: 1.005 }, { price: '第2行单价输入错误' }],
    [{ price: 12_345_678.99 }, { price: '第2行单价输入错误' }],
    [{ price: '9万' }, { price: '第2行单价输入错误' }],
    [{ price: 0 }, {}],
    [{ price: 1_234_567.89 }, {}],
  ])('%j: %j', (part, texts) => {
    const messages = textsOf(lines({}, { skuId: 2_010_112, ...part }))
    expect(messages).toEqual(
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [`subOrderInfos.1.${path}`, text])),
    )
  })

  it('name each material once', () => {
    const same = lines({}, { skuId: 2_010_112 }, {}, { skuId: 2_010_112 })
    expect(textsOf(same)).toEqual({
      'subOrderInfos.2.skuId': '第1行和3行物料号重复，请修改',
      'subOrderInfos.3.skuId': '第2行和4行物料号重复，请修改',
    })
    expect(sameMaterials([{ skuId: 0 }, { skuId: 0 }, {}, {}])).toEqual([])
  })

  it('have sums that are exact to the fen', () => {
    expect(formTotals(0.1, [{ num: 3, price: 0.1 }])).toEqual({ vehicles: 3, depositFen: 30, totalFen: 30 })
    expect(textsOf(lines({ num: 99_999, price: 9_999_999_999 }))).toEqual({
      subOrderInfos: '订单金额过大，请核对数量和单价',
    })
    expect(isCountable(0, [{ num: Number.NaN, price: 1 }])).toBe(true)
  })
})

import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { CreateOrder, EditOrder } from '@showroom/contract/order/form.schema'
import { judge } from '@showroom/contract/kernel/judge'
import { describe, expect, it } from 'vitest'
import { compare, settle } from './order.conflict'
import { order } from './order.example'
import { formSums, orderRequest, valuesOfCustomer, valuesOfOrder, viewSums } from './orderValues'

const hangzhou = { province: '浙江省', city: '杭州市', area: '西湖区' }
const file = (customer: object, additional: object = {}) =>
  ({
    customer: { type: 1, name: '王小明', companyName: '', deal: { businessType: 3 }, ...customer },
    additional: { identifyType: 1, ...additional },
  }) as unknown as CustomerProfile

describe('order form', () => {
  it("takes the region and the masked numbers from the customer's file", () => {
    const own = { province: '江苏省', city: '苏州市', area: '姑苏区' }
    const masked = { idNo: '110***********002X', address: '****' }
    expect(valuesOfCustomer(file({ mobile: '138****1234' }, { ...own, ...masked }), hangzhou)).toMatchObject({
      region: own,
      phone: '138****1234',
      licenseNumber: '110***********002X',
      address: '****',
    })
  })

  it("takes the store's region if the file has none", () => {
    expect(valuesOfCustomer(file({ name: '王 小明' }), hangzhou)).toMatchObject({
      businessType: 3,
      paymentType: 2,
      customerType: 1,
      name: '王小明',
      licenseType: 1,
      region: hangzhou,
      subOrderInfos: [],
    })
  })

  it('takes name, contact and document type of a company', () => {
    const company = file({ type: 2, companyName: '同创立商贸有限公司' })
    expect(valuesOfCustomer(company, undefined)).toMatchObject({
      customerType: 2,
      name: '同创立商贸有限公司',
      contactName: '王小明',
      licenseType: 5,
      licenseNumber: '',
    })
  })

  it('sends an unchanged order that passes validation', () => {
    const request = { ...orderRequest(valuesOfOrder(order)), orderId: order.id, rowVersion: order.rowVersion }
    expect(judge(EditOrder, request).error?.issues ?? []).toEqual([])
    expect(request).toMatchObject({
      carLicenseCity: '浙江省,杭州市',
      province: '浙江省',
      payment: 5000,
      paymentAmount: 15_000,
      totalOrderAmount: 505_400.5,
    })
  })

  it('sends an incomplete order and reports what each line lacks', () => {
    const blank = { ...valuesOfCustomer(file({}), undefined), subOrderInfos: [{ orderNo: '', num: null }] }
    const { error } = judge(CreateOrder, { ...orderRequest(blank), customerId: 1 })
    const texts = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    expect(texts).toContain('subOrderInfos.0.specId 请选择第1行车型')
    expect(texts).toContain('subOrderInfos.0.num 请输入第1行数量')
    expect(texts).toContain('province 请选择省')
  })

  it('sums the lines entered so far', () => {
    expect(formSums({})).toEqual({ vehicles: 0, deposit: 0, total: 0 })
    const lines = [
      { orderNo: '', num: 2, price: 100.1 },
      { orderNo: '', num: 1 },
      { orderNo: '', price: 9 },
    ]
    expect(formSums({ payment: 0.1, subOrderInfos: lines })).toEqual({
      vehicles: 3,
      deposit: 0.3,
      total: 200.2,
    })
  })

  it('sums the vehicles left in an order', () => {
    expect(viewSums(order)).toEqual({ vehicles: 3, deposit: 15_000, total: 505_400.5 })
    const [first, ...rest] = order.subOrders
    if (!first) throw new Error('the example has lines')
    const less = { ...order, subOrders: [{ ...first, cancelSubCount: 1 }, ...rest] }
    expect(viewSums(less).vehicles).toBe(2)
    const gone = { ...order, subOrders: [{ ...first, orderStatus: 8 }, ...rest] }
    expect(viewSums(gone).vehicles).toBe(1)
  })
})

describe('concurrent edits of an order', () => {
  const clear = { customerPhone: '13812341234' }
  const names = { of: (_kind: string, code?: number) => String(code), model: (id: number) => `车型${id}` }
  const original = valuesOfOrder(order, clear)
  const mine = { ...original, remark: '我的', contractNo: 'A-1' }

  it('let the user choose and keep fields that only the other user changed', () => {
    const current = valuesOfOrder({ ...order, remark: '别人的', payment: 6000, rowVersion: 9 }, clear)
    const versions = { mine, current, original }
    const { conflicts, theirs } = compare(versions, ['remark'], names)
    expect(conflicts).toEqual([
      { key: 'remark', label: '备注', mine: '我的', current: '别人的', original: order.remark },
    ])
    expect(theirs.map(({ key }) => key)).toEqual(['payment'])
    expect(settle(versions, ['remark'], { remark: 'mine' })).toEqual({ payment: 6000 })
    expect(settle(versions, ['remark'], { remark: 'current' })).toEqual({ payment: 6000, remark: '别人的' })
  })

  it('include a number that looks the same when masked', () => {
    const current = valuesOfOrder(order, { customerPhone: '13899991234' })
    expect(compare({ mine, current, original }, [], names).theirs).toMatchObject([
      { key: 'phone', current: '13899991234' },
    ])
    expect(settle({ mine, current, original }, [], {})).toEqual({ phone: '13899991234' })
  })

  it('compare the lines as one field', () => {
    const current = { ...original, subOrderInfos: original.subOrderInfos.slice(0, 1) }
    const [row] = compare({ mine, current, original }, ['subOrderInfos'], names).conflicts
    expect(row?.current).toBe('车型21 云母黑 × 2 139,800.25元')
  })
})

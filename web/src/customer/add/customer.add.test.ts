import { NewCustomer } from '@showroom/contract/customer/add.schema'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { expect, test } from 'vitest'
import {
  addRequestOf,
  againForm,
  againRequestOf,
  blankCustomer,
  newCustomerFields,
  type NewCustomerForm,
  newCustomerProblems,
} from './customer.add'
import { birthdayOfId } from '../fields/customer.form'

/** 2026-11-21 15:30 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 7, 30) / 1000

const filled: Partial<NewCustomerForm> = {
  ...blankCustomer(now),
  name: '王小明',
  mobile: '+86 138 0000 1234',
  gender: 1,
  specIds: [1201, 1208],
  region: { province: '浙江省', city: '杭州市', area: '' },
}

/** The file of a customer whose car was delivered. */
const editable: EditableValues = {
  name: '王小明',
  mobile: '138****1234',
  gender: 1,
  budget: 3,
  businessType: 3,
  fromSource: 98,
  otherSource: 1,
  specIds: '1201',
  competitionSerieses: '',
  buyProvince: '浙江省',
  buyCity: '杭州市',
  buyArea: '',
  tags: '',
  addition: { identifyType: 1, province: '', city: '', area: '', birthday: '' },
} as unknown as EditableValues

const textsOf = (values: Partial<NewCustomerForm>): string[] =>
  NewCustomer.safeParse(addRequestOf(values)).error?.issues.map(({ message }) => message) ?? []

test('requires only fields without a default in a blank form', () => {
  expect(new Set(textsOf(blankCustomer(now)))).toEqual(
    new Set(['请输入客户姓名', '请输入手机号', '请选择性别', '请选择意向车系', '请选择购车地区']),
  )
})

test('defaults to a walk-in person of the lowest level, with an unknown budget', () => {
  const request = NewCustomer.parse(addRequestOf(filled))
  expect(request).toMatchObject({
    mobile: '13800001234',
    type: 1,
    fromSource: 2,
    budget: 0,
    businessType: 1,
    level: 'N',
    nextActivityType: 1,
    isRepace: true,
    newType: 0,
    specIds: [1201, 1208],
    addition: { identifyType: 1 },
  })
  expect(addRequestOf(filled)).toMatchObject({ isRepace: true, newType: 0 })
  expect(request.nextDate).toBe(Date.UTC(2026, 10, 22, 16) / 1000)
})

test('a repeat purchase keeps person and budget, and asks for everything else', () => {
  const again = againForm({ editable })
  expect(again).toMatchObject({ name: '王小明', mobile: '138****1234', budget: 3, fromSource: 6 })
  const messages = NewCustomer.safeParse(againRequestOf(again, 7)).error?.issues.map(({ message }) => message)
  expect(new Set(messages)).toEqual(new Set(['请选择意向车系', '请选择跟进日期']))
  expect(newCustomerProblems(again, now).map(({ text }) => text)).toEqual([
    '请选择级别',
    '请选择下次跟进',
    '请选择业务类型',
  ])
  expect(newCustomerProblems(blankCustomer(now), now)).toEqual([])
})

test('leaves out fields that the choices do not require', () => {
  const left = {
    companyName: '旧公司',
    newMediaImages: 'image/1/a.png',
    buyCount: 5,
    addPurchaseOldSeriesId: 1201,
    nextTestSpecId: 1201,
  }
  expect(addRequestOf({ ...filled, ...left })).toMatchObject({
    companyName: '',
    newMediaImages: '',
    buyCount: 0,
    addPurchaseOldSeriesId: 0,
    nextTestSpecId: 0,
  })
})

test('requires the extra field of each choice', () => {
  expect(textsOf({ ...filled, fromSource: 99 })).toEqual(['请选择自定义来源'])
  expect(textsOf({ ...filled, fromSource: 98 })).toEqual(['请选择网络来源'])
  expect(textsOf({ ...filled, fromSource: 7 })).toEqual(['请上传客户来源凭证'])
  expect(textsOf({ ...filled, type: 2 })).toEqual(['请输入企业名称'])
  expect(textsOf({ ...filled, nextActivityType: 3 })).toEqual(['请选择意向车型'])
  expect(textsOf({ ...filled, identifyType: 1, idNo: '110101199003070813' })).toEqual(['请输入合法证件号'])
  expect(textsOf({ ...filled, fromSource: 99, otherSource: 4 })).toEqual([])
})

test('maps every validation error to a form field', () => {
  const own: ReadonlySet<string> = new Set(
    Object.keys({ ...filled, companyName: '', otherSource: 0, newMediaImages: '' }),
  )
  const fieldOf: Readonly<Record<string, string>> = newCustomerFields
  for (const issue of NewCustomer.safeParse(addRequestOf({ fromSource: 7, type: 2, idNo: 'x' })).error
    ?.issues ?? []) {
    const path = issue.path.join('.')
    const field = fieldOf[path] ?? fieldOf[path.split('.')[0] ?? ''] ?? path
    expect(own.has(field) || field === 'idNo', `${path} ⇢ ${field}`).toBe(true)
  }
})

test('reads the birthday from identity numbers of 15 and 18 digits', () => {
  const day = Date.UTC(1990, 2, 7) / 1000 - 8 * 3600
  expect(birthdayOfId('110101199003070812')).toBe(day)
  expect(birthdayOfId('110101900307081')).toBe(day)
  expect(birthdayOfId('110101199003070813')).toBeUndefined()
})

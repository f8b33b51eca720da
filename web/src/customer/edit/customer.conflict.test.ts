import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { expect, test } from 'vitest'
import { compare, type Names, settle } from './customer.conflict'
import { editRequestOf } from './customer.edit'
import { customerFormOf } from '../fields/customer.form'

const file: EditableValues = {
  name: '王小明',
  mobile: '138****1234',
  weixin: 'wxm',
  gender: 1,
  type: 1,
  companyName: '',
  fromSource: 2,
  otherSource: 0,
  secondardPhone: '',
  businessType: 1,
  buyCount: 0,
  buyProvince: '浙江省',
  buyCity: '杭州市',
  buyArea: '西湖区',
  budget: 2,
  buycarDate: 0,
  addPurchaseOldSeriesId: 0,
  newMediaImages: '',
  addition: {
    province: '',
    city: '',
    area: '',
    address: '****',
    idNo: '110***********1313',
    identifyType: 1,
    birthday: '1990-03-07',
    qq: '',
  },
  specIds: '1201,1208',
  competitionSerieses: '',
  tags: '急购 价格敏感',
}

const names: Names = {
  of: (kind, value) => (value === 0 ? '' : `${kind} ${value}`),
  series: (id) => `车系${id}`,
  competitor: (id) => `竞品${id}`,
  customSource: (id) => `自定义${id}`,
}

const base = { rowVersion: 3, original: file }

test('sends an unchanged file back as it came', () => {
  const { customerId, rowVersion, original, isReplace, ...sent } = editRequestOf(
    customerFormOf(file),
    7,
    base,
  )
  expect({ customerId, rowVersion, original }).toEqual({ customerId: 7, ...base })
  expect(isReplace).toBe(file.businessType === 3)
  expect(sent).toEqual(file)
})

test('keeps hidden values until the choice that hides them changes', () => {
  const current = { ...file, companyName: '旧公司', buyCount: 5, newMediaImages: 'image/1/a.png' }
  const values = customerFormOf(current)
  expect(editRequestOf(values, 7, { rowVersion: 3, original: current })).toMatchObject({
    companyName: '旧公司',
    buyCount: 5,
    newMediaImages: 'image/1/a.png',
  })
  const changed = { ...values, fromSource: 5, businessType: 3 }
  expect(editRequestOf(changed, 7, { rowVersion: 3, original: current })).toMatchObject({
    companyName: '旧公司',
    buyCount: 0,
    newMediaImages: '',
    isReplace: true,
  })
})

test("lists conflicts and the other user's changes as text", () => {
  const versions = {
    mine: { ...file, name: '王晓明', budget: 3 },
    current: { ...file, name: '王小鸣', weixin: 'wang', buyCity: '宁波市', buyArea: '海曙区' },
    original: file,
  }
  const { conflicts, theirs } = compare(versions, ['name'], names)
  expect(conflicts).toEqual([
    { key: 'name', label: '客户姓名', mine: '王晓明', current: '王小鸣', original: '王小明' },
  ])
  expect(theirs.map(({ label, current }) => `${label} ${current}`)).toEqual([
    '微信 wang',
    '购车地区 浙江省 宁波市 海曙区',
  ])
})

test("keeps my choices and my own changes, and takes the other user's everywhere else", () => {
  const current = { ...file, name: '王小鸣', weixin: 'wang', type: 2, companyName: '云帆物流' }
  const versions = { mine: { ...file, name: '王晓明', budget: 3, tags: '老友' }, current, original: file }
  const paths = ['name', 'companyName']
  const form = { ...customerFormOf(versions.mine) }
  const settled = { ...form, ...settle(versions, paths, { name: 'mine', type: 'current' }) }
  expect(settled).toMatchObject({
    name: '王晓明',
    weixin: 'wang',
    type: 2,
    companyName: '云帆物流',
    budget: 3,
    tags: ['老友'],
  })
  expect({ ...form, ...settle(versions, paths, { name: 'current', type: 'mine' }) }).toMatchObject({
    name: '王小鸣',
    weixin: 'wang',
    type: 1,
  })
})

import { flatten, reconcile } from '@showroom/contract/customer/edit.rules'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { proofSources, source } from '@showroom/contract/customer/customer.rules'
import { type CustomerForm, customerFormOf, idsOf } from '../fields/customer.form'
import { formatDay } from '../../ui/day'
import { type ComparedRow, comparing } from '../../ui/form/compare'

/** Compares a customer's fields side by side after two users edited the file. */

type NamedKind = 'customerFromSources' | 'onlineSources' | 'businessTypes' | 'budgets' | 'identifyTypes'

/** Looks up names by code or id. */
export interface Names {
  readonly of: (kind: NamedKind, value: number) => string
  readonly series: (id: number) => string
  readonly competitor: (id: number) => string
  readonly customSource: (id: number) => string
}

type Row = ComparedRow<EditableValues, CustomerForm, Names>

type Plain = 'name' | 'mobile' | 'secondardPhone' | 'weixin'
const plain = (key: Plain, label: string): Row => ({
  key,
  label,
  paths: [key],
  fields: [key],
  text: (file) => file[key],
})

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** All fields of a file, in the form's sequence. */
const rows: readonly Row[] = [
  plain('name', '客户姓名'),
  plain('mobile', '手机号'),
  {
    key: 'gender',
    label: '性别',
    paths: ['gender'],
    fields: ['gender'],
    text: ({ gender }) => (gender === 1 ? '先生' : gender === 2 ? '女士' : ''),
  },
  plain('secondardPhone', '备用号码'),
  plain('weixin', '微信'),
  {
    key: 'type',
    label: '客户类型',
    paths: ['type', 'companyName'],
    fields: ['type', 'companyName'],
    text: ({ type, companyName }) => (type === 2 ? joined(['企业', companyName]) : '个人'),
  },
  {
    key: 'fromSource',
    label: '客户来源',
    paths: ['fromSource', 'otherSource', 'newMediaImages'],
    fields: ['fromSource', 'otherSource', 'newMediaImages'],
    text: sourceText,
  },
  {
    key: 'businessType',
    label: '业务类型',
    paths: ['businessType', 'buyCount', 'addPurchaseOldSeriesId'],
    fields: ['businessType', 'buyCount', 'addPurchaseOldSeriesId'],
    text: ({ businessType, buyCount, addPurchaseOldSeriesId }, names) =>
      joined([
        names.of('businessTypes', businessType),
        buyCount > 0 ? `${buyCount}台` : '',
        addPurchaseOldSeriesId > 0 ? `原有车系 ${names.series(addPurchaseOldSeriesId)}` : '',
      ]),
  },
  {
    key: 'specIds',
    label: '意向车系',
    paths: ['specIds'],
    fields: ['specIds'],
    text: ({ specIds }, names) => idsOf(specIds).map(names.series).join('、'),
  },
  {
    key: 'competitionSerieses',
    label: '竞品车系',
    paths: ['competitionSerieses'],
    fields: ['competitionSerieses'],
    text: ({ competitionSerieses }, names) => idsOf(competitionSerieses).map(names.competitor).join('、'),
  },
  {
    key: 'budget',
    label: '购车预算',
    paths: ['budget'],
    fields: ['budget'],
    text: ({ budget }, names) => {
      const text = names.of('budgets', budget)
      return text && !text.endsWith('万元') ? `${text}万元` : text
    },
  },
  {
    key: 'buycarDate',
    label: '预计购车日期',
    paths: ['buycarDate'],
    fields: ['buycarDate'],
    text: ({ buycarDate }) => formatDay(buycarDate),
  },
  {
    key: 'region',
    label: '购车地区',
    paths: ['buyProvince', 'buyCity', 'buyArea'],
    fields: ['region'],
    text: ({ buyProvince, buyCity, buyArea }) => joined([buyProvince, buyCity, buyArea]),
  },
  {
    key: 'identity',
    label: '证件',
    paths: ['addition.identifyType', 'addition.idNo'],
    fields: ['identifyType', 'idNo'],
    text: ({ addition }, names) =>
      addition.idNo && joined([names.of('identifyTypes', addition.identifyType), addition.idNo]),
  },
  {
    key: 'birthday',
    label: '生日',
    paths: ['addition.birthday'],
    fields: ['birthday'],
    text: ({ addition }) => addition.birthday,
  },
  { key: 'qq', label: 'QQ', paths: ['addition.qq'], fields: ['qq'], text: ({ addition }) => addition.qq },
  {
    key: 'home',
    label: '常住地区与地址',
    paths: ['addition.province', 'addition.city', 'addition.area', 'addition.address'],
    fields: ['home', 'address'],
    text: ({ addition: { province, city, area, address } }) => joined([province, city, area, address]),
  },
  { key: 'tags', label: '标签', paths: ['tags'], fields: ['tags'], text: ({ tags }) => tags },
]

function sourceText(file: EditableValues, names: Names): string {
  const { fromSource, otherSource, newMediaImages } = file
  const images = newMediaImages === '' ? 0 : newMediaImages.split(',').length
  return joined([
    names.of('customerFromSources', fromSource),
    fromSource === source.custom ? names.customSource(otherSource) : '',
    fromSource === source.network ? names.of('onlineSources', otherSource) : '',
    proofSources.includes(fromSource) ? `凭证${images}张` : '',
  ])
}

/** Compares and merges two users' edits of one file. */
export const { compare, settle } = comparing<EditableValues, CustomerForm, Names>({
  rows,
  flatten,
  reconcile,
  formOf: customerFormOf,
})

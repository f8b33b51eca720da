import { fenOf } from '@showroom/contract/kernel/money'
import { dayText } from '@showroom/contract/kernel/day'
import { maskText } from '@showroom/contract/kernel/mask'
import type { OrderForm } from '@showroom/contract/order/form.schema'
import { formTotals } from '@showroom/contract/order/order.rules'
import type { Catalogue } from '../platform/export/catalogue.ts'
import { yuanText } from './order.text.ts'

/** Describes the differences between two forms of an order in words. */

export interface OrderChange {
  readonly label: string
  /** Empty for hidden values: numbers, and texts too long to compare at a glance. */
  readonly before: string
  readonly after: string
}

type ComparedField = readonly [
  label: string,
  keys: readonly (keyof OrderForm)[],
  words?: (form: OrderForm) => string,
]

const dayOf = (seconds: number): string => (seconds ? dayText(seconds) : '未定')
const totalOf = ({ payment, subOrderInfos }: OrderForm): string =>
  yuanText(formTotals(payment, subOrderInfos).totalFen)

/** In the order of the form, with its labels. */
const comparedFields = (catalogue: Pick<Catalogue, 'display'>): readonly ComparedField[] => [
  ['业务类型', ['businessType'], (form) => catalogue.display('orderBusinessType', form.businessType)],
  ['收款方式', ['paymentType'], (form) => catalogue.display('paymentTypes', form.paymentType)],
  ['单车定金', ['payment'], ({ payment }) => yuanText(fenOf(payment))],
  ['合同编号', ['contractNo'], (form) => maskText(form.contractNo)],
  ['上牌方式', ['carLicenseType'], (form) => catalogue.display('carLicenseTypes', form.carLicenseType)],
  ['上牌城市', ['carLicenseCity'], (form) => form.carLicenseCity.replace(',', '')],
  ['预计交车', ['deliverDate'], (form) => dayOf(form.deliverDate)],
  ['订车明细', ['subOrderInfos'], totalOf],
  ['客户类型', ['customerType'], (form) => (form.customerType === 2 ? '公司' : '个人')],
  ['客户名称', ['name']],
  ['联系人', ['contactName']],
  ['手机号', ['phone']],
  ['证件', ['licenseType', 'licenseNumber']],
  ['省市区', ['province', 'city', 'area'], (form) => `${form.province}${form.city}${form.area}`],
  ['详细地址', ['address']],
  ['下次跟进', ['nextFollowDate'], (form) => dayOf(form.nextFollowDate)],
  ['备注', ['remark']],
]

const linesText = ({ subOrderInfos }: OrderForm): string =>
  JSON.stringify(subOrderInfos.map(({ skuId, num, price }) => [skuId, num, price]))
const textOf = (form: OrderForm, key: keyof OrderForm): string =>
  key === 'subOrderInfos' ? linesText(form) : String(form[key])

/** The differences, in the order of the form; empty if both forms are the same. */
export const changesBetween = (
  catalogue: Pick<Catalogue, 'display'>,
  before: OrderForm,
  after: OrderForm,
): OrderChange[] =>
  comparedFields(catalogue).flatMap(([label, keys, words]) => {
    if (keys.every((key) => textOf(before, key) === textOf(after, key))) return []
    const wordsIn = (form: OrderForm): string => (words ? words(form) || '未填写' : '')
    const [from, to] = [wordsIn(before), wordsIn(after)]
    // The vehicles differ but the text is the same.
    return [from === to ? { label, before: '', after: '' } : { label, before: from, after: to }]
  })

export const changeText = ({ label, before, after }: OrderChange): string =>
  after === '' ? label : `${label} ${before} → ${after}`

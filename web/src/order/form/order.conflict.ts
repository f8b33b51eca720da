import { moneyText } from '@showroom/contract/kernel/money'
import { flatten, reconcile } from '@showroom/contract/order/edit.rules'
import { buyerType } from '@showroom/contract/order/licence'
import { formatDay } from '../../ui/day'
import { type ComparedRow, comparing } from '../../ui/form/compare'
import { orderRequest, type OrderValues } from './orderValues'

/** Compares an order's fields side by side after two users edited it. */

type NamedKind = 'orderBusinessType' | 'paymentTypes' | 'carLicenseTypes' | 'orderIdentifyTypeDics'

/** Looks up names by code or id. */
export interface OrderNames {
  readonly of: (kind: NamedKind, value: number | undefined) => string
  readonly model: (modelId: number) => string
}

type Row = ComparedRow<OrderValues, OrderValues, OrderNames>

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')

type Plain = 'phone' | 'contractNo' | 'remark'
const plain = (key: Plain, label: string): Row => ({
  key,
  label,
  paths: [key],
  fields: [key],
  text: (order) => order[key],
})

const named = (
  key: 'businessType' | 'paymentType' | 'carLicenseType',
  label: string,
  kind: NamedKind,
): Row => ({
  key,
  label,
  paths: [key],
  fields: [key],
  text: (order, names) => names.of(kind, order[key]),
})

/** All fields of an order, in the form's sequence. */
const rows: readonly Row[] = [
  named('businessType', '业务类型', 'orderBusinessType'),
  named('paymentType', '收款方式', 'paymentTypes'),
  {
    key: 'payment',
    label: '单车定金',
    paths: ['payment'],
    fields: ['payment'],
    text: ({ payment }) => (payment ? moneyText(payment) : ''),
  },
  plain('contractNo', '合同编号'),
  named('carLicenseType', '上牌方式', 'carLicenseTypes'),
  {
    key: 'carLicenseCity',
    label: '上牌城市',
    paths: ['carLicenseCity'],
    fields: ['carLicenseCity'],
    text: ({ carLicenseCity }) => joined([carLicenseCity?.province, carLicenseCity?.city]),
  },
  {
    key: 'days',
    label: '预计交车、下次跟进',
    paths: ['deliverDate', 'nextFollowDate'],
    fields: ['deliverDate', 'nextFollowDate'],
    text: ({ deliverDate = 0, nextFollowDate = 0 }) =>
      joined([
        deliverDate > 0 ? `交车 ${formatDay(deliverDate)}` : '',
        nextFollowDate > 0 ? `跟进 ${formatDay(nextFollowDate)}` : '',
      ]),
  },
  {
    key: 'subOrderInfos',
    label: '订车明细',
    paths: ['subOrderInfos'],
    fields: ['subOrderInfos'],
    text: ({ subOrderInfos }, names) =>
      subOrderInfos
        .map(({ specId = 0, carExternalColor = '', num, price }) =>
          joined([names.model(specId), carExternalColor, `× ${num ?? 0}`, moneyText(price ?? 0)]),
        )
        .join('；'),
  },
  {
    key: 'buyer',
    label: '客户与证件',
    paths: ['customerType', 'name', 'contactName', 'licenseType', 'licenseNumber'],
    fields: ['customerType', 'name', 'contactName', 'licenseType', 'licenseNumber'],
    text: ({ customerType, name, contactName, licenseType, licenseNumber }, names) =>
      joined([
        customerType === buyerType.company ? '公司' : '个人',
        name,
        contactName && `联系人 ${contactName}`,
        names.of('orderIdentifyTypeDics', licenseType),
        licenseNumber,
      ]),
  },
  plain('phone', '手机号'),
  {
    key: 'region',
    label: '省市区与地址',
    paths: ['province', 'city', 'area', 'address'],
    fields: ['region', 'address'],
    text: ({ region, address }) => joined([region?.province, region?.city, region?.area, address]),
  },
  plain('remark', '备注'),
]

export const { compare, settle } = comparing<OrderValues, OrderValues, OrderNames>({
  rows,
  flatten: (values) => flatten({ ...orderRequest(values) }),
  reconcile,
  formOf: (values) => values,
})

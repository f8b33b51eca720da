import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { daysFromToday, formatDay } from '../ui/day'
import type { ChoiceField, RangeField } from './list/customer.search'

/** The list's fixed words. Dictionaries come from the server; these are the codes of the list query itself. */
export const statusNames = ['全部', '未到店', '已到店', '已订车', '已交车', '已战败', '休眠'] as const

type Choice = readonly { readonly value: number; readonly label: string }[]
const yesNo: Choice = [
  { value: 1, label: '是' },
  { value: 2, label: '否' },
]

export const choices = {
  fromType: [
    { value: 1, label: '线上' },
    { value: 2, label: '线下' },
  ],
  suspendStatus: yesNo,
  comeStatus: [
    { value: 4, label: '已到店' },
    { value: 1, label: '自然到店' },
    { value: 2, label: '邀约到店' },
    { value: 3, label: '未到店' },
  ],
  isSmartDrive: yesNo,
  isRemote: [...yesNo, { value: 3, label: '未知' }],
  wxCustomerStatus: [
    { value: 1, label: '已添加' },
    { value: 2, label: '未添加' },
  ],
} as const satisfies Partial<Record<ChoiceField, Choice>>
export type FixedChoice = keyof typeof choices

export const fieldNames = {
  levels: '级别',
  createdDate: '创建日期',
  orderDate: '订车日期',
  deliverDate: '交车日期',
  followDate: '跟进日期',
  comeDate: '到店日期',
  failDate: '战败日期',
  suspendDate: '休眠日期',
  smartDriveDate: '智能试驾日期',
  saleIds: '客户经理',
  fromSources: '客户来源',
  onlineSources: '网络来源',
  businessTypes: '业务类型',
  series: '意向车系',
  otherSource: '自定义来源',
  fromType: '来源类型',
  suspendStatus: '是否休眠',
  comeStatus: '到店情况',
  isSmartDrive: '智能试驾',
  isRemote: '异地购车',
  payType: '付款方式',
  failReason: '战败原因',
  resumeDuration: '休眠时长',
  wxCustomerStatus: '企业微信',
  isZk: '只看撞单',
} as const

/** Ranges of the 更多筛选 panel, in reading order. */
export const moreRanges: readonly RangeField[] = [
  'followDate',
  'comeDate',
  'smartDriveDate',
  'orderDate',
  'deliverDate',
  'failDate',
  'suspendDate',
]

export function statusOf(row: CustomerRow): { text: string; tone: string } {
  if (row.waitingFailReview) return { text: '战败审核中', tone: 'due' }
  if (row.isSuspend) return { text: '休眠', tone: 'quiet' }
  const tones = ['quiet', 'plain', 'active', 'ordered', 'done', 'quiet', 'quiet']
  return { text: statusNames[row.status] ?? '', tone: tones[row.status] ?? 'quiet' }
}

/** How a next follow-up stands today: red when it is late, amber when it is due. */
export function dueOf(
  nextFollowDate: number,
): { text: string; note: string; tone: 'overdue' | 'due' | 'later' } | null {
  if (!nextFollowDate) return null
  const days = daysFromToday(nextFollowDate)
  const day = formatDay(nextFollowDate)
  const sameYear = day.slice(0, 4) === formatDay(Date.now() / 1000).slice(0, 4)
  const text = sameYear ? day.slice(5) : day
  if (days < 0) return { text, note: `逾期${-days}天`, tone: 'overdue' }
  if (days === 0) return { text, note: '今天', tone: 'due' }
  return { text, note: days === 1 ? '明天' : days === 2 ? '后天' : '', tone: 'later' }
}

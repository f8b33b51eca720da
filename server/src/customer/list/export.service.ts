import { statusNames } from '@showroom/contract/customer/customer.rules'
import type { CustomerListQuery } from '@showroom/contract/customer/list.schema'
import { dayText } from '@showroom/contract/kernel/day'
import type { z } from 'zod'
import { exportableList, timeText } from '../../platform/export/export.ts'
import { wording } from '../../platform/export/export.words.ts'
import type { ExportColumn, ExportDeps } from '../../platform/export/export.ts'
import type { ListPages } from './deep.ts'
import { listForExport } from './list.repository.ts'
import type { ExportRow } from './list.repository.ts'

type Query = z.output<typeof CustomerListQuery>

const columns: readonly ExportColumn<ExportRow>[] = [
  { heading: '客户姓名', width: 14, of: (row) => row.name },
  { heading: '手机号', width: 14, of: (row) => row.mobile },
  { heading: '性别', width: 8, of: (row) => (row.gender === 1 ? '男' : row.gender === 2 ? '女' : '') },
  { heading: '客户经理', width: 12, of: (row) => row.ownerName },
  { heading: '意向级别', width: 8, of: (row) => row.level },
  {
    heading: '客户状态',
    width: 10,
    of: (row) => (row.isSuperseded ? '已再购' : (statusNames[row.status] ?? '')),
  },
  { heading: '意向车系', width: 24, of: (row) => row.specName },
  { heading: '客户来源', width: 12, of: (row) => row.sourceName },
  { heading: '业务类型', width: 10, of: (row) => row.businessName },
  { heading: '购车地区', width: 24, of: (row) => row.buyRegion },
  { heading: '标签', width: 20, of: (row) => row.tag },
  { heading: '建档日期', width: 18, of: (row) => timeText(row.createdDate) },
  { heading: '最近跟进', width: 18, of: (row) => timeText(row.updatedDate) || '未联系' },
  { heading: '下次跟进', width: 12, of: (row) => (row.nextFollowDate ? dayText(row.nextFollowDate) : '') },
  { heading: '订车日期', width: 12, of: (row) => (row.orderDate ? dayText(row.orderDate) : '') },
  { heading: '交车日期', width: 12, of: (row) => (row.deliverDate ? dayText(row.deliverDate) : '') },
]

const yesNo = { 1: '是', 2: '否' }
const { choice, chosen, codes, days, members, region, series, sources, text, words: wordsOf } = wording

/** Filter names as the page shows them. */
const words = {
  type: choice('客户状态', statusNames),
  key: text('关键词'),
  saleIds: members('客户经理'),
  levels: wordsOf('意向级别'),
  createdDate: days('建档日期'),
  followDate: days('跟进日期'),
  nextDate: days('下次跟进'),
  comeDate: days('到店日期'),
  orderDate: days('订车日期'),
  deliverDate: days('交车日期'),
  failDate: days('战败日期'),
  suspendDate: days('休眠日期'),
  smartDriveDate: days('智能试驾日期'),
  suspendStatus: choice('是否休眠', yesNo),
  comeStatus: choice('到店情况', { 1: '自然到店', 2: '邀约到店', 3: '未到店', 4: '已到店' }),
  isSmartDrive: choice('智能试驾', yesNo),
  isRemote: choice('异地购车', { ...yesNo, 3: '空' }),
  fromType: choice('来源类型', { 1: '线上', 2: '线下' }),
  fromSources: codes('客户来源', 'customerFromSources'),
  onlineSources: codes('网络来源', 'onlineSources'),
  otherSource: sources('自定义来源'),
  businessTypes: codes('业务类型', 'businessTypes'),
  series: series('意向车系'),
  mainSeries: series('主意向车系'),
  buyRegion: region('购车地区'),
  noBuyArea: choice('购车区县', { 1: '未填' }),
  payType: codes('收款方式', 'payTypes'),
  failReason: codes('战败原因', 'failReasons'),
  resumeDuration: codes('休眠时长', 'resumeDurations'),
  isZk: choice('撞单', { 1: '是' }),
  withSuperseded: choice('含已再购', { 1: '是' }),
  wxCustomerStatus: choice('企业微信', { 1: '已添加', 2: '未添加' }),
  customerIds: chosen('所选客户', '位'),
}

/** The customer list, for display and export. */
export const exportableCustomers = (deps: ExportDeps & { readonly pages: ListPages }) =>
  exportableList(deps, {
    name: '客户列表',
    columns,
    words,
    page: (context, query: Query) => deps.pages(context, query),
    rows: ({ db, session: { scope, dealer } }, query, limit) =>
      listForExport(db, scope, dealer.groupId, query, limit),
  })

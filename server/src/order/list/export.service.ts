import type { SearchOrders } from '@showroom/contract/order/list.schema'
import { dayText } from '@showroom/contract/kernel/day'
import { measures } from '@showroom/contract/report/measures'
import { exportableList, timeText } from '../../platform/export/export.ts'
import type { ExportColumn, ExportDeps } from '../../platform/export/export.ts'
import { wording } from '../../platform/export/export.words.ts'
import type { Context } from '../../platform/http/handler.ts'
import { keepTotals } from '../../platform/live/kept.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Cell } from '../../platform/xlsx/xlsx.ts'
import { listForExport, listOrders } from './list.repository.ts'
import type { ExportRow, OrderTotals } from './list.repository.ts'

/** The order list and its export. */

const day = (seconds: number): string => (seconds ? dayText(seconds) : '')
/** Values of the order appear only in the row of its first line, so that a column adds up. */
const once =
  (value: (row: ExportRow) => number) =>
  (row: ExportRow): Cell =>
    row.isFirst ? value(row) : ''

const columns: readonly ExportColumn<ExportRow>[] = [
  { heading: '订单编号', width: 16, of: (row) => row.bigOrderNo },
  { heading: '子订单编号', width: 18, of: (row) => row.subOrderNo },
  { heading: '创建时间', width: 18, of: (row) => timeText(row.createdAt) },
  { heading: '订单状态', width: 10, of: (row) => row.statusName },
  { heading: '客户姓名', width: 14, of: (row) => row.customerName },
  { heading: '公司名称', width: 24, of: (row) => row.companyName },
  { heading: '手机号', width: 14, of: (row) => row.customerPhone },
  { heading: '客户经理', width: 12, of: (row) => row.ownerName },
  { heading: '业务类型', width: 10, of: (row) => row.businessName },
  { heading: '车系', width: 12, of: (row) => row.seriesName },
  { heading: '车型', width: 20, of: (row) => row.specName },
  { heading: '颜色', width: 12, of: (row) => row.carExternalColor },
  { heading: '数量', width: 8, of: (row) => row.number },
  { heading: '已取消数量', width: 12, of: (row) => row.cancelSubCount || '' },
  { heading: '单价（元）', width: 12, of: (row) => row.price },
  { heading: '订单总价（元）', width: 14, of: once((row) => row.totalPrice) },
  { heading: '每台定金（元）', width: 14, of: once((row) => row.payment) },
  { heading: '总定金（元）', width: 12, of: once((row) => row.paymentAmount) },
  { heading: '合同编号', width: 16, of: (row) => row.contractNo },
  { heading: '上牌方式', width: 10, of: (row) => row.licenceName },
  { heading: '上牌城市', width: 18, of: (row) => row.carLicenseCity.replace(',', '') },
  { heading: '预计交车', width: 12, of: (row) => day(row.estimatedDeliverTime) },
  { heading: '审核时间', width: 18, of: (row) => timeText(row.auditTime) },
  { heading: '交车时间', width: 18, of: (row) => timeText(row.orderDeliverTime) },
]

const { choice, codes, days, member, series, sources, text } = wording

/** Names of the filters on the page. */
const words = {
  key: text('关键词'),
  createdDate: days('创建时间'),
  reviewDate: days('审核时间'),
  cancelDate: days('取消时间'),
  orderStatus: codes('订单状态', 'orderStatusDics'),
  fromType: choice('来源类型', { 1: '线上', 2: '线下' }),
  fromSources: codes('客户来源', 'customerFromSources'),
  onlineSources: codes('网络来源', 'onlineSources'),
  otherSources: sources('自定义来源'),
  ownerId: member('客户经理'),
  businessType: codes('业务类型', 'orderBusinessType'),
  specIds: series('车系'),
  mainSeries: series('主车系'),
  counted: choice('统计项', { 1: measures.orders.label, 2: measures.deliveries.label }),
  countedDate: days('统计日期'),
  creditedId: member('当时客户经理'),
}

/** The keyword under the name that all lists share. */
type Query = Omit<SearchOrders, 'customerInfo'> & { readonly key: string }
const searchOf = ({ key, ...query }: Query): SearchOrders => ({ ...query, customerInfo: key })

/** Keeps the total of a query, so that paging through a month or a year counts once (docs/decisions/0019). */
export function exportableOrders(deps: ExportDeps & { readonly live: Live }) {
  const withTotals = keepTotals<OrderTotals>(deps.live, ['order', 'team'], ({ total }) => ({ total }))
  const list = exportableList(deps, {
    name: '销售订单',
    columns,
    words,
    page: ({ db, session, now }: Context, query: Query) => {
      const { scope } = session
      const read = (known?: OrderTotals) => listOrders(db, scope, searchOf(query), now, known)
      const { pageId: _page, pageSize: _size, ...question } = query
      return query.key === '' ? withTotals(scope.dealerId, [scope.sees, question], read) : read()
    },
    rows: ({ db, session, now }, query, limit) =>
      listForExport(db, session.scope, searchOf(query), limit, now),
  })
  return (context: Context, { customerInfo, ...query }: SearchOrders) =>
    list(context, { ...query, key: customerInfo })
}

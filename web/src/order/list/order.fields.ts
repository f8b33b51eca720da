import type { search } from '@showroom/contract/order/order.api'
import { choice, code, days, ids } from '../../ui/list/filter/fields'
import { type FilterOf, listFields } from '../../ui/list/filter/listFields'
import type { StateOf } from '../../ui/list/filter/useListFilter'

const isNotCounted = ({ counted }: { counted: number }): boolean => counted === 0

/** Filters of the order list, in the sequence of their tags. */
export const orderList = listFields<typeof search>()(
  {
    orderStatus: ids('st', '订单状态'),
    createdDate: days('cd', '创建时间', '29d'),
    ownerId: code('m', '客户经理', 1e9),
    fromType: choice('ft', '来源类型', [
      { value: 1, label: '线上' },
      { value: 2, label: '线下' },
    ]),
    onlineSources: ids('ol', '网络来源'),
    fromSources: ids('fs', '客户来源'),
    otherSources: ids('os', '自定义来源'),
    businessType: code('bt', '业务类型', 99),
    specIds: ids('se', '车系'),
    reviewDate: days('rd', '审核时间'),
    cancelDate: days('xd', '取消时间'),
    // Set when opened from a report number: the days it covers, and the customer's owner at that time.
    counted: choice('cm', '统计项', [
      { value: 1, label: '订车' },
      { value: 2, label: '交车' },
    ]),
    countedDate: days('kd', '统计日期'),
    creditedId: code('km', '当时客户经理', 1e9),
    mainSeries: code('ms', '主车系', 1e9),
  },
  {
    kept: { in: 'order-list', as: 'orders' },
    idle: { countedDate: isNotCounted, creditedId: isNotCounted },
    // Online and offline sources exclude each other; if a URL has both, the online ones apply.
    settle: (filter) => {
      const onlineSources = filter.fromType === 2 ? [] : filter.onlineSources
      const isOnline = filter.fromType === 1 || onlineSources.length > 0
      return {
        ...filter,
        onlineSources,
        fromSources: isOnline ? [] : filter.fromSources,
        otherSources: isOnline ? [] : filter.otherSources,
      }
    },
    send: ({ keyword, pageStart, pageCount }) => ({
      customerInfo: keyword,
      pageId: pageStart,
      pageSize: pageCount,
    }),
  },
)
export type OrderFilter = FilterOf<(typeof orderList)['fields']>
export type OrderListState = StateOf<typeof orderList>

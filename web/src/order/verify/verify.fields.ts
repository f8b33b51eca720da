import type {
  allocationList as askAllocations,
  verifyList as askVerify,
} from '@showroom/contract/order/verify.api'
import { momentOrder } from '@showroom/contract/kernel/order'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import { choice, code, days, ids, order, tab } from '../../ui/list/filter/fields'
import { type FilterOf, listFields } from '../../ui/list/filter/listFields'
import type { StateOf } from '../../ui/list/filter/useListFilter'

/** Filters of the review list and of the list of orders that wait for their car. */

export const verifyTab = { pending: 0, done: 1 } as const

const shared = {
  createdDate: days('cd', '创建时间'),
  fromType: choice('ft', '来源类型', [
    { value: 1, label: '线上' },
    { value: 2, label: '线下' },
  ]),
  fromSources: ids('fs', '线下来源'),
  onlineSources: ids('ol', '网络来源'),
  saleIds: ids('m', '客户经理'),
  businessTypes: ids('bt', '业务类型'),
}

interface Sources {
  fromType: number
  fromSources: number[]
  onlineSources: number[]
}

/** Online and offline sources exclude each other; the latest choice applies. */
export function withOneKind<Part extends Partial<Sources>>(part: Part): Part {
  if (part.onlineSources?.length) return { ...part, fromSources: [], fromType: 0 }
  if (part.fromSources?.length) return { ...part, onlineSources: [], fromType: 0 }
  if (part.fromType === 1) return { ...part, fromSources: [] }
  if (part.fromType === 2) return { ...part, onlineSources: [] }
  return part
}

/** A URL with both kinds would match nothing, so only the online sources are kept. */
const settle = <Filter extends Sources>(filter: Filter): Filter =>
  filter.onlineSources.length > 0 && filter.fromSources.length > 0 ? { ...filter, fromSources: [] } : filter

export const verifyList = listFields<typeof askVerify>()(
  {
    isDone: tab('t', Object.values(verifyTab)),
    ...shared,
    orderStatus: code('st', '订单状态', 19),
    sortType: order('o', momentOrder.newest),
  },
  {
    kept: { in: 'order-verify', as: 'orderReviews' },
    settle,
    idle: { orderStatus: ({ isDone }) => isDone === verifyTab.pending },
    send: ({ isDone }) => (isDone === verifyTab.pending ? { orderStatus: 0 } : {}),
  },
)
export type VerifyFilter = FilterOf<(typeof verifyList)['fields']>
export type VerifyListState = StateOf<typeof verifyList>

export const allocationList = listFields<typeof askAllocations>()(
  {
    stage: tab('t', Object.values(allocationStage)),
    ...shared,
    seriesId: code('se', '订购车系', 1e9),
    modelId: code('mo', '订购车型', 1e9),
    sortType: order('o', momentOrder.newest),
  },
  { kept: { in: 'order-approved', as: 'allocations' }, settle },
)
export type AllocationFilter = FilterOf<(typeof allocationList)['fields']>
export type AllocationListState = StateOf<typeof allocationList>

import type { ReactNode } from 'react'
import { NothingFound, type Reach } from '../../ui/list/filter/KeywordReach'
import type { ListState } from '../../ui/list/filter/useListFilter'

interface NoOrdersProps {
  list: Pick<ListState, 'keyword' | 'searchFor' | 'clear'>
  reach: Reach
  /** True if a filter is set that could be removed. */
  isFiltered: boolean
  /** Shown if there are neither filters nor a keyword. */
  children: ReactNode
}

/** The empty state of both lists. */
export const NoOrders = ({ children, ...looked }: NoOrdersProps) =>
  looked.isFiltered || looked.list.keyword !== '' ? (
    <NothingFound {...looked} unit="单" title="没有符合条件的订单" hint="可减少筛选条件。" />
  ) : (
    children
  )

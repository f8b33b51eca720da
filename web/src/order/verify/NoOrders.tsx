import type { ReactNode } from 'react'
import { NothingFound, type Reach } from '../../ui/list/KeywordReach'
import type { ListState } from '../../ui/list/useListFilter'

interface NoOrdersProps {
  list: Pick<ListState, 'keyword' | 'searchFor' | 'clear'>
  reach: Reach
  /** Some filter is set that could be taken away. */
  isFiltered: boolean
  /** What is said where nothing is looked for. */
  children: ReactNode
}

/** In the place of either list's rows where there are none. */
export const NoOrders = ({ children, ...looked }: NoOrdersProps) =>
  looked.isFiltered || looked.list.keyword !== '' ? (
    <NothingFound {...looked} unit="单" title="没有符合条件的订单" hint="可减少筛选条件。" />
  ) : (
    children
  )

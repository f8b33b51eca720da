import { ReloadOutlined } from '@ant-design/icons'
import { Button, type PaginationProps } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { lazyDialog } from '../lazyDialog'
import { type Page, pageSizes } from './filter/listFields'
import './ListFoot.css'
import { withCommas } from '../withCommas'

/** The part of a list's state that its pages need. */
export interface Paging {
  readonly filter: Page
  change(this: void, part: Partial<Page>): void
}

/** The number of the last page; the requested page while the total is unknown. */
export const lastPageOf = ({ pageStart, pageCount }: Page, total: number | undefined): number =>
  total === undefined ? pageStart : Math.max(1, Math.ceil(total / pageCount))

/** Returns the last page. If the requested page no longer exists (rows have moved on, or the link is old), goes to the last one. */
export function useLastPage({ filter, change }: Paging, total: number | undefined): number {
  const lastPage = lastPageOf(filter, total)
  useEffect(() => {
    if (filter.pageStart > lastPage) change({ pageStart: lastPage })
  })
  return lastPage
}

const Pagination = lazyDialog<PaginationProps>(() =>
  import('./table/antTable').then((module) => module.Pagination),
)

interface ListFootProps {
  list: Paging
  total: number
  lastPage: number
  narrow: boolean
  /** The counted unit: 位, 条. */
  unit: string
  /** Whether the user can enter a page number. */
  jumps?: boolean
  /** Shown at the left: the selection. */
  children?: ReactNode
}

/** Paging and selection, visible however long the page is. A phone has no pages: MoreRows.tsx follows its cards. */
export function ListFoot(props: ListFootProps) {
  const { list, total, lastPage, narrow, unit, jumps = false, children } = props
  const { filter, change } = list
  return (
    <footer className="sr-list-foot">
      {children}
      {!narrow && (
        <Pagination
          className="sr-list-pages"
          current={Math.min(filter.pageStart, lastPage)}
          pageSize={filter.pageCount}
          total={total}
          pageSizeOptions={pageSizes}
          showSizeChanger
          showQuickJumper={jumps}
          showTotal={(all, [from, to]) => `第 ${from}-${to} ${unit}，共 ${withCommas(all)} ${unit}`}
          onChange={(page, size) =>
            change({ pageStart: size === filter.pageCount ? page : 1, pageCount: size })
          }
        />
      )}
    </footer>
  )
}

/**
 * Offers to refresh an outdated list (useBehind.ts). Fixed at the top of the page and visible at any scroll position;
 * it moves no row.
 */
export const ListBehind = ({ again }: { again: () => void }) => (
  <div className="sr-list-behind" role="status">
    <Button type="primary" shape="round" icon={<ReloadOutlined />} onClick={again}>
      列表有更新，刷新
    </Button>
  </div>
)

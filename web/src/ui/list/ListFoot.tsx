import { ReloadOutlined } from '@ant-design/icons'
import { Button, Pagination } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { pageSizes } from './searchFields'

export const withCommas = (count: number): string => count.toLocaleString('zh-CN')

interface Paged {
  readonly pageStart: number
  readonly pageCount: number
}

interface ListState<Filter extends Paged> {
  readonly filter: Filter
  readonly change: (part: Partial<Paged>) => void
}

/** The last page can vanish, when its rows moved on or a link is old: then the list goes to the one before. */
export function useLastPage<Filter extends Paged>(
  { filter, change }: ListState<Filter>,
  total: number | undefined,
): number {
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / filter.pageCount))
  const beyond = total !== undefined && filter.pageStart > lastPage
  useEffect(() => {
    if (beyond) change({ pageStart: lastPage })
  })
  return total === undefined ? filter.pageStart : lastPage
}

interface ListFootProps<Filter extends Paged> {
  list: ListState<Filter>
  total: number
  lastPage: number
  narrow: boolean
  /** What is counted: 位, 条. */
  unit: string
  /** At the left: what is selected. */
  children?: ReactNode
}

/** Paging and selection, in sight however long the page is. */
export function ListFoot<Filter extends Paged>(props: ListFootProps<Filter>) {
  const { list, total, lastPage, narrow, unit, children } = props
  const { filter, change } = list
  return (
    <footer className="sr-list-foot">
      {children}
      <Pagination
        className="sr-list-pages"
        current={Math.min(filter.pageStart, lastPage)}
        pageSize={filter.pageCount}
        total={total}
        pageSizeOptions={pageSizes}
        showSizeChanger={!narrow}
        simple={narrow}
        showTotal={(all, [from, to]) =>
          narrow ? null : `第 ${from}-${to} ${unit}，共 ${withCommas(all)} ${unit}`
        }
        onChange={(page, size) =>
          change({ pageStart: size === filter.pageCount ? page : 1, pageCount: size })
        }
      />
    </footer>
  )
}

/** A list is behind its number (useBehind.ts): told at the top of the page, wherever one has scrolled to. No row moves for it. */
export const ListBehind = ({ again }: { again: () => void }) => (
  <div className="sr-list-behind" role="status">
    <Button type="primary" shape="round" icon={<ReloadOutlined />} onClick={again}>
      列表有更新，刷新
    </Button>
  </div>
)

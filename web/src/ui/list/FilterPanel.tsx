import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNarrow } from '../useNarrow'
import { FilterButton } from './FilterButton'
import { FilterDrawer } from './FilterDrawer'
import { KeywordSearch } from './KeywordSearch'

interface FilterPanelProps {
  id: string
  /** Of the drawer. */
  title: string
  list: {
    readonly keyword: string
    readonly searchFor: (keyword: string) => void
    readonly reset: () => void
  }
  /** How many filters are set. */
  count: number
  tabs: ReactNode
  /** The filters, each `Labelled`. */
  children: ReactNode
  className?: string
}

/** Tabs, search and filters in one panel; on a phone the filters open in a drawer. */
export function FilterPanel({ id, title, list, count, tabs, children, className = '' }: FilterPanelProps) {
  const [open, setOpen] = useState(false)
  const narrow = useNarrow()
  return (
    <search className={`sr-filters ${className}`}>
      {tabs}
      <div className="sr-filter-row">
        <KeywordSearch value={list.keyword} onSearch={list.searchFor} />
        {narrow ? (
          <FilterButton controls={id} open={open} count={count} label="筛选" onClick={() => setOpen(!open)} />
        ) : (
          <>
            {children}
            <Button type="text" onClick={list.reset}>
              重置
            </Button>
          </>
        )}
      </div>
      {narrow && (
        <FilterDrawer id={id} title={title} open={open} onClose={() => setOpen(false)} onReset={list.reset}>
          {children}
        </FilterDrawer>
      )}
    </search>
  )
}

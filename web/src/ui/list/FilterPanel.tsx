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
  /** Reads the list again. */
  again: () => void
  /** How many filters are set. */
  count: number
  tabs: ReactNode
  /** The filters, each `Labelled`. */
  children: ReactNode
  className?: string
}

/**
 * Tabs, search and filters in one panel; on a phone the filters open in a drawer. A filter applies as it is set, the keyword when one
 * leaves its box at the latest: 筛选 reads the list again.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { id, title, list, again, count, tabs, children, className = '' } = props
  const [open, setOpen] = useState(false)
  const [resets, setResets] = useState(0)
  const narrow = useNarrow()
  const reset = (): void => {
    list.reset()
    setResets(resets + 1)
  }
  return (
    <search className={`sr-filters ${className}`}>
      {tabs}
      <div className="sr-filter-row">
        {/* Anew after a reset: what was being typed goes too. */}
        <KeywordSearch key={resets} value={list.keyword} onSearch={list.searchFor} />
        {narrow ? (
          <FilterButton controls={id} open={open} count={count} label="筛选" onClick={() => setOpen(!open)} />
        ) : (
          <>
            {children}
            <span className="sr-filter-buttons">
              <Button onClick={again}>筛选</Button>
              <Button type="text" onClick={reset}>
                重置
              </Button>
            </span>
          </>
        )}
      </div>
      {narrow && (
        <FilterDrawer id={id} title={title} open={open} onClose={() => setOpen(false)} onReset={reset}>
          {children}
        </FilterDrawer>
      )}
    </search>
  )
}

import { DownOutlined } from '@ant-design/icons'
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
  /** How many filters are set behind the button: in the drawer on a phone, else in `more`. */
  count: number
  tabs: ReactNode
  /** What the keyword can be, where it is more than a customer. */
  keyword?: string
  /** The filters of every day, each `Labelled`. */
  children: ReactNode
  /** Those that have no room beside them: they open below. */
  more?: ReactNode
  /** Reads the list again. */
  again: () => void
  className?: string
}

/**
 * Tabs, search and filters in one panel; on a phone the filters open in a drawer. A filter applies as it is set, the keyword when one
 * leaves its box at the latest: 筛选 reads the list again.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { id, title, list, again, count, tabs, children, more, className = '' } = props
  const [open, setOpen] = useState(false)
  const [resets, setResets] = useState(0)
  const narrow = useNarrow()
  const reset = (): void => {
    list.reset()
    setResets(resets + 1)
  }
  const opens = { controls: id, open, count, onClick: () => setOpen(!open) }
  return (
    <search className={`sr-filters ${className}`}>
      {tabs}
      <div className="sr-filter-row">
        {/* Anew after a reset: what was being typed goes too. */}
        <KeywordSearch
          key={resets}
          value={list.keyword}
          onSearch={list.searchFor}
          {...(props.keyword && { placeholder: props.keyword })}
        />
        {narrow && <FilterButton {...opens} label="筛选" />}
        {!narrow && children}
        {!narrow && (
          <span className="sr-filter-buttons">
            {more && (
              <FilterButton {...opens} label="更多筛选">
                <DownOutlined className={open ? 'sr-turned' : ''} />
              </FilterButton>
            )}
            <Button onClick={again}>筛选</Button>
            <Button type="text" onClick={reset}>
              重置
            </Button>
          </span>
        )}
      </div>
      {narrow && (
        <FilterDrawer id={id} title={title} open={open} onClose={() => setOpen(false)} onReset={reset}>
          {children}
          {more}
        </FilterDrawer>
      )}
      {!narrow && more && (
        <div id={id} className="sr-more" hidden={!open}>
          <div className="sr-more-grid">{open && more}</div>
        </div>
      )}
    </search>
  )
}

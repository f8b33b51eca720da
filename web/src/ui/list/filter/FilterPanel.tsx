import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, use, useState } from 'react'
import { useNarrow } from '../../useNarrow'
import { ViewBarContext } from '../layout'
import { FilterButton } from './FilterButton'
import { FilterDrawer } from './FilterDrawer'
import { KeywordSearch } from './KeywordSearch'

interface FilterPanelProps {
  id: string
  /** Title of the drawer. */
  title: string
  list: {
    readonly keyword: string
    readonly searchFor: (keyword: string) => void
    readonly reset: () => void
  }
  /** The number of filters set behind the button: in the drawer on a phone, otherwise in `more`. */
  count: number
  tabs: ReactNode
  /** Placeholder for the keyword, if it finds more than customers. */
  keyword?: string
  /** The most used filters, each `Labelled`. */
  children: ReactNode
  /** The other filters, opened below by a button. */
  more?: ReactNode
  /** Refetches the list. */
  again: () => void
  className?: string
}

/**
 * Tabs, search and filters in one panel; on a phone the filters open in a drawer. A filter applies when it is set, the
 * keyword at the latest on blur. 筛选 refetches the list.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { id, title, list, again, count, tabs, children, more, className = '' } = props
  const [open, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const [resets, setResets] = useState(0)
  const narrow = useNarrow()
  const views = use(ViewBarContext)
  const reset = (): void => {
    list.reset()
    setResets(resets + 1)
  }
  const toggle = (): void => {
    setUsed(true)
    setOpen(!open)
  }
  const opens = { controls: id, open, count, onClick: toggle }
  return (
    <search className={`sr-filters ${className}`}>
      {!narrow && tabs}
      <div className="sr-filter-row">
        {/* Remounts after a reset, so that text being typed is cleared too. */}
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
        <div className="sr-filter-strip">
          {tabs}
          {views}
        </div>
      )}
      {narrow && isUsed && (
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

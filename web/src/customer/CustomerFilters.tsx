import { DownOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Badge, Button, Checkbox, Drawer, Input, type InputRef, Segmented } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DictionaryMultiSelect } from '../base/public'
import { DayRangePicker } from '../ui/form/DayPicker'
import { useNarrow } from '../ui/useNarrow'
import { useShortcut } from '../ui/useShortcut'
import { Labelled } from './Labelled'
import { fieldNames, statusNames } from './customer.labels'
import { rangeOf, rangePresets, rangeText } from './customer.search'
import { MoreFilters } from './MoreFilters'
import type { CustomerFilterState } from './useCustomerFilter'

interface FiltersProps {
  list: CustomerFilterState
  /** A store of a group can look for collisions. */
  inGroup: boolean
  /** How many filters of the panel are set. */
  moreCount: number
}

/** Status tabs, search and the filters people use all day in one row; the rest opens below (on a phone in a drawer). */
export function CustomerFilters({ list, inGroup, moreCount }: FiltersProps) {
  const [more, setMore] = useState(false)
  const narrow = useNarrow()
  const { filter, change } = list
  const count = moreCount + (narrow ? Number(filter.levels.length > 0) : 0)
  const basics = <BasicFilters list={list} inGroup={inGroup} />
  return (
    <search className="sr-filters">
      <StatusTabs value={filter.type} onChange={(type) => change({ type })} />
      <div className="sr-filter-row">
        <KeywordSearch value={list.keyword} onSearch={list.searchFor} />
        {!narrow && basics}
        <Button
          icon={<FilterOutlined />}
          aria-expanded={more}
          aria-controls="customer-more-filters"
          onClick={() => setMore(!more)}
        >
          {narrow ? '筛选' : '更多筛选'}
          {count > 0 && (
            <Badge className="sr-filter-count" count={count} size="small" color="var(--sr-primary)" />
          )}
          {!narrow && <DownOutlined className={more ? 'sr-turned' : ''} />}
        </Button>
        {!narrow && (
          <Button type="text" onClick={list.reset}>
            重置
          </Button>
        )}
      </div>
      {narrow ? (
        <FilterDrawer open={more} onClose={() => setMore(false)} onReset={list.reset}>
          {basics}
          <MoreFilters list={list} />
        </FilterDrawer>
      ) : (
        <div id="customer-more-filters" className="sr-more" hidden={!more}>
          <div className="sr-more-grid">{more && <MoreFilters list={list} />}</div>
        </div>
      )}
    </search>
  )
}

/** What people filter by all day. */
function BasicFilters({ list: { filter, change }, inGroup }: Pick<FiltersProps, 'list' | 'inGroup'>) {
  return (
    <>
      <Labelled label={fieldNames.levels}>
        <DictionaryMultiSelect<string>
          kind="customerLevels"
          aria-label={fieldNames.levels}
          placeholder="全部级别"
          value={filter.levels}
          onChange={(levels) => change({ levels })}
        />
      </Labelled>
      <Labelled label={fieldNames.createdDate}>
        <DayRangePicker
          aria-label={fieldNames.createdDate}
          value={rangeOf(filter.createdDate)}
          presets={rangePresets()}
          onChange={(range) => change({ createdDate: rangeText(range) })}
        />
      </Labelled>
      {inGroup && (
        <Checkbox
          className="sr-only-collision"
          checked={filter.isZk === 1}
          onChange={(event) => change({ isZk: event.target.checked ? 1 : 0 })}
        >
          {fieldNames.isZk}
        </Checkbox>
      )}
    </>
  )
}

interface FilterDrawerProps {
  open: boolean
  onClose: () => void
  onReset: () => void
  children: ReactNode
}

function FilterDrawer({ open, onClose, onReset, children }: FilterDrawerProps) {
  const footer = (
    <div className="sr-drawer-footer">
      <Button onClick={onReset}>重置</Button>
      <Button type="primary" onClick={onClose}>
        查看结果
      </Button>
    </div>
  )
  return (
    <Drawer title="筛选客户" open={open} onClose={onClose} placement="bottom" size="85%" footer={footer}>
      <div id="customer-more-filters" className="sr-more-grid sr-labelled-top">
        {children}
      </div>
    </Drawer>
  )
}

function StatusTabs({ value, onChange }: { value: number; onChange: (type: number) => void }) {
  return (
    <div className="sr-status-tabs">
      <Segmented
        aria-label="客户状态"
        options={statusNames.map((label, index) => ({ label, value: index }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

const typingPauseMs = 300

/** Searches while one types, at once on Enter, and not in the middle of an input method's composition. */
function KeywordSearch({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const input = useRef<InputRef>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== known) {
    // Changed from outside (reset, back): show that. What was typed here meanwhile has come around already.
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useShortcut('/', () => input.current?.focus({ cursor: 'all' }))

  const search = (typed: string, delayMs: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(typed.trim().slice(0, 50)), delayMs)
  }
  return (
    <Input
      ref={input}
      className="sr-keyword"
      type="search"
      aria-label="按姓名或手机号搜索"
      aria-keyshortcuts="/"
      placeholder="姓名或手机号"
      prefix={<SearchOutlined />}
      suffix={text ? undefined : <kbd className="sr-kbd">/</kbd>}
      allowClear
      maxLength={50}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        if (!(event.nativeEvent as InputEvent).isComposing)
          search(event.target.value, event.target.value ? typingPauseMs : 0)
      }}
      onCompositionEnd={(event) => search(event.currentTarget.value, typingPauseMs)}
      onPressEnter={(event) => !event.nativeEvent.isComposing && search(event.currentTarget.value, 0)}
    />
  )
}

import { DownOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { DictionaryMultiSelect } from '../../base/public'
import { DayRangePicker } from '../../ui/form/DayPicker'
import { rangeOf, rangePresets, rangeText } from '../../ui/list/dayRange'
import { FilterButton } from '../../ui/list/FilterButton'
import { FilterDrawer } from '../../ui/list/FilterDrawer'
import { KeywordSearch } from '../../ui/list/KeywordSearch'
import { Labelled } from '../../ui/list/Labelled'
import { useNarrow } from '../../ui/useNarrow'
import { fieldNames, statusNames } from '../customer.labels'
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
        <FilterButton
          controls="customer-more-filters"
          open={more}
          count={count}
          label={narrow ? '筛选' : '更多筛选'}
          onClick={() => setMore(!more)}
        >
          {!narrow && <DownOutlined className={more ? 'sr-turned' : ''} />}
        </FilterButton>
        {!narrow && (
          <Button type="text" onClick={list.reset}>
            重置
          </Button>
        )}
      </div>
      {narrow ? (
        <FilterDrawer
          id="customer-more-filters"
          title="筛选客户"
          open={more}
          onClose={() => setMore(false)}
          onReset={list.reset}
        >
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

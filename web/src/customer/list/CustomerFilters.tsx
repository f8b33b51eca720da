import { statusNames } from '@showroom/contract/customer/customer.rules'
import { Checkbox, Segmented } from 'antd'
import { DictionaryMultiSelect } from '../../base/public'
import { DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterPanel } from '../../ui/list/filter/FilterPanel'
import { useSession } from '../../frame/session'
import { lazyDialog } from '../../ui/lazyDialog'
import type { CustomerListState } from './customer.fields'

/** Loaded on demand, to keep the page light. */
const MoreFilters = lazyDialog(() => import('./MoreFilters').then((module) => module.MoreFilters))

interface FiltersProps {
  list: CustomerListState
  again: () => void
  /** Number of filters set behind the button. */
  count: number
}

/** Status tabs, search and everyday filters in one row; the others unfold below, on phones in a drawer. */
export function CustomerFilters({ list, again, count }: FiltersProps) {
  /** Stores of a group can filter for collisions with other stores. */
  const inGroup = useSession().profile.groupId !== 0
  return (
    <FilterPanel
      id="customer-more-filters"
      title="筛选客户"
      list={list}
      again={again}
      count={count}
      tabs={<StatusTabs value={list.filter.type} onChange={(type) => list.change({ type })} />}
      more={<MoreFilters list={list} />}
    >
      <Filter list={list} field="levels">
        {(control) => (
          <DictionaryMultiSelect<string> kind="customerLevels" {...control} placeholder="全部级别" />
        )}
      </Filter>
      <DaysFilter list={list} field="createdDate" />
      {inGroup && (
        <Checkbox
          checked={list.filter.isZk === 1}
          onChange={({ target }) => list.change({ isZk: target.checked ? 1 : 0 })}
        >
          {list.table.fields.isZk.label}
        </Checkbox>
      )}
    </FilterPanel>
  )
}

const StatusTabs = ({ value, onChange }: { value: number; onChange: (type: number) => void }) => (
  <div className="sr-status-tabs">
    <Segmented
      aria-label="客户状态"
      options={statusNames.map((label, index) => ({ label, value: index }))}
      value={value}
      onChange={onChange}
    />
  </div>
)

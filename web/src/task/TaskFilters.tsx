import type { TaskCounts } from '@showroom/contract/task/task.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { DictionaryMultiSelect, SeriesSelect } from '../base/public'
import { ManagedMembersSelect, managedQuery } from '../team/public'
import { ChoiceFilter, DaysFilter, Filter, FilterPlaceholder } from '../ui/list/filter/Filter'
import { FilterPanel } from '../ui/list/filter/FilterPanel'
import { useNarrow } from '../ui/useNarrow'
import { taskList, type TaskListState } from './task.fields'
import { activityTabs, completedProblem, filterTabs } from './task.labels'
import { withCommas } from '../ui/withCommas'

interface FiltersProps {
  list: TaskListState
  counts: TaskCounts | undefined
}

/** Tabs of state and activity with their counts, search and filters. */
export const TaskFilters = ({ list, counts, again }: FiltersProps & { again: () => void }) => (
  <FilterPanel
    className="sr-task-filters"
    id="task-filters"
    title="筛选任务"
    list={list}
    again={again}
    count={taskList.chosen(list.filter).length}
    tabs={<TaskTabs list={list} counts={counts} />}
  >
    <FilterFields list={list} />
  </FilterPanel>
)

function TaskTabs({ list: { filter, change }, counts }: FiltersProps) {
  const narrow = useNarrow()
  return (
    <div className="sr-task-tabs">
      <Tabs
        label="任务状态"
        tabs={filterTabs}
        narrow={narrow}
        counts={counts?.byFilter}
        value={filter.filterType}
        onChange={(filterType) => change({ filterType })}
      />
      <Tabs
        label="任务类型"
        tabs={activityTabs}
        narrow={narrow}
        counts={counts?.byActivity}
        value={filter.activityType}
        onChange={(activityType) => change({ activityType })}
      />
    </div>
  )
}

interface TabsProps {
  label: string
  tabs: readonly { readonly value: number; readonly label: string; readonly short: string }[]
  narrow: boolean
  counts: readonly number[] | undefined
  value: number
  onChange: (value: number) => void
}

const Tabs = ({ label, tabs, narrow, counts, value, onChange }: TabsProps) => (
  <div className="sr-status-tabs">
    <Segmented<number>
      aria-label={label}
      value={value}
      onChange={onChange}
      options={tabs.map((tab) => ({
        value: tab.value,
        label: (
          <>
            {narrow ? tab.short : tab.label}{' '}
            <TabNumber
              count={counts?.[tab.value]}
              late={label === '任务状态' && tab.value === taskFilter.overdue}
            />
          </>
        ),
      }))}
    />
  </div>
)

const TabNumber = ({ count, late }: { count: number | undefined; late: boolean }) => (
  <span className={`sr-tab-count ${late && count ? 'sr-tab-count-late' : ''}`}>
    {count === undefined ? '…' : withCommas(count)}
  </span>
)

function FilterFields({ list }: { list: TaskListState }) {
  const { data: managed, isLoading } = useQuery(managedQuery())
  return (
    <>
      <Filter list={list} field="level">
        {(control) => <DictionaryMultiSelect<string> kind="customerLevels" {...control} />}
      </Filter>
      <ChoiceFilter list={list} field="fromType" />
      {isLoading && <FilterPlaceholder />}
      {(managed?.data.length ?? 0) > 1 && (
        <Filter list={list} field="saleIds">
          {(control) => <ManagedMembersSelect {...control} />}
        </Filter>
      )}
      <Filter list={list} field="seriesIds">
        {(control) => <SeriesSelect {...control} placeholder="全部" oneLine />}
      </Filter>
      {list.filter.filterType === taskFilter.completed && (
        <DaysFilter list={list} field="completedDate" problemOf={completedProblem} />
      )}
    </>
  )
}

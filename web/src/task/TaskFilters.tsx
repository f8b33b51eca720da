import type { TaskCounts } from '@showroom/contract/task/task.schema'
import { taskFilter } from '@showroom/contract/task/task.schema'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { DictionaryMultiSelect, SeriesSelect } from '../base/public'
import { ManagedMembersSelect, managedQuery } from '../team/public'
import { DayRangePicker } from '../ui/form/DayPicker'
import { rangeOf } from '../ui/list/dayRange'
import { FilterPanel } from '../ui/list/FilterPanel'
import { Labelled } from '../ui/list/Labelled'
import { withCommas } from '../ui/list/ListFoot'
import { useNarrow } from '../ui/useNarrow'
import { activityTabs, filterTabs, fromTypes } from './task.labels'
import { chosen, completedPresets, completedProblem, completedText } from './task.search'
import type { TaskFilterState } from './useTaskFilter'

interface FiltersProps {
  list: TaskFilterState
  counts: TaskCounts | undefined
}

/** Tabs of state and activity with their numbers, search and filters. */
export const TaskFilters = ({ list, counts, again }: FiltersProps & { again: () => void }) => (
  <FilterPanel
    className="sr-task-filters"
    id="task-filters"
    title="筛选任务"
    list={list}
    again={again}
    count={chosen(list.filter)}
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
        numbers={counts?.byFilter}
        value={filter.filterType}
        onChange={(filterType) => change({ filterType })}
      />
      <Tabs
        label="任务类型"
        tabs={activityTabs}
        narrow={narrow}
        numbers={counts?.byActivity}
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
  numbers: readonly number[] | undefined
  value: number
  onChange: (value: number) => void
}

const Tabs = ({ label, tabs, narrow, numbers, value, onChange }: TabsProps) => (
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
              count={numbers?.[tab.value]}
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

function FilterFields({ list: { filter, change } }: { list: TaskFilterState }) {
  const { data: managed } = useQuery(managedQuery())
  return (
    <>
      <Labelled label="级别">
        <DictionaryMultiSelect<string>
          kind="customerLevels"
          aria-label="级别"
          value={filter.levels}
          onChange={(levels) => change({ levels })}
        />
      </Labelled>
      <Labelled label="线索来源">
        <Select<number>
          className="sr-fill"
          aria-label="线索来源"
          placeholder="全部"
          allowClear
          options={[...fromTypes]}
          value={filter.fromType || null}
          onChange={(fromType) => change({ fromType: fromType ?? 0 })}
        />
      </Labelled>
      {(managed?.data.length ?? 0) > 1 && (
        <Labelled label="客户经理">
          <ManagedMembersSelect
            aria-label="客户经理"
            value={filter.saleIds}
            onChange={(saleIds) => change({ saleIds })}
          />
        </Labelled>
      )}
      <Labelled label="意向车系">
        <SeriesSelect
          aria-label="意向车系"
          placeholder="全部"
          oneLine
          value={filter.seriesIds}
          onChange={(seriesIds) => change({ seriesIds })}
        />
      </Labelled>
      {filter.filterType === taskFilter.completed && (
        <CompletedRange
          value={filter.completedDate}
          onChange={(completedDate) => change({ completedDate })}
        />
      )}
    </>
  )
}

/** A week at most; a longer one is not taken over, and says why. */
function CompletedRange({ value, onChange }: { value: string; onChange: (range: string) => void }) {
  const [problem, setProblem] = useState('')
  return (
    <Labelled label="完成时间">
      <DayRangePicker
        aria-label="完成时间"
        value={rangeOf(value)}
        presets={completedPresets()}
        onChange={(range) => {
          const wrong = completedProblem(range)
          setProblem(wrong)
          if (!wrong) onChange(completedText(range))
        }}
      />
      {problem && (
        <p className="sr-task-problem" role="alert">
          {problem}
        </p>
      )}
    </Labelled>
  )
}

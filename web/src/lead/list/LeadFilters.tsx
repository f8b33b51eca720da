import { counts as countsCall } from '@showroom/contract/lead/lead.api'
import { isOldestFirst, momentOrder } from '@showroom/contract/kernel/order'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { listsWaiting } from '@showroom/contract/lead/list.rules'
import { measures } from '@showroom/contract/report/measures'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { DictionaryMultiSelect } from '../../base/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { ManagedMembersSelect, managedQuery } from '../../team/public'
import { clearable } from '../../ui/form/clearable'
import { ChoiceFilter, DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterGroup } from '../../ui/list/filter/FilterGroup'
import { FilterPanel } from '../../ui/list/filter/FilterPanel'
import { useFolded } from '../../ui/list/filter/useFolded'
import { Labelled } from '../../ui/list/filter/Labelled'
import { useNarrow } from '../../ui/useNarrow'
import { leadList, type LeadListState } from './lead.fields'
import { tabNames } from '../lead.labels'
import { leadCountsQuery } from '../lead.queries'
import './lead-filters.css'
import { withCommas } from '../../ui/withCommas'

/** Filters that are always visible, except on phones: with those of a report number they fill one line. */
const inSight = ['createdDate', 'onlineSources', 'counted']

/** Tabs with counts, search and everyday filters; the rest is folded away, on phones in a drawer. */
export const LeadFilters = ({ list, again }: { list: LeadListState; again: () => void }) => (
  <FilterPanel
    id="lead-filters"
    title="筛选线索"
    list={list}
    again={again}
    count={useFolded(leadList.chosen(list.filter), inSight)}
    tabs={<LeadTabs list={list} />}
    more={<MoreFilters list={list} />}
  >
    <FilterFields list={list} />
  </FilterPanel>
)

/** Shows 待分配 only if the store assigns leads online. */
function LeadTabs({ list }: { list: LeadListState }) {
  const { activityType } = list.filter
  const session = useSession()
  const { data } = useQuery({ ...leadCountsQuery(), enabled: may(session, countsCall) })
  const waiting: Readonly<Record<number, number | undefined>> = {
    [leadTab.waiting]: data?.waiting,
    [leadTab.unassigned]: data?.unassigned,
    [leadTab.unreachable]: data?.unreachable,
  }
  const tabs = Object.values(leadTab).filter(
    (tab) => tab !== leadTab.unassigned || session.allowOnlineAssign || activityType === tab,
  )
  return (
    <div className="sr-lead-tabs">
      <div className="sr-status-tabs">
        <Segmented<number>
          aria-label="线索状态"
          value={activityType}
          onChange={(tab) => list.change({ activityType: tab })}
          options={tabs.map((tab) => ({
            value: tab,
            label: (
              <>
                {tabNames[tab]} <TabNumber count={waiting[tab]} />
              </>
            ),
          }))}
        />
      </div>
      {activityType === leadTab.waiting && <OverdueFilter list={list} overdue={data?.overdue} />}
    </div>
  )
}

const TabNumber = ({ count }: { count: number | undefined }) =>
  count !== undefined && <span className="sr-tab-count">{withCommas(count)}</span>

interface OverdueFilterProps {
  list: LeadListState
  /** Undefined while loading. */
  overdue: number | undefined
}

/** Toggles the filter for overdue leads. Hidden while there are none and the filter is off. */
function OverdueFilter({ list: { filter, change }, overdue }: OverdueFilterProps) {
  const pressed = filter.isOverdue > 0
  if (!overdue && !pressed) return null
  return (
    <button
      type="button"
      className="sr-lead-overdue"
      aria-pressed={pressed}
      title={pressed ? '显示全部待清洗线索' : '只看超时未清洗的线索'}
      onClick={() => change({ isOverdue: pressed ? 0 : 1 })}
    >
      超时 {overdue !== undefined && <span className="sr-num">{withCommas(overdue)}</span>}
    </button>
  )
}

/** Sort order on phones; in the table the column head sorts. */
const orders = [
  { value: momentOrder.newest, label: '最新创建在前' },
  { value: momentOrder.oldest, label: '最早创建在前' },
]

/** The report numbers that count leads. */
const countedOptions = leadMeasures.map((name, at) => ({ value: at + 1, label: measures[name].label }))

/** Less common filters. */
function MoreFilters({ list }: { list: LeadListState }) {
  const { data: managed } = useQuery(managedQuery())
  return (
    <FilterGroup title="线索" set={leadList.chosen(list.filter)}>
      {(managed?.data.length ?? 0) > 1 && (
        <Filter list={list} field="userIds">
          {(control) => <ManagedMembersSelect {...control} />}
        </Filter>
      )}
      <ChoiceFilter list={list} field="isRemote" />
      <ChoiceFilter list={list} field="clueLevel" />
    </FilterGroup>
  )
}

function FilterFields({ list }: { list: LeadListState }) {
  const narrow = useNarrow()
  return (
    <>
      {narrow && (
        <Labelled label="排序">
          <Select<number>
            className="sr-fill"
            aria-label="排序"
            options={orders}
            value={
              isOldestFirst(list.filter.orderType, listsWaiting(list.filter))
                ? momentOrder.oldest
                : momentOrder.newest
            }
            onChange={(orderType) => list.change({ orderType })}
          />
        </Labelled>
      )}
      <DaysFilter list={list} field="createdDate" />
      <Filter list={list} field="onlineSources">
        {(control) => <DictionaryMultiSelect kind="onlineSources" {...control} />}
      </Filter>
      {/* Shown when the list was opened from a report number. */}
      {list.filter.counted > 0 && (
        <Filter list={list} field="counted">
          {({ value, ...control }) => (
            <Select<number>
              {...control}
              className="sr-short"
              allowClear={clearable}
              options={countedOptions}
              value={value || null}
            />
          )}
        </Filter>
      )}
    </>
  )
}

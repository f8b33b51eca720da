import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { OneSeriesSelect } from '../../base/public'
import { AnyMemberSelect, managedQuery } from '../../team/public'
import { clearable } from '../../ui/form/clearable'
import { lazyDialog } from '../../ui/lazyDialog'
import { ChoiceFilter, DaysFilter, Filter, FilterPlaceholder } from '../../ui/list/filter/Filter'
import { FilterPanel } from '../../ui/list/filter/FilterPanel'
import { useFolded } from '../../ui/list/filter/useFolded'
import { orderList, type OrderListState } from './order.fields'
import { statusTabs } from './order.tabs'
import { byLabel } from '../../ui/found'

/** Loaded on demand, to keep the page light. */
const MoreFilters = lazyDialog(() => import('./MoreFilters').then((module) => module.MoreFilters))

/** Filters that are always visible, except on phones. */
const inSight: readonly string[] = [
  'orderStatus',
  'createdDate',
  'fromType',
  'ownerId',
  'counted',
  'countedDate',
  'creditedId',
  'mainSeries',
]

/** Status tabs, search and everyday filters; the rest is folded away, on phones in a drawer. */
export function OrderFilters({ list, again }: { list: OrderListState; again: () => void }) {
  const chosen = orderList.chosen(list.filter).filter((field) => field !== 'orderStatus')
  return (
    <FilterPanel
      id="order-filters"
      title="筛选订单"
      keyword="姓名、号码或订单号"
      list={list}
      again={again}
      count={useFolded(chosen, inSight)}
      tabs={<StatusTabs list={list} />}
      more={<MoreFilters list={list} />}
    >
      <DaysFilter list={list} field="createdDate" />
      <ChoiceFilter list={list} field="fromType" inSight />
      <Owner list={list} />
      {list.filter.counted > 0 && <Counted list={list} />}
    </FilterPanel>
  )
}

/** Shown when opened from a report number: the measure, its days and the member. */
const Counted = ({ list }: { list: OrderListState }) => (
  <>
    <ChoiceFilter list={list} field="counted" className="sr-short" />
    <DaysFilter list={list} field="countedDate" />
    <Filter list={list} field="creditedId">
      {(control) => <AnyMemberSelect {...control} />}
    </Filter>
    {list.filter.mainSeries > 0 && (
      <Filter list={list} field="mainSeries">
        {(control) => <OneSeriesSelect {...control} />}
      </Filter>
    )}
  </>
)

const keyOf = (statuses: readonly number[]): string => statuses.toSorted((a, b) => a - b).join(',')

/** Common statuses as tabs. Any other selection shows in the filter below and highlights no tab. */
function StatusTabs({ list }: { list: OrderListState }) {
  return (
    <div className="sr-status-tabs">
      <Segmented<string>
        aria-label="订单状态"
        options={statusTabs.map(({ label, statuses }) => ({ label, value: keyOf(statuses) }))}
        value={keyOf(list.filter.orderStatus)}
        onChange={(key) => list.change({ orderStatus: key === '' ? [] : key.split(',').map(Number) })}
      />
    </div>
  )
}

/** Filter by owner; hidden if the user manages no one else. */
function Owner({ list }: { list: OrderListState }) {
  const { data, isLoading } = useQuery(managedQuery())
  if (isLoading) return <FilterPlaceholder />
  const members = data?.data ?? []
  if (members.length < 2) return null
  return (
    <Filter list={list} field="ownerId">
      {({ value, ...control }) => (
        <Select<number>
          {...control}
          className="sr-fill"
          placeholder="全部"
          allowClear={clearable}
          showSearch={byLabel}
          options={members.map(({ memberId, userName }) => ({ value: memberId, label: userName }))}
          value={value || null}
        />
      )}
    </Filter>
  )
}

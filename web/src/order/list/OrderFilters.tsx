import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { DictionaryMultiSelect, DictionarySelect, OneSeriesSelect, SeriesSelect } from '../../base/public'
import { AnyMemberSelect, CustomSourceSelect, managedQuery } from '../../team/public'
import { clearable } from '../../ui/form/clearable'
import { ChoiceFilter, DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterPanel } from '../../ui/list/filter/FilterPanel'
import { useNarrow } from '../../ui/useNarrow'
import { orderList, type OrderListState } from './order.fields'
import { statusTabs } from './order.tabs'
import { byLabel } from '../../ui/found'

/** Filters that are always visible, except on phones. */
const inSight: ReadonlySet<string> = new Set([
  'orderStatus',
  'createdDate',
  'fromType',
  'ownerId',
  'counted',
  'countedDate',
  'creditedId',
  'mainSeries',
])

/** Status tabs, search and everyday filters; the rest is folded away, on phones in a drawer. */
export function OrderFilters({ list, again }: { list: OrderListState; again: () => void }) {
  const narrow = useNarrow()
  const chosen = orderList.chosen(list.filter).filter((field) => field !== 'orderStatus')
  const behind = narrow ? chosen : chosen.filter((field) => !inSight.has(field))
  return (
    <FilterPanel
      id="order-filters"
      title="筛选订单"
      keyword="姓名、号码或订单号"
      list={list}
      again={again}
      count={behind.length}
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
  const { data } = useQuery(managedQuery())
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

/** Less common filters: source, vehicle and dates. Online and offline sources exclude each other. */
function MoreFilters({ list }: { list: OrderListState }) {
  const { fromType } = list.filter
  const offline = { onlineSources: [], fromType: fromType === 1 ? 0 : fromType }
  return (
    <>
      <Filter list={list} field="orderStatus">
        {(control) => <DictionaryMultiSelect kind="orderStatusDics" {...control} />}
      </Filter>
      <Filter list={list} field="onlineSources">
        {(control) => (
          <DictionaryMultiSelect
            kind="onlineSources"
            {...control}
            onChange={(onlineSources) =>
              list.change({
                onlineSources,
                fromSources: [],
                otherSources: [],
                fromType: fromType === 2 ? 0 : fromType,
              })
            }
          />
        )}
      </Filter>
      <Filter list={list} field="fromSources">
        {(control) => (
          <DictionaryMultiSelect
            kind="customerFromSources"
            {...control}
            onChange={(fromSources) => list.change({ ...offline, fromSources })}
          />
        )}
      </Filter>
      <Filter list={list} field="otherSources">
        {({ value: [first = 0], ...control }) => (
          <CustomSourceSelect
            {...control}
            placeholder="全部"
            value={first}
            onChange={(one) => list.change({ ...offline, otherSources: one ? [one] : [] })}
          />
        )}
      </Filter>
      <Filter list={list} field="businessType">
        {(control) => (
          <DictionarySelect kind="orderBusinessType" {...control} placeholder="全部" allowClear />
        )}
      </Filter>
      <Filter list={list} field="specIds">
        {(control) => <SeriesSelect {...control} placeholder="全部" oneLine />}
      </Filter>
      <DaysFilter list={list} field="reviewDate" />
      <DaysFilter list={list} field="cancelDate" />
    </>
  )
}

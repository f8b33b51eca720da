import { DictionaryMultiSelect, DictionarySelect, SeriesSelect } from '../../base/public'
import { CustomSourceSelect } from '../../team/public'
import { DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterGroup } from '../../ui/list/filter/FilterGroup'
import { orderList, type OrderListState } from './order.fields'

/** Less common filters, in groups. */
export function MoreFilters({ list }: { list: OrderListState }) {
  const set = orderList.chosen(list.filter)
  return (
    <>
      <FilterGroup title="订单" set={set}>
        <Filter list={list} field="businessType">
          {(control) => (
            <DictionarySelect kind="orderBusinessType" {...control} placeholder="全部" allowClear />
          )}
        </Filter>
        <Filter list={list} field="specIds">
          {(control) => <SeriesSelect {...control} placeholder="全部" oneLine />}
        </Filter>
      </FilterGroup>
      <Sources list={list} set={set} />
      <FilterGroup title="时间" set={set}>
        <DaysFilter list={list} field="reviewDate" />
        <DaysFilter list={list} field="cancelDate" />
      </FilterGroup>
      <FilterGroup title="状态" set={set}>
        <Filter list={list} field="orderStatus">
          {(control) => <DictionaryMultiSelect kind="orderStatusDics" {...control} />}
        </Filter>
      </FilterGroup>
    </>
  )
}

/** Online and offline sources exclude each other. */
function Sources({ list, set }: { list: OrderListState; set: readonly string[] }) {
  const { fromType } = list.filter
  const offline = { onlineSources: [], fromType: fromType === 1 ? 0 : fromType }
  return (
    <FilterGroup title="来源" set={set}>
      <Filter list={list} field="fromSources">
        {(control) => (
          <DictionaryMultiSelect
            kind="customerFromSources"
            {...control}
            onChange={(fromSources) => list.change({ ...offline, fromSources })}
          />
        )}
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
    </FilterGroup>
  )
}

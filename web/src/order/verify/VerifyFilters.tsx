import { allocationStage } from '@showroom/contract/order/verify.rules'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { DictionaryMultiSelect, DictionarySelect, vehicleTreeQuery } from '../../base/public'
import { OwnersFilter } from '../../team/public'
import { PathCascader } from '../../ui/form/PathCascader'
import { ChoiceFilter, DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterGroup } from '../../ui/list/filter/FilterGroup'
import { FilterPanel } from '../../ui/list/filter/FilterPanel'
import { useFolded } from '../../ui/list/filter/useFolded'
import { Labelled } from '../../ui/list/filter/Labelled'
import {
  allocationList,
  type AllocationListState,
  verifyList,
  type VerifyListState,
  verifyTab,
  withOneKind,
} from './verify.fields'
import { stageNames, tabNames } from './verify.labels'
import { stageCountsQuery, waitingQuery } from './verify.queries'
import { withCommas } from '../../ui/withCommas'

/** Filters that are always visible, except on phones. */
const inSight = ['createdDate', 'fromType', 'orderStatus', 'seriesId', 'modelId']

interface FiltersProps<List> {
  list: List
  again: () => void
}

/** Tabs with counts, search and filters of the review list. */
export function VerifyFilters({ list, again }: FiltersProps<VerifyListState>) {
  const { data } = useQuery(waitingQuery())
  const isDone = list.filter.isDone === verifyTab.done
  return (
    <FilterPanel
      id="order-verify-filters"
      title="筛选订单"
      list={list}
      again={again}
      count={useFolded(verifyList.chosen(list.filter), inSight)}
      more={<MoreFilters list={list} />}
      tabs={
        <Tabs
          label="审核状态"
          names={tabNames}
          tabs={Object.values(verifyTab)}
          counts={{ [verifyTab.pending]: data?.total }}
          value={list.filter.isDone}
          onChange={(tab) => list.change({ isDone: tab })}
        />
      }
    >
      <SharedFilters list={list} />
      {isDone && (
        <Filter list={list} field="orderStatus">
          {(control) => (
            <DictionarySelect
              kind="orderStatusDics"
              {...control}
              placeholder="全部"
              allowClear
              without={[1, 2]}
            />
          )}
        </Filter>
      )}
    </FilterPanel>
  )
}

/** The maker finds the cars, so the tabs are its stages. */
export function AllocationFilters({ list, again }: FiltersProps<AllocationListState>) {
  const { data } = useQuery(stageCountsQuery())
  return (
    <FilterPanel
      id="order-approved-filters"
      title="筛选订单"
      list={list}
      again={again}
      count={useFolded(allocationList.chosen(list.filter), inSight)}
      more={<MoreFilters list={list} />}
      tabs={
        <Tabs
          label="配车进度"
          names={stageNames}
          tabs={Object.values(allocationStage)}
          counts={data?.totals ?? []}
          value={list.filter.stage}
          onChange={(stage) => list.change({ stage })}
        />
      }
    >
      <ModelFilter list={list} />
      <SharedFilters list={list} />
    </FilterPanel>
  )
}

interface TabsProps {
  label: string
  names: Readonly<Record<number, string>>
  tabs: readonly number[]
  counts?: Readonly<Record<number, number | undefined>>
  value: number
  onChange: (tab: number) => void
}

function Tabs({ label, names, tabs, counts = {}, value, onChange }: TabsProps) {
  const labelOf = (tab: number): ReactNode => {
    const count = counts[tab]
    return (
      <>
        {names[tab]} {count !== undefined && <span className="sr-tab-count">{withCommas(count)}</span>}
      </>
    )
  }
  return (
    <div className="sr-status-tabs">
      <Segmented<number>
        aria-label={label}
        options={tabs.map((tab) => ({ value: tab, label: labelOf(tab) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

interface SharedProps {
  list: VerifyListState | AllocationListState
}

/** Both lists have the shared fields and differ only in others. */
const sharedOf = ({ list }: SharedProps): VerifyListState => list as VerifyListState
const ofSourcesOf = (list: VerifyListState): VerifyListState => ({
  ...list,
  change: (part) => list.change(withOneKind(part)),
})

/** Everyday filters that both lists share. */
function SharedFilters(props: SharedProps) {
  const list = sharedOf(props)
  return (
    <>
      <DaysFilter list={list} field="createdDate" />
      <ChoiceFilter list={ofSourcesOf(list)} field="fromType" inSight />
    </>
  )
}

/** The other filters that both lists share, in groups. */
function MoreFilters(props: SharedProps) {
  const list = sharedOf(props)
  const ofSources = ofSourcesOf(list)
  const set = list.table.chosen(list.filter)
  return (
    <>
      <FilterGroup title="来源" set={set}>
        <Filter list={ofSources} field="fromSources">
          {(control) => <DictionaryMultiSelect kind="customerFromSources" {...control} without={[98]} />}
        </Filter>
        <Filter list={ofSources} field="onlineSources">
          {(control) => <DictionaryMultiSelect kind="onlineSources" {...control} />}
        </Filter>
      </FilterGroup>
      <FilterGroup title="订单" set={set}>
        <OwnerFilter list={list} field="saleIds" />
        <Filter list={list} field="businessTypes">
          {(control) => <DictionaryMultiSelect kind="orderBusinessType" {...control} />}
        </Filter>
      </FilterGroup>
    </>
  )
}

/** `field` orders it within its group. */
const OwnerFilter = ({ list, field }: { list: VerifyListState; field: 'saleIds' }) => (
  <OwnersFilter>
    {(select) => (
      <Filter list={list} field={field}>
        {select}
      </Filter>
    )}
  </OwnersFilter>
)

/** Selects a series, then a model. */
function ModelFilter({ list }: { list: AllocationListState }) {
  const { data, isPending } = useQuery(vehicleTreeQuery())
  const { seriesId, modelId } = list.filter
  const options = (data?.data ?? []).map(({ value, label, children }) => ({
    value,
    label,
    children: children.map((model) => ({ value: model.value, label: model.label })),
  }))
  return (
    <Labelled label="订购车型">
      <PathCascader
        aria-label="订购车型"
        placeholder="全部"
        loading={isPending}
        options={options}
        value={seriesId ? (modelId ? [seriesId, modelId] : [seriesId]) : []}
        onChange={(chosen) => {
          const [series = 0, model = 0] = chosen.map(Number)
          list.change({ seriesId: series, modelId: model })
        }}
      />
    </Labelled>
  )
}

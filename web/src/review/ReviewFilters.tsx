import { reviewTab } from '@showroom/contract/review/review.rules'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { DictionaryMultiSelect, OneSeriesSelect } from '../base/public'
import { AnyMemberSelect, CustomSourceSelect, OwnersFilter } from '../team/public'
import { ChoiceFilter, DaysFilter, Filter } from '../ui/list/filter/Filter'
import { FilterPanel } from '../ui/list/filter/FilterPanel'
import { reviewList, type ReviewListState } from './review.fields'
import { tabNames } from './review.labels'
import { waitingQuery } from './review.queries'

/** Tabs, search and filters. */
export const ReviewFilters = ({ list, again }: { list: ReviewListState; again: () => void }) => (
  <FilterPanel
    id="review-filters"
    title="筛选战败申请"
    list={list}
    again={again}
    count={reviewList.chosen(list.filter).length}
    tabs={<Tabs value={list.filter.type} onChange={(type) => list.change({ type })} />}
  >
    <FilterFields list={list} />
  </FilterPanel>
)

function Tabs({ value, onChange }: { value: number; onChange: (tab: number) => void }) {
  const { data } = useQuery(waitingQuery())
  const label = (tab: number): ReactNode =>
    tab === reviewTab.pending && data ? (
      <>
        {tabNames[tab]} <span className="sr-tab-count">{data.total}</span>
      </>
    ) : (
      tabNames[tab]
    )
  return (
    <div className="sr-status-tabs">
      <Segmented
        aria-label="审核状态"
        options={Object.values(reviewTab).map((tab) => ({ value: tab, label: label(tab) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

const FilterFields = ({ list }: { list: ReviewListState }) => (
  <>
    <ChoiceFilter list={list} field="fromType" inSight />
    {list.filter.type === reviewTab.finished && <DaysFilter list={list} field="followDate" />}
    <OwnersFilter>
      {(select) => (
        <Filter list={list} field="saleIds">
          {select}
        </Filter>
      )}
    </OwnersFilter>
    {list.filter.type === reviewTab.finished && <Counted list={list} />}
  </>
)

/** The filter set by a number of a report: its measure, owner, series and sources. */
function Counted({ list }: { list: ReviewListState }) {
  const { counted, mainSeries, fromSources, otherSources } = list.filter
  return (
    <>
      {counted > 0 && (
        <>
          <ChoiceFilter list={list} field="counted" className="sr-short" />
          <Filter list={list} field="creditedId">
            {(control) => <AnyMemberSelect {...control} />}
          </Filter>
        </>
      )}
      {mainSeries > 0 && (
        <Filter list={list} field="mainSeries">
          {(control) => <OneSeriesSelect {...control} />}
        </Filter>
      )}
      {fromSources.length > 0 && (
        <Filter list={list} field="fromSources">
          {(control) => <DictionaryMultiSelect kind="customerFromSources" {...control} />}
        </Filter>
      )}
      {otherSources.length > 0 && (
        <Filter list={list} field="otherSources">
          {({ value: [first = 0], onChange, ...control }) => (
            <CustomSourceSelect
              {...control}
              value={first}
              onChange={(one) => onChange(one ? [one] : undefined)}
            />
          )}
        </Filter>
      )}
    </>
  )
}

import { reviewTab } from '@showroom/contract/review/list.schema'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { OwnersFilter } from '../team/public'
import { ChoiceFilter, DaysFilter, Filter } from '../ui/list/Filter'
import { FilterPanel } from '../ui/list/FilterPanel'
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
  </>
)

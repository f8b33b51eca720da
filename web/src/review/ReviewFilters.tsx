import { reviewTab } from '@showroom/contract/review/list.schema'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { memberListQuery } from '../team/public'
import { DayRangePicker } from '../ui/form/DayPicker'
import { rangeOf } from '../ui/list/dayRange'
import { FilterPanel } from '../ui/list/FilterPanel'
import { Labelled } from '../ui/list/Labelled'
import { fromTypes, tabNames } from './review.labels'
import { waitingQuery } from './review.queries'
import { completedPresets, completedText, filterOf, type ReviewFilter } from './review.search'
import type { ReviewFilterState } from './useReviewFilter'

/** Tabs, search and filters. */
export const ReviewFilters = ({ list, again }: { list: ReviewFilterState; again: () => void }) => (
  <FilterPanel
    id="review-filters"
    title="筛选战败申请"
    list={list}
    again={again}
    count={countSet(list.filter)}
    tabs={<Tabs value={list.filter.type} onChange={(type) => list.change({ type })} />}
  >
    <FilterFields list={list} />
  </FilterPanel>
)

/** How many filters differ from the usual ones. */
function countSet({ type, fromType, saleIds, completedDate }: ReviewFilter): number {
  const ranged = type === reviewTab.finished && completedDate !== filterOf({}).completedDate
  return Number(fromType > 0) + Number(saleIds.length > 0) + Number(ranged)
}

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

function FilterFields({ list: { filter, change } }: { list: ReviewFilterState }) {
  return (
    <>
      <Labelled label="线索来源">
        <Segmented
          aria-label="线索来源"
          options={[...fromTypes]}
          value={filter.fromType}
          onChange={(fromType) => change({ fromType })}
        />
      </Labelled>
      {filter.type === reviewTab.finished && (
        <Labelled label="完成时间">
          <DayRangePicker
            aria-label="完成时间"
            value={rangeOf(filter.completedDate)}
            presets={completedPresets()}
            onChange={(range) => change({ completedDate: completedText(range) })}
          />
        </Labelled>
      )}
      <Owners value={filter.saleIds} onChange={(saleIds) => change({ saleIds })} />
    </>
  )
}

/** 总经理, 销售经理, 客户经理, 网销专员: who can own customers. */
const owningRoles: ReadonlySet<number> = new Set([1, 3, 4, 5])

/** All of the store, since a reviewer sees all of its requests; nothing where there is one to choose from (document 2, section 6). */
function Owners({ value, onChange }: { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const { data, isPending } = useQuery(memberListQuery())
  const owners = (data?.data ?? []).filter(({ role }) => owningRoles.has(role))
  if (!isPending && owners.length < 2) return null
  return (
    <Labelled label="客户经理">
      <Select<number[]>
        className="sr-fill"
        aria-label="客户经理"
        placeholder="全部"
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        loading={isPending}
        showSearch={{ optionFilterProp: 'label', autoClearSearchValue: true }}
        value={isPending ? [] : [...value]}
        options={owners.map(({ memberId, userName }) => ({ value: memberId, label: userName }))}
        onChange={onChange}
      />
    </Labelled>
  )
}

import { counts as countsCall } from '@showroom/contract/lead/lead.api'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { DictionaryMultiSelect } from '../base/public'
import { ManagedMembersSelect, managedQuery } from '../team/public'
import { DayRangePicker } from '../ui/form/DayPicker'
import { rangeOf, rangePresets, rangeText } from '../ui/list/dayRange'
import { FilterPanel } from '../ui/list/FilterPanel'
import { Labelled } from '../ui/list/Labelled'
import { withCommas } from '../ui/list/ListFoot'
import { useNarrow } from '../ui/useNarrow'
import { levelOf, remoteNames, tabNames } from './lead.labels'
import { leadCountsQuery } from './lead.queries'
import { type LeadFilter, usualCreatedOf } from './lead.search'
import type { LeadFilterState } from './useLeadFilter'
import './lead-filters.css'

/** Tabs with what waits on them, search and filters. */
export const LeadFilters = ({ list, again }: { list: LeadFilterState; again: () => void }) => (
  <FilterPanel
    id="lead-filters"
    title="筛选线索"
    list={list}
    again={again}
    count={chosen(list.filter)}
    tabs={<LeadTabs list={list} />}
  >
    <FilterFields list={list} />
  </FilterPanel>
)

/** How many filters differ from the tab's usual ones. */
export const chosen = (filter: LeadFilter): number =>
  [
    filter.onlineSources.length > 0,
    filter.userIds.length > 0,
    filter.createdDate !== usualCreatedOf(filter.tab),
    filter.isRemote > 0,
    filter.clueLevel > 0,
    filter.isOverdue > 0,
  ].filter(Boolean).length

/** 待分配 only where leads are assigned online (document 2, section 2.6). */
function LeadTabs({ list }: { list: LeadFilterState }) {
  const { filter, toTab } = list
  const session = useSession()
  const { data } = useQuery({ ...leadCountsQuery(), enabled: may(session, countsCall) })
  const waiting: Readonly<Record<number, number | undefined>> = {
    [leadTab.waiting]: data?.waiting,
    [leadTab.unassigned]: data?.unassigned,
    [leadTab.unreachable]: data?.unreachable,
  }
  const tabs = Object.values(leadTab).filter(
    (tab) => tab !== leadTab.unassigned || session.allowOnlineAssign || filter.tab === tab,
  )
  return (
    <div className="sr-lead-tabs">
      <div className="sr-status-tabs">
        <Segmented<number>
          aria-label="线索状态"
          value={filter.tab}
          onChange={toTab}
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
      {filter.tab === leadTab.waiting && <OverdueFilter list={list} overdue={data?.overdue ?? 0} />}
    </div>
  )
}

const TabNumber = ({ count }: { count: number | undefined }) =>
  count !== undefined && <span className="sr-tab-count">{withCommas(count)}</span>

/** Only what waits too long; there while anything does. */
function OverdueFilter({ list: { filter, change }, overdue }: { list: LeadFilterState; overdue: number }) {
  const pressed = filter.isOverdue > 0
  if (overdue === 0 && !pressed) return null
  return (
    <button
      type="button"
      className="sr-lead-overdue"
      aria-pressed={pressed}
      title={pressed ? '显示全部待清洗线索' : '只看超时未清洗的线索'}
      onClick={() => change({ isOverdue: pressed ? 0 : 1 })}
    >
      超时 <span className="sr-num">{withCommas(overdue)}</span>
    </button>
  )
}

/** In the table the column's head sorts. */
const orders = [
  { value: 0, label: '最新创建在前' },
  { value: 1, label: '最早创建在前' },
]

function FilterFields({ list: { filter, change } }: { list: LeadFilterState }) {
  const { data: managed } = useQuery(managedQuery())
  const narrow = useNarrow()
  return (
    <>
      {narrow && (
        <Labelled label="排序">
          <Select<number>
            className="sr-fill"
            aria-label="排序"
            options={orders}
            value={filter.orderType}
            onChange={(orderType) => change({ orderType })}
          />
        </Labelled>
      )}
      <Labelled label="创建时间">
        <DayRangePicker
          aria-label="创建时间"
          value={rangeOf(filter.createdDate)}
          presets={rangePresets()}
          onChange={(range) => change({ createdDate: rangeText(range) })}
        />
      </Labelled>
      <Labelled label="网络来源">
        <DictionaryMultiSelect
          kind="onlineSources"
          aria-label="网络来源"
          value={filter.onlineSources}
          onChange={(onlineSources) => change({ onlineSources })}
        />
      </Labelled>
      {(managed?.data.length ?? 0) > 1 && (
        <Labelled label="客户经理">
          <ManagedMembersSelect
            aria-label="客户经理"
            value={filter.userIds}
            onChange={(userIds) => change({ userIds })}
          />
        </Labelled>
      )}
      <CodeFilter
        label="异地购车"
        codes={[1, 2, 3]}
        textOf={(code) => remoteNames[code] ?? ''}
        value={filter.isRemote}
        onChange={(isRemote) => change({ isRemote })}
      />
      <CodeFilter
        label="线索级别"
        codes={[1, 2]}
        textOf={levelOf}
        value={filter.clueLevel}
        onChange={(clueLevel) => change({ clueLevel })}
      />
    </>
  )
}

interface CodeFilterProps {
  label: string
  codes: readonly number[]
  textOf: (code: number) => string
  value: number
  onChange: (code: number) => void
}

/** One of the list query's own codes; none is all. */
const CodeFilter = ({ label, codes, textOf, value, onChange }: CodeFilterProps) => (
  <Labelled label={label}>
    <Select<number>
      className="sr-fill sr-short"
      aria-label={label}
      placeholder="全部"
      allowClear
      options={codes.map((code) => ({ value: code, label: textOf(code) }))}
      value={value || null}
      onChange={(next) => onChange(next ?? 0)}
    />
  </Labelled>
)

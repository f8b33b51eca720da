import { exportMaxRows } from '@showroom/contract/kernel/wire'
import { counts as countsCall, list as listCall } from '@showroom/contract/lead/lead.api'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../api/client'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { EmptyState } from '../ui/EmptyState'
import { ExportButton } from '../ui/list/ExportButton'
import { ListBehind, ListFoot, useLastPage, withCommas } from '../ui/list/ListFoot'
import { ListProblem } from '../ui/list/ListProblem'
import { SelectedRows } from '../ui/list/SelectedRows'
import { type Selection, useSelection } from '../ui/list/useSelection'
import { useBehind } from '../ui/list/useBehind'
import { useReturnedFocus } from '../ui/list/useReturnedFocus'
import { PageHeader } from '../ui/PageHeader'
import { useNarrow } from '../ui/useNarrow'
import { AssignLeads } from './AssignLeads'
import { leadCountsQuery, leadListQuery } from './lead.queries'
import { requestOf } from './lead.search'
import { LeadCards } from './LeadCards'
import { LeadDrawer } from './LeadDrawerLoader'
import { chosen, LeadFilters } from './LeadFilters'
import { LeadTable } from './LeadTable'
import { type LeadFilterState, useLeadFilter } from './useLeadFilter'
import { useLeadQueue } from './useLeadQueue'
import '../ui/list/list.css'

/** Online leads (document 2, section 2.6): tabs by state, and each lead with its handling in a drawer. */
export function LeadPage() {
  const list = useLeadFilter()
  const { filter, keyword } = list
  const narrow = useNarrow()
  const session = useSession()
  const leads = useQuery(leadListQuery(filter, keyword))
  const { data } = leads
  const selection = useSelection()
  const lastPage = useLastPage(list, data && !leads.isPlaceholderData ? data.total : undefined)
  const isBehind = useBehind(leads, useCount(list))
  const queue = useLeadQueue(list, data, lastPage)
  useReturnedFocus(list.clue, data?.data)
  const mayAssign = session.isAdmin && session.allowOnlineAssign && filter.tab === leadTab.unassigned
  const shown = {
    ...list,
    toTab: (tab: number) => {
      selection.end()
      list.toTab(tab)
    },
    change: (part: Parameters<typeof list.change>[0]) => {
      selection.end()
      list.change(part)
    },
  }
  const rows = {
    rows: data?.data,
    hours: data?.hours,
    list,
    count: filter.pageCount,
    stale: leads.isPlaceholderData,
    empty: <NoLeads list={list} />,
  }
  const again = (): void => void leads.refetch({ cancelRefetch: false })
  return (
    <section className="sr-list" aria-label="线索处理">
      <PageHeader title="线索处理" hint={narrow && `共 ${data ? withCommas(data.total) : '…'} 条`}>
        <HeadButtons list={list} total={data?.total} selection={selection} mayAssign={mayAssign} />
      </PageHeader>
      <LeadFilters list={shown} again={again} />
      <ListProblem list={leads} again={again} />
      {isBehind && <ListBehind again={again} />}
      {(data || !leads.isError) &&
        (narrow ? (
          <LeadCards
            {...rows}
            selected={mayAssign && selection.choosing ? selection.ids : undefined}
            onSelect={selection.set}
          />
        ) : (
          <LeadTable {...rows} selected={mayAssign ? selection.ids : undefined} onSelect={selection.set} />
        ))}
      {data && data.total > 0 && (
        <ListFoot list={list} total={data.total} lastPage={lastPage} narrow={narrow} unit="条">
          {mayAssign && (
            <SelectedRows selection={selection} label="已选线索" unit="条">
              {(size) => (
                <AssignLeads type="primary" size={size} clueIds={selection.ids} onDone={selection.end} />
              )}
            </SelectedRows>
          )}
        </ListFoot>
      )}
      {list.clue > 0 && <LeadDrawer clueId={list.clue} queue={queue} />}
    </section>
  )
}

interface HeadButtonsProps {
  list: LeadFilterState
  total: number | undefined
  selection: Selection
  mayAssign: boolean
}

/** What is done with the list: 分配 and 导出, for who may. */
function HeadButtons({ list: { filter, keyword }, total, selection, mayAssign }: HeadButtonsProps) {
  const narrow = useNarrow()
  const session = useSession()
  return (
    <>
      {mayAssign && (
        <AssignLeads
          clueIds={selection.ids}
          onDone={selection.end}
          onNone={narrow && !selection.choosing ? selection.choose : undefined}
          whyNot={total === 0 ? '没有可分配的线索' : ''}
        />
      )}
      {session.isAdmin && (
        <ExportButton
          makeFile={() => callApi(listCall, { ...requestOf(filter, keyword), isExport: 1 })}
          total={total}
          maxRows={exportMaxRows}
          narrow={false}
        />
      )}
    </>
  )
}

/** What the tab's number says of the list; nothing where it counts more than the filters let through. */
function useCount({ filter, keyword }: LeadFilterState): number | undefined {
  const mayCount = may(useSession(), countsCall)
  const { data, isFetching } = useQuery({ ...leadCountsQuery(), enabled: mayCount })
  if (!data || isFetching || keyword !== '' || chosen(filter) > 0) return undefined
  const { waiting, unassigned, unreachable } = data
  return { [leadTab.waiting]: waiting, [leadTab.unassigned]: unassigned, [leadTab.unreachable]: unreachable }[
    filter.tab
  ]
}

const nothing: Readonly<Record<number, readonly [title: string, hint: string]>> = {
  [leadTab.waiting]: ['没有待清洗的线索', '新线索到达后会出现在这里。'],
  [leadTab.unassigned]: ['没有待分配的线索', '清洗有效、尚无客户经理的线索会出现在这里。'],
  [leadTab.valid]: ['近29天没有有效线索', '更早的线索可通过放宽创建时间查看。'],
  [leadTab.invalid]: ['近29天没有无效线索', '更早的线索可通过放宽创建时间查看。'],
  [leadTab.unreachable]: ['没有未接通的线索', '电话未接通的线索会出现在这里，可再次联系。'],
  [leadTab.all]: ['近6天没有线索', '更早的线索可通过放宽创建时间查看。'],
}

const notSo = ['没有符合条件的线索', '可减少筛选条件，或放宽创建时间。'] as const
const noneLate = ['没有超时的线索', '待清洗的线索都还在时限内。'] as const

/** Where assignment is automatic. */
const noneGivenOut = ['没有待清洗的线索', '新线索由系统直接分配，暂时无人可分配的才在此等待。'] as const

function NoLeads({ list: { filter, keyword, reset } }: { list: LeadFilterState }) {
  const { isAutoClear } = useSession()
  const filters = chosen(filter) + (keyword === '' ? 0 : 1)
  if (filters > 0) {
    const [title, hint] = filter.isOverdue && filters === 1 ? noneLate : notSo
    return (
      <EmptyState title={title} hint={hint}>
        <Button onClick={reset}>清除筛选</Button>
      </EmptyState>
    )
  }
  const isGivenOut = isAutoClear && filter.tab === leadTab.waiting
  const [title, hint] = isGivenOut ? noneGivenOut : (nothing[filter.tab] ?? ['没有线索', ''])
  return <EmptyState title={title} hint={hint} />
}

import { batchAssign, counts as countsCall, list as listCall } from '@showroom/contract/lead/lead.api'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { may } from '../../frame/areas'
import { customerFiles } from '../../frame/path'
import { useSession } from '../../frame/session'
import { EmptyState } from '../../ui/EmptyState'
import { Choosable } from '../../ui/list/table/boxes'
import { ExportButton } from '../../ui/list/ExportButton'
import { NothingFound, type Reach, useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { useListQuery } from '../../ui/list/useListQuery'
import { SelectedRows } from '../../ui/list/table/SelectedRows'
import { type Selection, useSelection, whenChanged } from '../../ui/list/table/useSelection'
import type { PageInSight } from '../../ui/queue/order'
import { useNarrow } from '../../ui/useNarrow'
import { AssignLeads } from '../handle/AssignLeads'
import { leadList, type LeadListState } from './lead.fields'
import { leadCountsQuery, leadListQuery } from '../lead.queries'
import { LeadCards } from './LeadCards'
import { LeadDrawer } from '../drawer/LeadDrawerLoader'
import { LeadFilters } from './LeadFilters'
import { LeadTable } from './LeadTable'
import { useViewedList } from '../../view/public'
import { leadViews } from './lead.views'
import { useLeadQueue } from '../queue/useLeadQueue'

/** Online leads: tabs by state, and a drawer to handle each lead. */
export function LeadPage() {
  const { list, views } = useViewedList(leadViews, {
    path: '/activity/clue-clear',
    restoredFrom: customerFiles,
  })
  const { filter } = list
  const session = useSession()
  const leads = useListQuery(list, leadListQuery)
  const { data } = leads
  const reach = useReach(list, leads, leadListQuery)
  const selection = useSelection()
  const mayAssign = may(session, batchAssign) && filter.activityType === leadTab.unassigned
  const onTable = mayAssign ? selection.ids : undefined
  const onCards = selection.choosing ? onTable : undefined
  return (
    <ListPage
      title="线索处理"
      unit="条"
      list={list}
      views={views}
      query={leads}
      reach={reach}
      count={useCount(list)}
      actions={<HeadButtons list={list} total={data?.total} selection={selection} mayAssign={mayAssign} />}
      renderFilters={(again) => <LeadFilters list={whenChanged(list, selection.end)} again={again} />}
      renderCards={(rows) => (
        <LeadCards {...rows} hours={data?.hours} list={list} selected={onCards} onSelect={selection.set} />
      )}
      renderTable={(rows) => (
        <Choosable selected={onTable} onSelect={selection.set}>
          <LeadTable {...rows} hours={data?.hours} list={list} />
        </Choosable>
      )}
      empty={<NoLeads list={list} reach={reach} />}
      foot={
        mayAssign && (
          <SelectedRows selection={selection} label="已选线索" unit="条">
            {(size, isHeadAway) =>
              isHeadAway && (
                <AssignLeads type="primary" size={size} clueIds={selection.ids} onDone={selection.end} />
              )
            }
          </SelectedRows>
        )
      }
    >
      <HandleLeads list={list} page={{ rows: data?.data, total: data?.total }} />
    </ListPage>
  )
}

/** A separate component, so that changes in the queue do not rerender the list's rows. */
function HandleLeads({ list, page }: { list: LeadListState; page: PageInSight<ClueRow> }) {
  const queue = useLeadQueue(list, page)
  return list.opened > 0 && <LeadDrawer clueId={list.opened} queue={queue} />
}

interface HeadButtonsProps {
  list: LeadListState
  total: number | undefined
  selection: Selection
  mayAssign: boolean
}

/** 分配 and 导出, for users with the permission. */
function HeadButtons({ list: { filter }, total, selection, mayAssign }: HeadButtonsProps) {
  const narrow = useNarrow()
  const session = useSession()
  return (
    <div className="sr-page-extra" ref={selection.head}>
      {mayAssign && !selection.choosing && (
        <AssignLeads
          clueIds={selection.ids}
          onDone={selection.end}
          onNone={narrow ? selection.choose : undefined}
          whyNot={total === 0 ? '没有可分配的线索' : ''}
        />
      )}
      {session.isAdmin && (
        <ExportButton
          makeFile={() => callApi(listCall, { ...leadList.requestOf(filter), isExport: 1 })}
          total={total}
          rows={{ name: '当前筛选的线索', unit: '条' }}
          maxRows={exportMaxRows}
          narrow={false}
        />
      )}
    </div>
  )
}

/** The tab's count as the list's total; undefined if filters or a keyword narrow the list. */
function useCount({ filter, keyword }: LeadListState): number | undefined {
  const mayCount = may(useSession(), countsCall)
  const { data, isFetching } = useQuery({ ...leadCountsQuery(), enabled: mayCount })
  if (!data || isFetching || keyword !== '' || leadList.chosen(filter).length > 0) return undefined
  const { waiting, unassigned, unreachable } = data
  return { [leadTab.waiting]: waiting, [leadTab.unassigned]: unassigned, [leadTab.unreachable]: unreachable }[
    filter.activityType
  ]
}

const nothing: Readonly<Record<number, readonly [title: string, hint: string]>> = {
  [leadTab.waiting]: ['没有待清洗的线索', '新线索到达后会出现在这里。'],
  [leadTab.unassigned]: ['没有待分配的线索', '清洗有效、尚无客户经理的线索会出现在这里。'],
  [leadTab.valid]: ['近一月没有有效线索', '更早的线索可通过放宽创建时间查看。'],
  [leadTab.invalid]: ['近一月没有无效线索', '更早的线索可通过放宽创建时间查看。'],
  [leadTab.unreachable]: ['没有未接通的线索', '电话未接通的线索会出现在这里，可再次联系。'],
  [leadTab.all]: ['近一周没有线索', '更早的线索可通过放宽创建时间查看。'],
}

const notSo = ['没有符合条件的线索', '可减少筛选条件，或放宽创建时间。'] as const
const noneLate = ['没有超时的线索', '待清洗的线索都还在时限内。'] as const

/** Shown in stores with automatic assignment. */
const noneGivenOut = ['没有待清洗的线索', '新线索由系统直接分配，暂时无人可分配的才在此等待。'] as const

function NoLeads({ list, reach }: { list: LeadListState; reach: Reach }) {
  const { isAutoClear } = useSession()
  const { filter, keyword } = list
  const filters = leadList.chosen(filter).length
  if (filters > 0 || keyword !== '') {
    const [title, hint] = filter.isOverdue && filters === 1 && keyword === '' ? noneLate : notSo
    const texts = { title, hint, unit: '条', isFiltered: filters > 0 }
    return <NothingFound {...texts} list={list} reach={reach} />
  }
  const isGivenOut = isAutoClear && filter.activityType === leadTab.waiting
  const [title, hint] = isGivenOut ? noneGivenOut : (nothing[filter.activityType] ?? ['没有线索', ''])
  return <EmptyState title={title} hint={hint} />
}

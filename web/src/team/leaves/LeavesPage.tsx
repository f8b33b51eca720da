import { MemberLeaveBack } from '@showroom/contract/team/leave.schema'
import type { LeaveRow } from '@showroom/contract/team/leave.schema'
import { memberLeaveBack } from '@showroom/contract/team/manage.api'
import { manageProblem } from '@showroom/contract/team/rank.rules'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { formatMinute } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSavedForm } from '../../ui/form/useSavedForm'
import { Cards } from '../../ui/list/Cards'
import type { ListColumn } from '../../ui/list/table/columns'
import { Cut } from '../../ui/list/table/Cut'
import { useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { actionColumn, RowButton } from '../../ui/list/table/RowActions'
import { ListTable } from '../../ui/list/table/ListTable'
import { useListQuery } from '../../ui/list/useListQuery'
import { cell, type ShownRows, type Waiting } from '../../ui/list/table/waiting'
import { stableMemo } from '../../ui/stableMemo'
import { TipText } from '../../ui/Tip'
import { invalidateTeam, leavesQuery } from '../manage.queries'
import { actorOf, managedOf } from '../rank'
import { leavesTable } from './leaves.fields'
import './leaves.css'
import { useSizedList } from '../../view/public'

/** Departure record: former members, their successors, what moved, and for one day the button that reverses a handover. */
export function LeavesPage() {
  const list = useSizedList(leavesTable, { path: '/manager/leaves', restoredFrom: '/manager/' })
  const query = useListQuery(list, leavesQuery)
  const reach = useReach(list, query, leavesQuery)
  const [taking, setTaking] = useState<LeaveRow>()
  const onTakeBack = may(useSession(), memberLeaveBack) ? setTaking : undefined
  return (
    <ListPage
      title="离职交接记录"
      unit="条"
      list={list}
      query={query}
      reach={reach}
      renderFilters={() => (
        <p className="sr-quiet">24小时内管理员可撤回：交接后无人处理的客户、线索与下级回到原成员。</p>
      )}
      renderTable={(rows) => <LeavesTable {...rows} onTakeBack={onTakeBack} />}
      renderCards={(rows) => (
        <Cards {...rows} idOf={({ leaveId }) => leaveId}>
          {(row) => <LeaveCard row={row} onTakeBack={onTakeBack} />}
        </Cards>
      )}
      empty={empty}
    >
      {taking && <TakeBackDialog row={taking} onClosed={() => setTaking(undefined)} />}
    </ListPage>
  )
}

interface LeavesTableProps extends ShownRows<LeaveRow> {
  onTakeBack: ((row: LeaveRow) => void) | undefined
}

const LeavesTable = stableMemo(({ onTakeBack, ...rows }: LeavesTableProps) => (
  <ListTable<LeaveRow, 'leaveId'>
    {...rows}
    rowKey="leaveId"
    columns={columnsOf(onTakeBack)}
    rowProps={() => ({})}
  />
))

const empty = <EmptyState title="还没有离职交接" hint="在成员管理中办理成员离职后，会记录在这里。" />

/** Counted kinds of moved records, with their labels. */
const counted = [
  ['customers', '客户'],
  ['tasks', '任务'],
  ['leads', '线索'],
  ['reviews', '待审战败'],
  ['orders', '订单'],
  ['subordinates', '下级'],
] as const

const LeaveCard = ({ row, onTakeBack }: BackProps) => (
  <article className="sr-card" aria-label={row.memberName}>
    <span className="sr-card-line">
      <span className="sr-row-name sr-cut">{row.memberName}</span>
      <time className="sr-card-end sr-num sr-quiet">{formatMinute(row.createdAt)}</time>
    </span>
    <span>
      {counted
        .filter(([key]) => row[key] > 0)
        .map(([key, title]) => `${title} ${row[key]}`)
        .join('，') || '无交接内容'}
    </span>
    <span className="sr-quiet">
      {row.byName} 办理，交接给 {sharesOf(row)}，下级转至 {row.topName}
    </span>
    <Back row={row} onTakeBack={onTakeBack} />
  </article>
)

const columnsOf = (
  onTakeBack: ((row: LeaveRow) => void) | undefined,
): readonly ListColumn<LeaveRow | Waiting<'leaveId'>>[] => [
  {
    key: 'name',
    title: '离职成员',
    width: 112,
    fixed: 'start',
    isNeeded: true,
    render: cell<LeaveRow>('48px', (row) => <Cut text={row.memberName} />),
  },
  {
    key: 'at',
    title: '办理',
    width: 144,
    render: cell<LeaveRow>('80%', (row) => (
      <span className="sr-leave-done">
        <time className="sr-num">{formatMinute(row.createdAt)}</time>
        <Cut text={row.byName} />
      </span>
    )),
  },
  ...counted.map(([key, title]) => ({
    key,
    title,
    width: key === 'reviews' ? 80 : 60,
    align: 'right' as const,
    render: cell<LeaveRow>('24px', (row) => <span className="sr-num">{row[key]}</span>),
  })),
  {
    key: 'to',
    title: '交接给',
    width: 224,
    most: 560,
    render: cell<LeaveRow>('80%', (row) => <Cut lines={2} text={sharesOf(row)} />),
  },
  {
    key: 'top',
    title: '下级转至',
    width: 112,
    render: cell<LeaveRow>('48px', (row) => <Cut text={row.topName} />),
  },
  actionColumn({
    key: 'back',
    width: 152,
    render: cell<LeaveRow>('64px', (row) => <Back row={row} onTakeBack={onTakeBack} />),
  }),
]

const sharesOf = ({ shares }: LeaveRow): string =>
  shares.map(({ userName, customers }) => `${userName} ${customers} 位`).join('、') || '无客户'

interface BackProps {
  row: LeaveRow
  onTakeBack: ((row: LeaveRow) => void) | undefined
}

function Back({ row, onTakeBack }: BackProps) {
  const problem = manageProblem(actorOf(useSession()), managedOf(row), 'leave')
  if (row.backAt > 0)
    return (
      <span className="sr-leave-back">
        <span>
          {row.backBy} 已撤回，{row.backCustomers} 位客户
        </span>
        <time className="sr-quiet sr-num">{formatMinute(row.backAt)}</time>
      </span>
    )
  if (row.backUntil === 0) return <span className="sr-quiet">已超过24小时</span>
  if (row.isBack) return <span className="sr-quiet">已重新加入本店</span>
  if (!onTakeBack) return <span className="sr-quiet">可由管理员撤回</span>
  if (problem)
    return (
      <TipText tip={problem} className="sr-quiet">
        不可撤回
      </TipText>
    )
  return (
    <span className="sr-leave-back">
      <RowButton aria-label={`撤回 ${row.memberName} 的离职`} onClick={() => onTakeBack(row)}>
        撤回
      </RowButton>
      <span className="sr-quiet sr-num">{formatMinute(row.backUntil)} 前</span>
    </span>
  )
}

function TakeBackDialog({ row, onClosed }: { row: LeaveRow; onClosed: () => void }) {
  const [{ leaveId, memberName }] = useState(row)
  const form = useSavedForm({
    schema: MemberLeaveBack,
    initial: {},
    toRequest: () => ({ leaveId }),
    send: (request, options) => callApi(memberLeaveBack, request, options),
    done: ({ customers, kept }) =>
      `${memberName} 已恢复，${customers} 位客户回到名下${kept > 0 ? `，${kept} 项已有变化，保持不变` : ''}`,
    refetch: invalidateTeam,
  })
  return (
    <ConfirmDialog title={`撤回 ${memberName} 的离职？`} form={form} onClosed={onClosed} okText="撤回">
      <p>该成员恢复为离职前的状态；交接后无人处理过的客户、线索与下级回到名下，已有变化的保持不变。</p>
    </ConfirmDialog>
  )
}

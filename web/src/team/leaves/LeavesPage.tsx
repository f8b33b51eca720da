import { MemberLeaveBack } from '@showroom/contract/team/leave.schema'
import type { LeaveRow } from '@showroom/contract/team/leave.schema'
import { memberLeaveBack } from '@showroom/contract/team/manage.api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Pagination, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { formatMinute } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { Cards } from '../../ui/list/Cards'
import { Cut } from '../../ui/list/Cut'
import { PageHeader } from '../../ui/PageHeader'
import { useMessage } from '../../ui/useMessage'
import { useNarrow } from '../../ui/useNarrow'
import { invalidateTeam, leavesQuery } from '../manage.queries'
import '../../ui/list/list.css'
import '../../ui/list/rows.css'
import './leaves.css'

/** Who left, what moved to whom, and for a day the way back. */
export function LeavesPage() {
  const [page, setPage] = useState({ start: 1, count: 10 })
  const leaves = useQuery(leavesQuery(page.start, page.count))
  const [taking, setTaking] = useState<LeaveRow>()
  const mayTakeBack = may(useSession(), memberLeaveBack)
  const isNarrow = useNarrow()
  if (leaves.isError && !leaves.data)
    return <ErrorState error={leaves.error} onRetry={() => void leaves.refetch()} />
  const { data: rows = [], total = 0 } = leaves.data ?? {}
  return (
    <section className="sr-list" aria-label="离职交接记录">
      <PageHeader title="离职交接记录" hint="24 小时内管理员可撤回：交接后无人处理的客户与下级回到原成员。" />
      {isNarrow ? (
        <Cards
          rows={leaves.data && rows}
          idOf={({ leaveId }) => leaveId}
          count={4}
          stale={false}
          empty={empty}
        >
          {(row) => <LeaveCard row={row} onTakeBack={mayTakeBack ? setTaking : undefined} />}
        </Cards>
      ) : (
        <Table<LeaveRow>
          className="sr-list-table"
          size="small"
          tableLayout="fixed"
          rowKey="leaveId"
          columns={columnsOf(mayTakeBack ? setTaking : undefined)}
          dataSource={rows}
          loading={leaves.isPending}
          scroll={rows.length > 0 ? { x: 1030 } : {}}
          pagination={false}
          locale={{ emptyText: empty }}
        />
      )}
      {total > 10 && (
        <Pagination
          align="end"
          current={page.start}
          pageSize={page.count}
          total={total}
          pageSizeOptions={[10, 20, 30, 50]}
          showSizeChanger={!isNarrow}
          size="small"
          onChange={(start, count) => setPage({ start, count })}
        />
      )}
      {taking && <TakeBackDialog row={taking} onClosed={() => setTaking(undefined)} />}
    </section>
  )
}

const empty = <EmptyState title="还没有离职交接" hint="在成员管理中办理成员离职后，会记录在这里。" />

/** What moved, by its name. */
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

function columnsOf(onTakeBack: ((row: LeaveRow) => void) | undefined): TableColumnsType<LeaveRow> {
  return [
    {
      key: 'name',
      title: '离职成员',
      width: 112,
      fixed: 'start',
      render: (_, row) => <Cut text={row.memberName} />,
    },
    {
      key: 'at',
      title: '办理',
      width: 144,
      render: (_, row) => (
        <span className="sr-leave-done">
          <time className="sr-num">{formatMinute(row.createdAt)}</time>
          <Cut text={row.byName} />
        </span>
      ),
    },
    ...counted.map(([key, title]) => ({
      key,
      title,
      width: key === 'reviews' ? 80 : 60,
      align: 'end' as const,
      render: (_: unknown, row: LeaveRow) => <span className="sr-num">{row[key]}</span>,
    })),
    { key: 'to', title: '交接给', render: (_, row) => <Cut lines={2} text={sharesOf(row)} /> },
    { key: 'top', title: '下级转至', width: 96, render: (_, row) => <Cut text={row.topName} /> },
    {
      key: 'back',
      title: '撤回',
      width: 152,
      fixed: 'end',
      render: (_, row) => <Back row={row} onTakeBack={onTakeBack} />,
    },
  ]
}

const sharesOf = ({ shares }: LeaveRow): string =>
  shares.map(({ userName, customers }) => `${userName} ${customers} 位`).join('、') || '无客户'

interface BackProps {
  row: LeaveRow
  onTakeBack: ((row: LeaveRow) => void) | undefined
}

function Back({ row, onTakeBack }: BackProps) {
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
  if (!onTakeBack) return <span className="sr-quiet">可由管理员撤回</span>
  return (
    <span className="sr-leave-back">
      <Button
        type="link"
        size="small"
        aria-label={`撤回 ${row.memberName} 的离职`}
        onClick={() => onTakeBack(row)}
      >
        撤回
      </Button>
      <span className="sr-quiet sr-num">{formatMinute(row.backUntil).slice(5)} 前</span>
    </span>
  )
}

function TakeBackDialog({ row, onClosed }: { row: LeaveRow; onClosed: () => void }) {
  const queries = useQueryClient()
  const message = useMessage()
  const [{ leaveId, memberName }] = useState(row)
  const form = useSchemaForm({
    schema: MemberLeaveBack,
    initial: {},
    toRequest: () => ({ leaveId }),
    send: (request, options) => callApi(memberLeaveBack, request, options),
    onDone: ({ customers, kept }) => {
      message.success(
        `${memberName} 已恢复，${customers} 位客户回到名下${kept > 0 ? `，${kept} 位已有变化，保持不变` : ''}`,
      )
      void invalidateTeam(queries)
    },
  })
  return (
    <ConfirmDialog title={`撤回 ${memberName} 的离职？`} form={form} onClosed={onClosed} okText="撤回">
      <p>该成员恢复为离职前的状态；交接后无人处理过的客户与下级回到名下，已有变化的保持不变。</p>
    </ConfirmDialog>
  )
}

import type { TeamRow } from '@showroom/contract/dashboard/dashboard.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { taskList } from '../task/public'
import { EmptyState } from '../ui/EmptyState'
import { RowsSkeleton } from '../ui/Skeletons'
import { teamQuery } from './dashboard.queries'
import '../ui/home.css'

/** Members shown at first: as many as fit beside the reader's own queue. */
const shownAtFirst = 8

/** Open work of each member; overdue members come first. */
export function TeamLoad() {
  const { data } = useQuery(teamQuery())
  const [isWhole, setWhole] = useState(false)
  const rows = data?.data ?? []
  const behind = rows.filter(({ overdueTotal }) => overdueTotal > 0).length
  return (
    <section className="sr-panel sr-team" aria-labelledby="team-title">
      <header className="sr-dash-head">
        <h2 id="team-title">团队负荷</h2>
        {data && <span className="sr-quiet">{behind > 0 ? `${behind} 人有逾期` : '没有人逾期'}</span>}
      </header>
      {!data ? (
        <RowsSkeleton rows={shownAtFirst} />
      ) : rows.length === 0 ? (
        <EmptyState title="还没有客户经理" hint="添加成员后，这里显示每个人的待跟进。" />
      ) : (
        <>
          <Bars rows={isWhole ? rows : rows.slice(0, shownAtFirst)} most={mostOf(rows)} />
          {rows.length > shownAtFirst && (
            <button
              type="button"
              className="sr-team-more"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? '收起' : `显示全部 ${rows.length} 人`}
            </button>
          )}
        </>
      )}
    </section>
  )
}

const loadOf = ({ overdueTotal, todayTotal, laterTotal }: TeamRow): number =>
  overdueTotal + todayTotal + laterTotal
const mostOf = (rows: readonly TeamRow[]): number => Math.max(1, ...rows.map(loadOf))

const searchOf = (memberId: number, filterType: number) =>
  taskList.searchOf({ ...taskList.usual, filterType, saleIds: [memberId] })

function Bars({ rows, most }: { rows: readonly TeamRow[]; most: number }) {
  return (
    <table className="sr-team-table">
      <thead>
        <tr>
          <th scope="col">成员</th>
          <th scope="col">待跟进</th>
          <th scope="col" className="sr-number">
            逾期
          </th>
          <th scope="col" className="sr-number">
            今日
          </th>
          <th scope="col" className="sr-number">
            今日已完成
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.memberId}>
            <th scope="row">
              <span className="sr-team-name" title={row.name}>
                {row.name}
              </span>
              {row.isFrozen && <span className="sr-team-frozen">已冻结</span>}
            </th>
            <td>
              <Link
                to="/activity/tasks"
                search={searchOf(row.memberId, taskFilter.pending)}
                className="sr-team-bar"
                aria-label={`${row.name} 待跟进 ${loadOf(row)}：逾期 ${row.overdueTotal}，今日 ${row.todayTotal}，以后 ${row.laterTotal}`}
                title={`逾期 ${row.overdueTotal} · 今日 ${row.todayTotal} · 以后 ${row.laterTotal}`}
              >
                <Part of={row.overdueTotal} most={most} tone="late" />
                <Part of={row.todayTotal} most={most} tone="due" />
                <Part of={row.laterTotal} most={most} tone="later" />
                <span className="sr-team-total sr-num">{loadOf(row)}</span>
              </Link>
            </td>
            <td className="sr-number">
              <Count of={row.overdueTotal} tone="late" search={searchOf(row.memberId, taskFilter.overdue)} />
            </td>
            <td className="sr-number">
              <Count of={row.todayTotal} tone="due" search={searchOf(row.memberId, taskFilter.today)} />
            </td>
            <td className="sr-number">{row.doneTotal || <span className="sr-quiet">0</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A segment of the bar, relative to the longest bar. */
const Part = ({ of, most, tone }: { of: number; most: number; tone: string }) =>
  of > 0 ? (
    <span className="sr-team-part" data-tone={tone} style={{ width: `${(of / most) * 100}%` }} />
  ) : null

interface CountProps {
  of: number
  tone: string
  search: ReturnType<typeof searchOf>
}

const Count = ({ of, tone, search }: CountProps) =>
  of > 0 ? (
    <Link to="/activity/tasks" search={search} className="sr-team-count" data-tone={tone}>
      {of}
    </Link>
  ) : (
    <span className="sr-quiet">0</span>
  )

import type { DashboardTestDrives, TestDriveRow } from '@showroom/contract/dashboard/dashboard.schema'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { Drives } from '../appointment/public'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { formatDay } from '../ui/day'
import { inDays, weekdayOf } from '../ui/dayText'
import { EmptyState } from '../ui/EmptyState'
import { HomePanel } from '../ui/HomePanel'
import { Cut } from '../ui/list/table/Cut'
import { RelativeTime } from '../ui/RelativeTime'
import { useFirstRowKey, useRowKeys } from '../ui/queue/useRowKeys'
import { useNow } from '../ui/useNow'
import { testDrivesQuery } from './dashboard.queries'
import '../ui/home.css'
import '../ui/list/list.css'

type Answer = z.output<typeof DashboardTestDrives>

/** The store's test drives of today, of later days and of before, for members who accompany them. */
export function TestDrives() {
  const query = useQuery(testDrivesQuery())
  const { data } = query
  useRowKeys(true, true)
  useFirstRowKey()
  return (
    <>
      <p className="sr-home-numbers sr-quiet sr-num">{data ? numbersText(data) : '…'}</p>
      <div data-rows>
        <Drives
          title="今日试驾"
          completed={data?.today.filter(({ isDone }) => isDone) ?? []}
          empty={<EmptyState title="今天没有安排试驾" hint="客户经理安排在今天的试驾会出现在这里。" />}
        />
      </div>
      <div className="sr-home-pair">
        <HomePanel
          id="drives-later"
          title="后续试驾"
          rows={data?.planned}
          query={query}
          render={(row) => <DriveRow key={row.activityId} row={row} isLater />}
          empty={<EmptyState title="后面几天没有安排试驾" hint="客户经理安排的试驾会按日期列在这里。" />}
        />
        <HomePanel
          id="drives-recent"
          title="最近完成"
          rows={data?.recent}
          query={query}
          render={(row) => <DriveRow key={row.activityId} row={row} isLater={false} />}
          empty={<EmptyState title="近30天没有完成的试驾" hint="完成的试驾会列在这里。" />}
        />
      </div>
    </>
  )
}

/** How many are open and done today, planned, and done this month. */
const numbersText = ({ today, plannedTotal, monthTotal }: Answer): string => {
  const open = today.filter(({ isDone }) => !isDone).length
  return `今日待试驾 ${open} · 已完成 ${today.length - open} · 后续 ${plannedTotal} · 本月完成 ${monthTotal}`
}

function DriveRow({ row, isLater }: { row: TestDriveRow; isLater: boolean }) {
  const now = useNow()
  return (
    <li className="sr-home-row" data-done={row.isDone}>
      <span className="sr-home-main">
        <strong className="sr-home-what">
          <Cut text={row.seriesName || '车型未定'} />
        </strong>
        <span className="sr-home-about">
          <span>客户 {row.customerName}</span>
          <span>客户经理 {row.ownerName}</span>
        </span>
      </span>
      <span className="sr-home-when">
        <span>{isLater ? whenText(row.at, now) : <RelativeTime at={row.at} />}</span>
        <span className="sr-quiet sr-num">
          {formatDay(row.at).slice(5)} {weekdayOf(row.at)}
        </span>
      </span>
    </li>
  )
}

/** `明天 10:15`, or the day alone without an agreed hour. */
const whenText = (at: number, now: number): string =>
  at === dayStart(at) ? inDays(at, now) : `${inDays(at, now)} ${clockText(at)}`

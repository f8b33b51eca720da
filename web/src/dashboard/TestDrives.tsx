import type { TestDriveRow } from '@showroom/contract/dashboard/dashboard.schema'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../ui/day'
import { inDays, weekdayOf } from '../ui/dayText'
import { EmptyState } from '../ui/EmptyState'
import { HomePanel } from '../ui/HomePanel'
import { Cut } from '../ui/list/table/Cut'
import { useNow } from '../ui/useNow'
import { testDrivesQuery } from './dashboard.queries'
import '../ui/home.css'
import '../ui/list/list.css'

/** The store's test drives of today and of later days, for members who accompany them. */
export function TestDrives() {
  const { data } = useQuery(testDrivesQuery())
  const open = data?.today.filter(({ isDone }) => !isDone).length ?? 0
  const done = (data?.today.length ?? 0) - open
  return (
    <div className="sr-home-pair">
      <HomePanel
        id="drives-today"
        title="今日试驾"
        note={
          data &&
          data.today.length > 0 && <span className="sr-quiet">{`待试驾 ${open}，已完成 ${done}`}</span>
        }
        rows={data?.today}
        render={(row) => <Drive key={row.activityId} row={row} isLater={false} />}
        empty={<EmptyState title="今天没有安排试驾" hint="客户经理安排在今天的试驾会出现在这里。" />}
      />
      <HomePanel
        id="drives-later"
        title="后续试驾"
        note={
          data &&
          data.plannedTotal > 0 && (
            <span className="sr-quiet">{`共 ${data.plannedTotal.toLocaleString('zh-CN')} 次`}</span>
          )
        }
        rows={data?.planned}
        render={(row) => <Drive key={row.activityId} row={row} isLater />}
        empty={<EmptyState title="后面几天没有安排试驾" hint="客户经理安排的试驾会按日期列在这里。" />}
      />
    </div>
  )
}

function Drive({ row, isLater }: { row: TestDriveRow; isLater: boolean }) {
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
      {isLater ? (
        <span className="sr-home-when">
          <span>{inDays(row.at, now)}</span>
          <span className="sr-quiet sr-num">
            {formatDay(row.at).slice(5)} {weekdayOf(row.at)}
          </span>
        </span>
      ) : (
        <span className={`sr-status sr-status-${row.isDone ? 'done' : 'due'}`}>
          {row.isDone ? '已完成' : '待试驾'}
        </span>
      )}
    </li>
  )
}

import type { TodayAnswer } from '@showroom/contract/dashboard/today.schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { OwnTargets } from '../../target/public'
import { formatDay } from '../../ui/day'
import { weekdayOf } from '../../ui/dayText'
import { percentText } from '../dashboard.labels'
import { summaryQuery } from '../dashboard.queries'

/** The member's own day: done and to come, the ratios of the month, and the next days. */
export function MyDay({ day, children }: { day: TodayAnswer | undefined; children: ReactNode }) {
  const { data: month } = useQuery(summaryQuery())
  const toDo = day
    ? day.rows.filter(({ part, activityId }) => part !== 'later' && activityId > 0).length +
      day.left.overdue +
      day.left.today
    : 0
  return (
    <aside className="sr-today-side" aria-label="我的一天">
      <section className="sr-panel sr-today-mine">
        <h2>我的一天</h2>
        <dl>
          <Number title="完成" value={day && `${day.doneTotal} / ${day.doneTotal + toDo}`} />
          <Number title="今日预约" value={day?.appointments} />
          <Number title="其中试驾" value={day?.testDrives} />
          <Number title="跟进及时率" value={month && percentText(month.followRatio)} />
          <Number title="到店率" value={month && percentText(month.arriveRatio)} />
          <Number title="成交率" value={month && percentText(month.dealRatio)} />
        </dl>
      </section>
      <Suspense>
        <OwnTargets />
      </Suspense>
      {children}
      {day && day.next.length > 0 && (
        <section className="sr-panel sr-today-mine">
          <h2>接下来几天</h2>
          <dl>
            {day.next.map(({ day: at, total }) => (
              <Number key={at} title={`${weekdayOf(at)} ${formatDay(at).slice(5)}`} value={`${total} 条`} />
            ))}
          </dl>
        </section>
      )}
    </aside>
  )
}

const Number = ({ title, value }: { title: string; value: number | string | undefined }) => (
  <div>
    <dt>{title}</dt>
    <dd className="sr-num">{value ?? '…'}</dd>
  </div>
)

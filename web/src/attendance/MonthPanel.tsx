import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type DayResult, judgeDay } from '@showroom/contract/attendance/attendance.rules'
import type { SignDay } from '@showroom/contract/attendance/attendance.schema'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { weekdayOf } from '../ui/dayText'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { monthQuery } from './attendance.queries'
import { SignLine, timeOf } from './SignLine'
import './attendance.css'

interface JudgedDay extends SignDay {
  readonly result: DayResult
}

/** Marks of a day, in display order. */
const marks = [
  ['isLate', '迟到', 'due'],
  ['isEarly', '早退', 'due'],
  ['isAbsent', '缺勤', 'danger'],
  ['lacksOut', '缺签退', 'due'],
  ['isOutside', '外出', 'info'],
] as const satisfies readonly (readonly [keyof DayResult, string, string])[]

/** The month `by` months after, as YYYY-MM. */
const moveMonth = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The member's own month, the newest day first. */
export function MonthPanel({ today }: { today: string }) {
  const [month, setMonth] = useState(() => today.slice(0, 7))
  const { data, error, refetch } = useQuery(monthQuery(month))
  const days = data?.data.map((day): JudgedDay => ({ ...day, result: judgeDay(day, data.now) })).toReversed()
  return (
    <section className="sr-panel sr-month" aria-labelledby="sign-month">
      <div className="sr-month-head">
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label="上一月"
          onClick={() => setMonth(moveMonth(month, -1))}
        />
        <h2 id="sign-month" className="sr-month-title" aria-live="polite">
          {month}
        </h2>
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label="下一月"
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(moveMonth(month, 1))}
        />
      </div>
      {error && !days && <ErrorState error={error} onRetry={() => void refetch()} />}
      {days?.length === 0 && <EmptyState title="这个月没有签到记录" />}
      {days && days.length > 0 && (
        <>
          <MonthSums days={days} />
          <ul className="sr-month-days">
            {days.map((day) => (
              <DayRow key={day.day} day={day} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function MonthSums({ days }: { days: readonly JudgedDay[] }) {
  const sums: readonly (readonly [string, number])[] = [
    ['出勤', days.filter(({ signs }) => signs.length > 0).length],
    ...marks.map(([key, label]) => [label, days.filter(({ result }) => result[key]).length] as const),
  ]
  return (
    <dl className="sr-month-sums">
      {sums.map(([label, total]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="sr-num">{total}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A day with its result; its signs unfold below. */
export function DayRow({ day }: { day: JudgedDay }) {
  const { result, signs } = day
  const noon = Date.parse(`${day.day}T12:00:00+08:00`) / 1000
  const marked = marks.filter(([key]) => result[key])
  const head = (
    <>
      <time className="sr-num" dateTime={day.day}>
        {day.day} {weekdayOf(noon)}
      </time>
      <span className="sr-num">
        {result.first ? `${timeOf(result.first)} – ${result.lastOut ? timeOf(result.lastOut) : '--'}` : '--'}
      </span>
      <span className="sr-month-marks">
        {marked.map(([key, label, tone]) => (
          <span key={key} className={`sr-month-mark sr-month-${tone}`}>
            {label}
          </span>
        ))}
        {marked.length === 0 && signs.length > 0 && <span className="sr-quiet">正常</span>}
      </span>
    </>
  )
  if (signs.length === 0) return <li className="sr-month-row">{head}</li>
  return (
    <li>
      <details>
        <summary className="sr-month-row">{head}</summary>
        <ol className="sr-sign-lines">
          {signs.map((one) => (
            <SignLine key={one.id} sign={one} />
          ))}
        </ol>
      </details>
    </li>
  )
}

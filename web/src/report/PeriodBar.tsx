import { dateType, type DateType, periodOf } from '@showroom/contract/report/period.rules'
import { Button, DatePicker, Segmented, Switch } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { dayOf, lastSecondOf, secondsOf } from '../ui/day'
import { DayRangePicker } from '../ui/form/DayRangePicker'
import { useDay } from '../ui/form/useDay'
import { typeOf } from './period'
import type { PeriodState } from './usePeriod'
import './report.css'

const types: readonly { value: DateType; label: string }[] = [
  { value: dateType.day, label: '日' },
  { value: dateType.week, label: '周' },
  { value: dateType.month, label: '月' },
  { value: dateType.year, label: '年' },
  { value: dateType.range, label: '自定义' },
]
const pickers = { 1: 'date', 2: 'week', 3: 'month', 4: 'year' } as const

interface PeriodBarProps {
  state: PeriodState
  /** Refetches the numbers. */
  onView: () => void
  /** Shows the switch for comparing; some reports have no previous period. */
  compares?: boolean
  /** The export button. */
  children?: ReactNode
}

/** Chooses the days of a report; a choice takes effect at once. */
export function PeriodBar({ state, onView, compares = true, children }: PeriodBarProps) {
  const { search, period } = state
  const type = typeOf(search)
  const day = useDay(period?.start)
  const [isMissing, setMissing] = useState(false)
  const compareId = useId()
  const view = (): void => {
    setMissing(!period)
    if (period) onView()
  }
  return (
    <section className="sr-panel sr-report-bar" aria-label="统计范围">
      <Segmented<DateType>
        aria-label="日期类型"
        value={type}
        options={[...types]}
        onChange={(next) => {
          setMissing(false)
          state.change({ dt: next === dateType.month ? undefined : next, d: undefined, e: undefined })
        }}
      />
      <div className="sr-report-picker">
        {type === dateType.range ? (
          <RangePicker state={state} isMissing={isMissing} />
        ) : (
          <DatePicker
            aria-label="统计日期"
            className="sr-fill"
            picker={pickers[type]}
            allowClear={false}
            value={day}
            maxDate={dayOf(state.now)}
            onChange={(next) => {
              if (!next) return
              const { start, end } = periodOf(type, secondsOf(next))
              state.choose({ type, start, end: end - 1 })
            }}
          />
        )}
      </div>
      <Button onClick={view}>查看</Button>
      <Button type="text" onClick={state.reset}>
        重置
      </Button>
      {compares && (
        <label className="sr-report-compare" htmlFor={compareId}>
          <Switch
            id={compareId}
            checked={search.c === 1}
            onChange={(on) => state.change({ c: on ? 1 : undefined })}
          />
          同期对比
        </label>
      )}
      <div className="sr-report-export">{children}</div>
    </section>
  )
}

function RangePicker({ state, isMissing }: { state: PeriodState; isMissing: boolean }) {
  const { period, now, search } = state
  const hintId = useId()
  // A single end is no range yet: it is kept here until the other is chosen.
  const [half, setHalf] = useState<{ start: number; end: number }>()
  const isWrong = isMissing && !period
  return (
    <>
      <DayRangePicker
        aria-label="统计日期"
        {...(isWrong && { 'aria-describedby': hintId, status: 'error' as const })}
        max={now}
        value={half ?? (period && { start: period.start, end: period.end })}
        onChange={(range) => {
          if (range?.start && range.end) {
            setHalf(undefined)
            const end = Math.min(range.end, lastSecondOf(dayOf(now)))
            state.choose({ type: dateType.range, start: range.start, end })
          } else {
            setHalf(range)
            if (search.d) state.change({ d: undefined, e: undefined })
          }
        }}
      />
      {isWrong && (
        <span id={hintId} className="sr-report-wrong" role="alert">
          请选择时间范围
        </span>
      )}
    </>
  )
}

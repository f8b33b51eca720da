import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { DayPicker } from '../ui/form/DayPicker'
import { useNow } from '../ui/useNow'
import './daily.css'

interface DayNavProps {
  day: number
  /** The period after or before this one; by default a day. */
  stepTo?: (by: 1 | -1) => number
  unit?: string
  onShow: (day: number) => void
  children?: ReactNode
}

/** Leads from day to day, until today. */
export function DayNav({ day, stepTo, unit = '天', onShow, children }: DayNavProps) {
  const now = useNow()
  const to = (by: 1 | -1): number => stepTo?.(by) ?? addDays(day, by)
  return (
    <div className="sr-daily-nav">
      {children}
      <Button icon={<LeftOutlined />} aria-label={`前一${unit}`} onClick={() => onShow(to(-1))} />
      <div className="sr-daily-picker">
        <DayPicker
          value={day}
          max={now}
          onChange={(next) => next && onShow(next)}
          allowClear={false}
          aria-label="日期"
        />
      </div>
      <Button
        icon={<RightOutlined />}
        aria-label={`后一${unit}`}
        disabled={to(1) > now}
        onClick={() => onShow(to(1))}
      />
      <Button onClick={() => onShow(0)} disabled={day >= dayStart(now)}>
        今天
      </Button>
    </div>
  )
}

import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { DayPicker } from './DayPicker'
import { useNow } from '../useNow'
import { inDays, nearDays, weekdayOf } from '../dayText'
import './DayChoice.css'

interface DayChoiceProps {
  id?: string
  /** Epoch seconds. */
  value?: number | undefined
  onChange?: (value: number | undefined) => void
  /** Offers these days by one click, as distances from today. */
  quick: readonly number[]
  /** The days are those of a week, which are named by their weekdays. */
  isWeek?: boolean
  min: number
  max: number | undefined
  disabled?: boolean
  'aria-label'?: string
}

/** Picks a day near today: one click for the usual days, the calendar for others. */
export function DayChoice({
  value,
  onChange,
  quick,
  isWeek = false,
  min,
  max,
  disabled = false,
  ...rest
}: DayChoiceProps) {
  const now = useNow()
  return (
    <div className={`sr-day-choice ${isWeek ? 'sr-day-choice-week' : ''}`}>
      <div className="sr-day-choice-picker">
        <DayPicker
          {...rest}
          value={value}
          min={min}
          max={max}
          disabled={disabled}
          onChange={(day) => onChange?.(day)}
        />
        {!isWeek && <span className="sr-day-choice-said">{value ? hintOf(value, now) : ''}</span>}
      </div>
      {!disabled && (
        <div className="sr-day-choice-quick">
          {quick.map((days) => {
            const day = addDays(now, days)
            return (
              <button
                key={days}
                type="button"
                className="sr-day-choice-one"
                aria-pressed={value !== undefined && dayStart(value) === day}
                onClick={() => onChange?.(day)}
              >
                {isWeek && days > nearDays ? weekdayOf(day) : inDays(day, now)}
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** `周二，3天后`: weekday and distance of a date. */
const hintOf = (day: number, now: number): string => `${weekdayOf(day)}，${inDays(day, now)}`

import { isDay } from '@showroom/contract/kernel/day'
import dayjs from 'dayjs'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { secondsOf } from '../day'
import './typed.css'

/** What a picker understands while it is typed; the first is how days are shown. None begins like another one: it would be taken too early. */
export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD']

/** As the picker takes it by itself. */
const understood = /^\d{4}([-/])\d{2}\1\d{2}$/

/** First second of a day that the picker does not understand: of fewer digits, or otherwise apart (2026-1-5, 2026.01.05, 2026年1月5日). */
export function looseDay(text: string): number | undefined {
  if (understood.test(text)) return undefined
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.trim()) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? secondsOf(dayjs(written)) : undefined
}

/** Which end of a range, or its only day. */
export type TypedEnd = 'start' | 'end'

interface TypedProps {
  /** The text that is left in the field, by leaving it or by Enter. */
  onTyped: (text: string, end: TypedEnd) => void
  children: ReactNode
}

/** Around a picker: tells what it keeps to itself, a text that it does not understand, or none at all. */
export function Typed({ onTyped, children }: TypedProps) {
  const tell = ({ target }: FocusEvent | KeyboardEvent): void => {
    if (!(target instanceof HTMLInputElement) || target.readOnly) return
    onTyped(target.value, target.getAttribute('date-range') === 'end' ? 'end' : 'start')
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') tell(event)
  }
  return (
    <span role="presentation" className="sr-typed" onBlur={tell} onKeyDown={enter}>
      {children}
    </span>
  )
}

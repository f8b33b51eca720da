import { isDay } from '@showroom/contract/kernel/day'
import dayjs from 'dayjs'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { secondsOf } from '../day'
import './typed.css'

/**
 * Date formats a picker accepts while typing; the first one is used for display. None is a prefix of another, or the
 * picker would accept it too early.
 */
export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD']

/** A complete date that the picker parses itself. */
const understood = /^\d{4}([-/])\d{2}\1\d{2}$/

/** First second of a day in a format the picker does not parse: fewer digits or other separators (2026-1-5, 2026.01.05, 2026年1月5日). */
export function looseDay(text: string): number | undefined {
  if (understood.test(text)) return undefined
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.trim()) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? secondsOf(dayjs(written)) : undefined
}

/** The end of a range; 'start' for a single day. */
export type TypedEnd = 'start' | 'end'

interface TypedProps {
  /** Called with the text in the field on blur and on Enter. */
  onTyped: (text: string, end: TypedEnd) => void
  children: ReactNode
}

/** Wraps a picker and reports the text left in it, which the picker ignores if it cannot parse it or it is empty. */
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

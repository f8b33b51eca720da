import type { Dayjs } from 'dayjs'
import { useMemo } from 'react'
import { dayOf } from '../day'

/**
 * Converts a day (epoch seconds; 0 or undefined for none) for a picker, with a stable identity while the day is the
 * same. Given a new object, antd's pickers drop what is being typed or half chosen, and live updates may render the
 * page at any time.
 */
export const useDay = (seconds: number | undefined): Dayjs | null =>
  useMemo(() => (seconds ? dayOf(seconds) : null), [seconds])

import type { Dayjs } from 'dayjs'
import { useMemo } from 'react'
import { dayOf } from '../day'

/**
 * A day (epoch seconds, 0 or nothing for none) as pickers take it: the same object while it is the same day. Given another one, antd's pickers
 * forget what is being typed or half chosen, and a page that hears of others' work draws at any time.
 */
export const useDay = (seconds: number | undefined): Dayjs | null =>
  useMemo(() => (seconds ? dayOf(seconds) : null), [seconds])

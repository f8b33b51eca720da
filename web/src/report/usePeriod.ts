import { dayStart } from '@showroom/contract/kernel/day'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { nowSeconds } from '../api/clock'
import { useNow } from '../ui/useNow'
import { type Period, readPeriod, searchOf } from './period'
import type { PeriodSearch } from '../frame/period.search'

export interface PeriodState {
  readonly search: PeriodSearch
  /** Undefined until a range is chosen. */
  readonly period: Period | undefined
  readonly now: number
  /** Changes the address; undefined values are removed. */
  readonly change: (part: Partial<PeriodSearch>) => void
  readonly choose: (period: Period) => void
  readonly reset: () => void
}

/** A report's period and view, from its address. */
export function usePeriod(): PeriodState {
  const search = useSearch({ strict: false }) as PeriodSearch
  const navigate = useNavigate()
  const today = dayStart(useNow())
  return useMemo(() => {
    // A page open overnight moves on to the new day.
    const now = Math.max(today, nowSeconds())
    const change = (part: Partial<PeriodSearch>): void => {
      void navigate({ to: '.', search: { ...search, ...part } })
    }
    return {
      search,
      now,
      period: readPeriod(search, now),
      change,
      choose: (period) => change(searchOf(period, now)),
      reset: () => void navigate({ to: '.', search: {} }),
    }
  }, [search, navigate, today])
}

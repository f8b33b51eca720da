import { isDay } from '@showroom/contract/kernel/day'
import { periodStart, wallDateType } from '@showroom/contract/report/wall.rules'
import type { WallDateType } from '@showroom/contract/report/wall.rules'
import { getRouteApi } from '@tanstack/react-router'
import { dayOf } from '../../ui/day'
import { useNow } from '../../ui/useNow'
import { inBrowser } from '../../api/storage'

const route = getRouteApi('/shell/reports/report/bigScreen')

export interface WallChoice {
  readonly dateType: WallDateType
  /** First second of the period. */
  readonly startDate: number
  /** Whether the period is the running one, and follows the date at midnight. */
  readonly isRunning: boolean
  /** 0 for all series. */
  readonly seriesId: number
  readonly isFull: boolean
  readonly isTurning: boolean
}

const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1000

const lastPeriod = inBrowser('wall-period')
const types: readonly WallDateType[] = Object.values(wallDateType)

/** The kind of period chosen last in this browser, at first a month. */
const readLastType = (): WallDateType =>
  types.find((type) => String(type) === lastPeriod.read()) ?? wallDateType.month

/** The screen's settings from its address. */
export function useWallChoice(): WallChoice {
  const { t = readLastType(), d = '', s = 0, full, turn } = route.useSearch()
  const now = useNow()
  const day = isDay(d) ? startOfDay(d) : now
  return {
    dateType: t,
    startDate: periodStart(t, Math.min(day, now)),
    isRunning: periodStart(t, Math.min(day, now)) === periodStart(t, now),
    seriesId: s,
    isFull: full === 1,
    isTurning: turn === 1,
  }
}

/** Changes the screen's settings. */
export function useChangeWall(): (change: Partial<Omit<WallChoice, 'isRunning'>>) => void {
  const navigate = route.useNavigate()
  return ({ dateType, startDate, seriesId, isFull, isTurning }) => {
    if (dateType !== undefined) lastPeriod.write(String(dateType))
    void navigate({
      replace: true,
      search: (old) => ({
        ...old,
        ...(dateType !== undefined && { t: dateType }),
        // The running period has no value in the address, as it changes tomorrow.
        ...(startDate !== undefined && { d: startDate ? dayOf(startDate).format('YYYY-MM-DD') : undefined }),
        ...(seriesId !== undefined && { s: seriesId || undefined }),
        ...(isFull !== undefined && { full: isFull ? (1 as const) : undefined }),
        ...(isTurning !== undefined && { turn: isTurning ? (1 as const) : undefined }),
      }),
    })
  }
}

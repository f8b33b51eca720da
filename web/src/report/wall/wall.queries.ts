import * as wall from '@showroom/contract/report/wall.api'
import { wallQueryType } from '@showroom/contract/report/wall.rules'
import type { WallFunnel, WallSources, WallStates, WallSummary } from '@showroom/contract/report/wall.schema'
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { readLine, watchLine } from '../../api/live'
import { keyOf, queryOf } from '../../api/query'
import { useShownHere } from '../../ui/shownErrors'
import type { WallChoice } from './useWall'

/** Ranks are recounted while a screen is open: with this interval none shown is older than a minute. */
const askAgainMs = 30_000
const cards = [wallQueryType.total, wallQueryType.online, wallQueryType.offline]

export interface WallData {
  readonly cards: readonly (WallSummary | undefined)[]
  readonly sources: WallSources | undefined
  readonly states: WallStates | undefined
  readonly funnel: WallFunnel | undefined
  /** The error of the first load; later errors keep the old numbers. */
  readonly error: unknown
  /** The shown numbers may be out of date. */
  readonly isBehind: boolean
  /** Epoch seconds; 0 before the first response. */
  readonly countedAt: number
  readonly rankedAt: number
  readonly readAgain: () => void
}

/** The numbers of the screen, refetched on each event of the store, and every half minute. */
export function useWallData({ dateType, startDate, seriesId }: WallChoice): WallData {
  const question = { dateType, startDate, seriesId }
  // Old numbers stay while new ones load, and if loading fails.
  const lasting = { placeholderData: keepPreviousData, gcTime: 60_000 }
  const client = useQueryClient()
  const line = useSyncExternalStore(watchLine, readLine)
  const readings = useQueries({
    queries: cards.map((queryType) => ({
      ...queryOf(wall.bigScreenSummary, { ...question, queryType }),
      ...lasting,
    })),
  })
  const [sources, states, funnel] = useQueries({
    queries: [
      { ...queryOf(wall.bigScreenClueSource, question), ...lasting },
      { ...queryOf(wall.bigScreenClueState, question), ...lasting },
      { ...queryOf(wall.bigScreenClueChart, question), ...lasting },
    ],
  })
  const all = [...readings, sources, states, funnel]
  // The screen itself shows that it is out of date.
  useShownHere(...all.map(({ error }) => error))

  useEffect(() => {
    if (!line.isAttended) return undefined
    const timer = setInterval(() => {
      for (const call of Object.values(wall)) void client.invalidateQueries({ queryKey: keyOf(call) })
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [client, line.isAttended])

  const answers = [...readings.map(({ data }) => data), sources.data, states.data].flatMap((one) => one ?? [])
  const has = all.every(({ data }) => data !== undefined)
  return {
    cards: readings.map(({ data }) => data),
    sources: sources.data,
    states: states.data,
    funnel: funnel.data,
    error: has ? undefined : all.find(({ error }) => error)?.error,
    isBehind: has && (!line.isUp || all.some(({ isError, failureCount }) => isError || failureCount > 0)),
    countedAt: Math.max(0, ...answers.map((one) => one.countedAt)),
    rankedAt: Math.max(0, ...answers.map((one) => one.rankedAt)),
    readAgain: () => void Promise.all(all.map(({ refetch }) => refetch())),
  }
}

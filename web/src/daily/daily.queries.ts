import { own, sum, team } from '@showroom/contract/daily/daily.api'
import type { QueryClient } from '@tanstack/react-query'
import { type Body, keyOf, queryOf } from '../api/query'

export const ownQuery = (day: number) => queryOf(own, { day })
export const teamQuery = (day: number) => queryOf(team, { day })
export const sumQuery = (request: Body<typeof sum>) => queryOf(sum, request)

export const refetchReports = (queries: QueryClient): void => {
  for (const call of [own, team, sum]) void queries.invalidateQueries({ queryKey: keyOf(call) })
}

import * as target from '@showroom/contract/target/target.api'
import type { QueryClient } from '@tanstack/react-query'
import { type Body, keyOf, queryOf } from '../api/query'

export const periodQuery = (request: Body<typeof target.period>) => queryOf(target.period, request)
export const historyQuery = (request: Body<typeof target.history>) => queryOf(target.history, request)

export const invalidateTargets = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [target.period, target.history].map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })),
  )

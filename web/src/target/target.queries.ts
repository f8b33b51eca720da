import * as target from '@showroom/contract/target/target.api'
import { dayText } from '@showroom/contract/kernel/day'
import { targetMeasures } from '@showroom/contract/target/target.rules'
import type { Period } from '@showroom/contract/target/target.schema'
import type { QueryClient } from '@tanstack/react-query'
import { nowSeconds } from '../api/clock'
import { type Body, keyOf, queryOf } from '../api/query'

export const periodQuery = (request: Body<typeof target.period>) => queryOf(target.period, request)
export const historyQuery = (request: Body<typeof target.history>) => queryOf(target.history, request)

/** This month by the server's clock. */
export const thisMonthQuery = () => periodQuery({ month: dayText(nowSeconds()).slice(0, 7), months: 1 })

/** The store's measures that have a target. */
export const storePaces = ({ store }: Period) =>
  targetMeasures.flatMap((measure) => {
    const pace = store?.[measure]
    return pace && pace.target !== null ? [{ ...pace, measure, target: pace.target }] : []
  })

export const invalidateTargets = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [target.period, target.history].map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })),
  )

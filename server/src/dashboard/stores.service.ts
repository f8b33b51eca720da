import { trendDays } from '@showroom/contract/dashboard/dashboard.rules'
import type { StoreRow, StoresAnswer, StoresQuery } from '@showroom/contract/dashboard/stores.schema'
import { addDays, dayEnd } from '@showroom/contract/kernel/day'
import { dateType, periodStart, spanBefore } from '@showroom/contract/report/period.rules'
import { type TargetMeasure, targetMeasures } from '@showroom/contract/target/target.rules'
import type { z } from 'zod'
import { listOwnStores } from '../access/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { createTurns } from '../platform/jobs/turns.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { createSpanCounter, spanOf } from '../report/index.ts'
import type { Span } from '../report/index.ts'
import { readPeriod, weeksBefore } from '../target/index.ts'
import type { TargetNumbers } from '../target/index.ts'

/** 门店对比: the numbers of each store that the member may switch to. */

/** Stores counted at the same time in a process, so few that other users' lists stay fast. */
const atOnce = createTurns(6)
/** Members whose stores are counted; beyond these the request must be retried. */
const turns = createTurns(2, 42)

/** The period and the one before in whole, and the last weeks by day. */
const countStore = createSpanCounter(targetMeasures, [false, false, true])

const each = <Value>(of: (measure: TargetMeasure) => Value): Record<TargetMeasure, Value> =>
  Object.fromEntries(targetMeasures.map((measure) => [measure, of(measure)])) as Record<TargetMeasure, Value>

/** The pace that is compared: what the number itself shows is counted once. */
const paceOf = ({ target, due, forecast }: TargetNumbers) => ({ target, due, forecast })

/** Counts each store by its own statement, and sends numbers alone: no row of a store reaches another one. */
export async function readStores(
  { db, session, now }: Context,
  query: z.output<typeof StoresQuery>,
): Promise<z.output<typeof StoresAnswer>> {
  const span = spanOf(query, now)
  const seconds = secondsOf(now)
  const before = spanBefore(query.dateType, span, seconds)
  const last = { from: addDays(seconds, 1 - trendDays), until: dayEnd(seconds) }
  const spans: readonly Span[] = [span, before].map(({ start, end }) => ({ from: start, until: end }))

  const isMonth = query.dateType === dateType.month && span.start === periodStart(dateType.month, span.start)

  const count = async (store: { readonly dealerId: number; readonly name: string }): Promise<StoreRow> => {
    const scope = mintJobScope(store.dealerId, 0)
    const [counts, countsBefore, days] = await countStore(db, scope, [
      ...spans,
      isMonth ? { from: weeksBefore(seconds).from, until: last.until } : last,
    ])
    const done = each((measure) => counts?.[0]?.counts[measure] ?? 0)
    const month = isMonth
      ? await readPeriod(
          db,
          scope,
          { start: span.start, months: 1, byMember: false, known: { done, days: days ?? [] } },
          now,
        )
      : undefined
    const byDay = new Map(days?.map((row) => [row.day, row.counts]))
    return {
      ...store,
      counts: done,
      before: each((measure) => countsBefore?.[0]?.counts[measure] ?? 0),
      days: each((measure) =>
        Array.from({ length: trendDays }, (_, at) => byDay.get(addDays(last.from, at))?.[measure] ?? 0),
      ),
      month: month ? each((measure) => paceOf(month.store[measure])) : null,
    }
  }
  return turns.run(async () => {
    const stores = await listOwnStores(db, session)
    const data = await Promise.all(stores.map((store) => atOnce.run(() => count(store))))
    return { data, beforeStart: before.start, beforeEnd: before.end }
  })
}

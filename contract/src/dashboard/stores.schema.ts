import { z } from 'zod'
import { ofEach, oneOf } from '../kernel/wire.ts'
import { dateType } from '../report/period.rules.ts'
import { ofDays } from '../report/report.schema.ts'
import { targetMeasures } from '../target/target.rules.ts'

/** 门店对比: the same numbers of each store that the member may switch to (docs/product/dashboard.md). */

export const StoresQuery = ofDays({
  /** Kind of period that the days form (see `dateType`); decides what they are compared with. */
  dateType: oneOf([1, 2, 3, 4, 5], '请选择日期类型').default(dateType.range),
})

/** Null without a target. */
const StorePace = z.object({
  target: z.number().nullable(),
  due: z.number().nullable(),
  forecast: z.number().nullable(),
})

export const StoreRow = z.object({
  dealerId: z.number(),
  name: z.string(),
  counts: ofEach(targetMeasures, z.number()),
  /** The same part of the period before. */
  before: ofEach(targetMeasures, z.number()),
  /** Each of the last 30 days, today last. */
  days: ofEach(targetMeasures, z.array(z.number())),
  /** Targets and pace of the whole month; null for other periods. */
  month: ofEach(targetMeasures, StorePace).nullable(),
})
export type StoreRow = z.infer<typeof StoreRow>

export const StoresAnswer = z.object({
  data: z.array(StoreRow),
  /** The period that `before` counts, in epoch seconds, the end excluded. */
  beforeStart: z.number(),
  beforeEnd: z.number(),
})

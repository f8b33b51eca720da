import { z } from 'zod'
import { oneOf } from '../kernel/wire.ts'
import { type MeasureName, measures } from '../report/measures.ts'
import { dateType } from '../report/period.rules.ts'
import { ofDays } from '../report/report.schema.ts'

/** 门店对比: the same numbers of each store that the member may switch to (docs/product/dashboard.md). */

export const storeMeasures = [
  'files',
  'visits',
  'testDrives',
  'orders',
  'deliveries',
  'leadsValid',
] as const satisfies readonly MeasureName[]
export type StoreMeasure = (typeof storeMeasures)[number]

export const storeMeasureLabel = (name: StoreMeasure): string =>
  name === 'leadsValid' ? '线索有效' : measures[name].label

export const StoresQuery = ofDays({
  /** Kind of period that the days form (see `dateType`); decides what they are compared with. */
  dateType: oneOf([1, 2, 3, 4, 5], '请选择日期类型').default(dateType.range),
})

const ofEach = <Value extends z.ZodType>(value: Value) =>
  z.object(Object.fromEntries(storeMeasures.map((name) => [name, value])) as Record<StoreMeasure, Value>)

export const StoreRow = z.object({
  dealerId: z.number(),
  name: z.string(),
  counts: ofEach(z.number()),
  /** The same part of the period before. */
  before: ofEach(z.number()),
  /** Each of the last 30 days, today last. */
  days: ofEach(z.array(z.number())),
})
export type StoreRow = z.infer<typeof StoreRow>

export const StoresAnswer = z.object({
  data: z.array(StoreRow),
  /** The period that `before` counts, in epoch seconds, the end excluded. */
  beforeStart: z.number(),
  beforeEnd: z.number(),
})

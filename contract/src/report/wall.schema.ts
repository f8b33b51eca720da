import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { filterAt } from '../kernel/dates.ts'
import { dealerId, oneOf, OptionalId, Seconds } from '../kernel/wire.ts'
import { wallDateType, wallQueryType } from './wall.rules.ts'

/** Error text for a day in the future. */
export const notYet = '不能选择未来的日期'

/** The dealer's big screen. Rates are percent with one decimal; null is shown as "--". */

const question = {
  dealerId,
  dateType: oneOf([wallDateType.day, wallDateType.week, wallDateType.month], '请选择日期类型'),
  /** The main series of leads and files; 0 for all. */
  seriesId: codeOf('series', OptionalId, undefined, { takesStopped: true }),
  /** Any second of the period, never in the future. Epoch seconds. */
  startDate: filterAt('请选择日期'),
}

export const WallQuery = z.object(question)
export type WallQuery = z.output<typeof WallQuery>

export const WallSummaryQuery = z.object({
  ...question,
  queryType: oneOf([wallQueryType.total, wallQueryType.online, wallQueryType.offline], '请选择线索类型'),
})

const Rate = z.number().nullable()
/** Place among the stores of the city; 0 if the store has none. */
const Rank = z.number()

/** Times the numbers were counted at (数据截至): the store's own, and the ranks. */
const counted = {
  countedAt: Seconds,
  rankedAt: Seconds,
  /** Number of ranked stores. */
  rankTotal: z.number(),
}

export const WallSummary = z.object({
  data: z.object({
    thisCount: z.number(),
    /** Change against the same part of the period before. */
    rate: Rate,
    thisRank: Rank,
    lastRank: Rank,
  }),
  ...counted,
})
export type WallSummary = z.infer<typeof WallSummary>

const sourceRow = {
  name: z.string(),
  thisCount: z.number(),
  rate: Rate,
  thisRank: Rank,
  /** Repeated, invalid and valid leads, each with its share of all leads. */
  thisRepeatCount: z.number(),
  repeatRate: Rate,
  thisInvalidCount: z.number(),
  invalidRate: Rate,
  thisValidCount: z.number(),
  validRate: Rate,
}

/** Online and offline, each with the sources that sent something in either period, most first. */
export const WallSources = z.object({
  data: z.array(z.object({ ...sourceRow, children: z.array(z.object(sourceRow)) })),
  ...counted,
})
export type WallSources = z.infer<typeof WallSources>
export type WallSourceRow = WallSources['data'][number]['children'][number]

export const WallStates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      thisCount: z.number(),
      rate: Rate,
      thisRank: Rank,
      /** In the row of visits the test drives of the period, in the others how many of these customers had one. */
      testDriveCount: z.number(),
      /** More is worse: a rise is bad, ranks count from the fewest. */
      isLoss: z.boolean(),
    }),
  ),
  ...counted,
})
export type WallStates = z.infer<typeof WallStates>

export const WallFunnel = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      /** Share of the stage before (`rate1`) and of the first stage (`rate2`); null for the first stage. */
      rate1: Rate,
      rate2: Rate,
      /** Difference to the same part of the period before, in percentage points. */
      compareRate1: Rate,
      compareRate2: Rate,
    }),
  ),
  countedAt: Seconds,
})
export type WallFunnel = z.infer<typeof WallFunnel>

import { z } from 'zod'
import { dealerId, oneOf } from '../kernel/wire.ts'
import { targetLevels, targetMax, targetMeasures } from './target.rules.ts'

/** Targets and pace of a store and its members. */

/** A month, YYYY-MM. */
export const Month = z.string('请选择月份').regex(/^20\d\d-(0[1-9]|1[0-2])$/, '请选择月份')

const wrongGoal = `请输入0至${targetMax}的整数`
export const Goal = z.number(wrongGoal).int(wrongGoal).min(0, wrongGoal).max(targetMax, wrongGoal).nullable()
const Goals = z.record(z.enum(targetLevels), Goal)

/** Kinds of period: their months. The period is the one that holds `month`. */
export const periodMonths = [1, 3, 12] as const
export const PeriodQuery = z.object({
  dealerId,
  month: Month,
  months: oneOf(periodMonths, '请选择周期').default(1),
})
export type PeriodQuery = z.output<typeof PeriodQuery>

const pace = {
  done: z.number(),
  /** The least ambitious level that is set; null for none. */
  target: z.number().nullable(),
  /** Part of the target that was due by now. */
  due: z.number().nullable(),
  /** Null before the period, and for a period with months to come. */
  forecast: z.number().nullable(),
  /** Range of the forecast; null if it follows from even days. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Needed on each day that is left; null for none. */
  perDay: z.number().nullable(),
}
export const TargetNumbers = z.object({ ...pace, goals: Goals })
export type TargetNumbers = z.infer<typeof TargetNumbers>
const StoreNumbers = TargetNumbers.extend({
  /** The store's own targets, and the sums of its members'. */
  ownGoals: Goals,
  memberGoals: Goals,
})
export const MeasureNumbers = z.record(z.enum(targetMeasures), TargetNumbers)
export type MeasureNumbers = z.infer<typeof MeasureNumbers>

export const Period = z.object({
  /** First month of the period, YYYY-MM. */
  month: z.string(),
  /** Whether the holidays of its years are known. If not, holidays count as plain weekdays. */
  isAnnounced: z.boolean(),
  /** Missing for members who read their own line only. */
  store: z.record(z.enum(targetMeasures), StoreNumbers).optional(),
  /** Members of the caller's line, of the whole store if the store ranks its members. */
  members: z.array(
    z.object({
      memberId: z.number(),
      name: z.string(),
      isLeft: z.boolean(),
      numbers: MeasureNumbers,
    }),
  ),
})
export type Period = z.infer<typeof Period>

import { z } from 'zod'
import { dealerId, halfFilled, ofEach, OptionalId, oneOf, required } from '../kernel/wire.ts'
import { goalsProblem, targetLevels, targetMax, targetMeasures } from './target.rules.ts'

/** Targets and pace of a store and its members. */

/** A month, YYYY-MM. */
export const Month = z.string('请选择月份').regex(/^20\d\d-(0[1-9]|1[0-2])$/, '请选择月份')

const wrongGoal = `请输入0至${targetMax}的整数`
export const Goal = z.number(wrongGoal).int(wrongGoal).min(0, wrongGoal).max(targetMax, wrongGoal).nullable()
const Goals = ofEach(targetLevels, Goal)

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
export const TargetNumbers = z.object({
  ...pace,
  goals: Goals,
  /** Version of the stored target, the store's own in its row; 0 for none, and for a period of several months. */
  rowVersion: z.number(),
})
export type TargetNumbers = z.infer<typeof TargetNumbers>
const StoreNumbers = TargetNumbers.extend({
  /** The store's own targets, and the sums of its members'. */
  ownGoals: Goals,
  memberGoals: Goals,
})
export const MeasureNumbers = ofEach(targetMeasures, TargetNumbers)
export type MeasureNumbers = z.infer<typeof MeasureNumbers>

export const Period = z.object({
  /** First month of the period, YYYY-MM. */
  month: z.string(),
  /** Whether the holidays of its years are known. If not, holidays count as plain weekdays. */
  isAnnounced: z.boolean(),
  /** Missing for members who read their own line only. */
  store: ofEach(targetMeasures, StoreNumbers).optional(),
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

/** Most targets of one save: those of a large store's month. */
const cellsMax = 3000
const Measure = z.enum(targetMeasures, '请选择指标')
/** A member, or 0 for the store. */
const memberId = OptionalId

const TargetCell = z
  .object({
    memberId,
    measure: Measure,
    basic: Goal,
    sprint: Goal,
    challenge: Goal,
    /** As read; 0 for a target that was not stored yet. */
    rowVersion: z.number().int().min(0).max(2_000_000_000),
  })
  .superRefine((goals, context) => {
    const problem = goalsProblem(goals)
    if (problem) context.addIssue({ code: 'custom', path: [problem.level], message: problem.text })
  })

/** Changes targets of one month: all of them, or none if another member changed one since it was read. */
export const SaveTargets = z
  .object({
    dealerId,
    month: Month,
    cells: z
      .array(TargetCell, '请填写目标')
      .min(1, '请填写目标')
      .max(cellsMax, `一次最多保存${cellsMax}项目标`),
  })
  .refine(
    ({ cells }: { readonly cells?: unknown }) => {
      const keys = (Array.isArray(cells) ? (cells as { memberId?: number; measure?: string }[]) : []).map(
        (cell) => `${cell?.memberId ?? 0} ${cell?.measure}`,
      )
      return new Set(keys).size === keys.length
    },
    { path: ['cells'], message: '同一成员的同一指标只能填写一次', ...halfFilled },
  )
export type SaveTargets = z.output<typeof SaveTargets>

export const HistoryQuery = z.object({ dealerId, month: Month, memberId, measure: Measure })
/** Values a target was set to, latest first. */
export const History = z.object({
  data: z.array(z.object({ goals: Goals, userName: z.string(), changedAt: z.number() })),
})
export type History = z.infer<typeof History>

export const SheetQuery = z.object({ dealerId, month: Month })
/** `file`: object key of an uploaded workbook with the columns of the template. */
export const ReadSheet = z.object({ dealerId, file: required('请选择导入文件', 300) })
export const ReadSheetAnswer = z.object({
  /** Numbers of the workbook, for the grid; null for an empty cell. */
  cells: z.array(
    z.object({ memberId: z.number(), measure: Measure, level: z.enum(targetLevels), goal: Goal }),
  ),
  failTotal: z.number(),
  /** The first 50 problems, with row, heading and address in the sheet. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), cell: z.string(), text: z.string() })),
})
export type ReadSheetAnswer = z.infer<typeof ReadSheetAnswer>

import { z } from 'zod'
import { dayStart } from '../kernel/day.ts'
import { dealerId, Id, lines, oneOf, requiredLines, Seconds } from '../kernel/wire.ts'
import { dateType } from '../report/period.rules.ts'
import { commentMax, dailyState, doneMeasures, type DoneMeasure, textMax } from './daily.rules.ts'

/** Daily reports of members, and those of the store. */

/** Any second of the day in Asia/Shanghai; its first second after parsing. */
const Day = z
  .number('请选择日期')
  .int('请选择日期')
  .min(1, '请选择日期')
  .max(9_999_999_999, '请选择日期')
  .transform(dayStart)

const Done = z.object(
  Object.fromEntries(doneMeasures.map((name) => [name, z.number()])) as Record<DoneMeasure, z.ZodNumber>,
)
export type Done = z.infer<typeof Done>
export const DailyNumbers = Done.extend({
  /** Open tasks of earlier days. Null for an earlier day without a report, as only today's are known. */
  overdue: z.number().nullable(),
  /** Appointments of the next day. */
  tomorrow: z.number(),
})
export type DailyNumbers = z.infer<typeof DailyNumbers>

const state = z.literal(Object.values(dailyState))

const Comment = z.object({
  id: z.number(),
  memberName: z.string(),
  content: z.string(),
  at: Seconds,
  isReturn: z.boolean(),
})

/** A member's report of a day, also before it is handed in. */
export const DailyReport = z.object({
  /** 0 before it was handed in. */
  reportId: z.number(),
  memberId: z.number(),
  userName: z.string(),
  state,
  isLate: z.boolean(),
  /** A report is expected: the member works, and the day is no day off. */
  isDue: z.boolean(),
  /** Its hour is over, and no report was handed in. */
  isMissing: z.boolean(),
  handedAt: Seconds,
  summary: z.string(),
  plan: z.string(),
  /** As handed in; before that, and after a return, as counted now. */
  numbers: DailyNumbers,
  /** As counted now. */
  now: Done,
  defeats: z.array(
    z.object({
      id: z.number(),
      /** 0 if the reader may not open the customer. */
      customerId: z.number(),
      customerName: z.string(),
    }),
  ),
  comments: z.array(Comment),
  /** The reader may comment on it and return it. */
  mayAnswer: z.boolean(),
})
export type DailyReport = z.infer<typeof DailyReport>

export const OfDay = z.object({ dealerId, day: Day })
export const Own = z.object({
  /** Hour after which a report is late, `HH:MM`. */
  dueAt: z.string(),
  report: DailyReport,
  /** The days that can be handed in, latest first. */
  days: z.array(
    z.object({
      day: Seconds,
      state,
      isLate: z.boolean(),
      isDue: z.boolean(),
      isMissing: z.boolean(),
    }),
  ),
})

export const HandIn = z.object({
  dealerId,
  day: Day,
  summary: requiredLines('请填写今日小结', textMax),
  plan: lines(textMax),
})

export const Team = z.object({ dueAt: z.string(), data: z.array(DailyReport) })

const answered = { dealerId, reportId: Id }
export const AnswerReport = z.object({ ...answered, content: requiredLines('请填写批注', commentMax) })
export const ReturnReport = z.object({ ...answered, content: requiredLines('请填写退回原因', commentMax) })

export const SumOf = z.object({
  dealerId,
  dateType: oneOf([dateType.day, dateType.week, dateType.month], '请选择日期类型').default(dateType.day),
  day: Day,
})

const sums = {
  /** As handed in, and as counted now for days without a report. */
  numbers: Done,
  now: Done,
  /** Null for a week or a month. */
  overdue: z.number().nullable(),
  tomorrow: z.number().nullable(),
  /** Days with a report, and those on which one was expected. */
  handed: z.number(),
  due: z.number(),
  late: z.number(),
  missing: z.number(),
  returned: z.number(),
}
export const DailySum = z.object({
  /** First second of the period, and of the day after it or after today. */
  start: Seconds,
  end: Seconds,
  /** Whether these are the numbers of the whole store. */
  isStore: z.boolean(),
  rows: z.array(z.object({ memberId: z.number(), userName: z.string(), isLeft: z.boolean(), ...sums })),
  total: z.object(sums),
})
export type DailySum = z.infer<typeof DailySum>

import { z } from 'zod'
import { FilterAt } from '../kernel/dates.ts'
import { dayEnd, daySeconds, dayStart } from '../kernel/day.ts'
import { dealerId, halfFilled, Id, required } from '../kernel/wire.ts'
import { SignDay } from '../attendance/attendance.schema.ts'
import { rangeMaxDays } from './period.rules.ts'

/** Reports of a range of days. */

/** Days in Asia/Shanghai, both included; the part after today is not looked at. */
export const days = { dateStart: FilterAt, dateEnd: FilterAt }
type Days = { readonly dateStart?: number; readonly dateEnd?: number }
/** What is wrong with the days of a request on any day; that they have begun, the server sees. */
const dayRules: readonly (readonly [(range: Required<Days>) => boolean, string])[] = [
  [({ dateStart, dateEnd }) => dateStart > 0 && dateEnd > 0, '请选择时间范围'],
  [({ dateStart, dateEnd }) => dateStart <= dateEnd, '开始日期不能晚于结束日期'],
  [
    ({ dateStart, dateEnd }) => dayEnd(dateEnd) - dayStart(dateStart) <= rangeMaxDays * daySeconds,
    '时间范围不能超过3年',
  ],
]

function checkDays({ dateStart, dateEnd }: Days, context: z.RefinementCtx): void {
  const range = { dateStart: Number(dateStart) || 0, dateEnd: Number(dateEnd) || 0 }
  const wrong = dayRules.find(([isRight]) => !isRight(range))
  if (wrong) context.addIssue({ code: 'custom', path: ['dateStart'], message: wrong[1] })
}

/** A request for the numbers of a range of days. */
export const ofDays = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ dealerId, ...days, ...shape })
    .superRefine((value, context) => checkDays(value as Days, context), halfFilled)

/** Who a row is of. */
const memberRow = { memberId: z.number(), name: z.string(), isLeft: z.boolean() }

/** Person-days. */
export const SignRow = z.object({
  ...memberRow,
  due: z.number(),
  actual: z.number(),
  absent: z.number(),
  late: z.number(),
  early: z.number(),
  outside: z.number(),
})
export type SignRow = z.infer<typeof SignRow>

export const SignSumQuery = ofDays({ isExport: z.union([z.literal(0), z.literal(1)]).default(0) })

export const SignDaysQuery = ofDays({ memberId: Id })
/** The member's days of the range on which they were due or signed, oldest first. */
export const SignDays = z.object({ now: z.number(), data: z.array(SignDay) })

/** Bytes of the page's table, and what fits into its workbook. */
export const tableMaxBytes = 1024 * 1024
export const tableMaxRows = 5_000
export const tableMaxColumns = 60

/** One HTML table, taken as text; `name` becomes the file's. */
export const ExportExcel = z.object({
  dealerId,
  html: z.string('请选择要导出的表格').min(1, '请选择要导出的表格'),
  name: required('请填写文件名称', 100),
})

import { z } from 'zod'
import { FilterAt } from '../kernel/dates.ts'
import { dayEnd, daySeconds, dayStart } from '../kernel/day.ts'
import { dealerId, halfFilled, Id, oneOf, page, required } from '../kernel/wire.ts'
import { SignDay } from '../attendance/attendance.schema.ts'
import { type MeasureName, measureNames } from './measures.ts'
import { dateType, rangeMaxDays } from './period.rules.ts'
import { charts, type ColumnOf, reports, type ReportName } from './report.rules.ts'

/** Requests and responses of reports over a range of days. */

/** First and last day in Asia/Shanghai, both included. Days after today are ignored. */
export const days = { dateStart: FilterAt, dateEnd: FilterAt }
type Days = { readonly dateStart?: number; readonly dateEnd?: number }
/** Checks of the range that need no clock. The server also rejects a range that has not begun. */
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

/** Builds a query schema with a dealer and a range of days. */
export const ofDays = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ dealerId, ...days, ...shape })
    .superRefine((value, context) => checkDays(value as Days, context), halfFilled)

/** The member that a row belongs to. */
const memberRow = { memberId: z.number(), name: z.string(), isLeft: z.boolean() }

/** 1 yes, 0 no. */
const yes = z.union([z.literal(0), z.literal(1)]).default(0)

export const SumQuery = ofDays({
  /** Kind of period that the days form (see `dateType`); decides what they are compared with. */
  dateType: oneOf([1, 2, 3, 4, 5], '请选择日期类型').default(dateType.range),
  /** 1: also returns the comparable part of the period before. */
  isCompare: yes,
  /** 1: returns a workbook, sorted by a column like the page (`orders` ascending, `-orders` descending). */
  isExport: yes,
  sort: z
    .string()
    .max(20)
    .regex(/^-?[a-zA-Z]*$/, '格式不正确')
    .default(''),
})
export type SumQuery = z.output<typeof SumQuery>

const numbersOf = <Name extends MeasureName>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>)

/** The member, series or source that a row belongs to. */
const rowOf = {
  /** Id of the member (0: no owner), the series (0: none), the source or the test-drive car. */
  id: z.number(),
  /** Id of the store's custom source if `id` is 99. */
  otherId: z.number(),
  name: z.string(),
  /** Marks a former member. */
  isLeft: z.boolean(),
  /** Marks one of the nine platforms whose leads have a separate table. */
  isPlatform: z.boolean(),
}

/** Rows of a report with their total, and the same of the comparison period. */
const answerOf = <Name extends ReportName>(name: Name) => {
  const numbers = numbersOf<ColumnOf<Name>>(reports[name].columns)
  const sums = z.array(z.object({ ...rowOf, ...numbers.shape }))
  return {
    sums,
    total: numbers,
    /** Epoch seconds, end excluded. */
    before: z.object({ start: z.number(), end: z.number(), sums, total: numbers }).optional(),
    filePath: z.string().optional(),
  }
}
/** Targets of the report's columns; null for none. */
const Goals = z.partialRecord(z.enum(measureNames), z.number().nullable())
/** Targets of a month or a year: of the store, and of the members by id. Missing for other days. */
const ReportTargets = z.object({
  total: Goals,
  rows: z.array(z.object({ id: z.number(), goals: Goals })),
})
export type ReportTargets = z.infer<typeof ReportTargets>
const { sums: complete, total: completeTotal, ...ofTask } = answerOf('task')
export const TaskSum = z.object({
  complete,
  completeTotal,
  ...ofTask,
  targets: ReportTargets.optional(),
})
export const CustomerSum = z.object(answerOf('customer'))
export const SeriesSum = z.object(answerOf('series'))
export const StoreSourceSum = z.object(answerOf('storeCustomer'))
export const OnlineSum = z.object(answerOf('onlineClue'))
export const AppointmentSum = z.object(answerOf('appointment'))
export const TestCarSum = z.object(answerOf('testCar'))

/** A row as every report returns it; the measures are the report's columns. */
export type ReportRow = z.infer<z.ZodObject<typeof rowOf>> & Readonly<Partial<Record<MeasureName, number>>>
/** Response fields common to all reports. */
export interface ReportSum {
  readonly sums: readonly ReportRow[]
  readonly total: Readonly<Partial<Record<MeasureName, number>>>
  readonly before?:
    | { readonly start: number; readonly end: number; readonly sums: readonly ReportRow[] }
    | undefined
  readonly targets?: ReportTargets | undefined
}

/** Without days: the last 30. */
export const ChartQuery = z.object({ dealerId, ...days }).superRefine((value, context) => {
  if (value.dateStart || value.dateEnd) checkDays(value, context)
}, halfFilled)
export type ChartQuery = z.output<typeof ChartQuery>
/** One entry per day, oldest first; `name` is the day, YYYY-MM-DD. */
const chartOf = <Name extends keyof typeof charts>(name: Name) =>
  z.object({
    data: z.array(
      z.object({
        name: z.string(),
        ...numbersOf<(typeof charts)[Name][number]>(charts[name] as never).shape,
      }),
    ),
  })
export const TaskChart = chartOf('task')
export const CustomerChart = chartOf('customer')
export const AppointmentChart = chartOf('appointment')

/** The rows behind a number of a report: of one member (0: no owner), series or source, or of all. */
export const RowsQuery = ofDays({
  ...page,
  measure: z.enum(measureNames, '请选择统计项'),
  memberId: z.number().int().min(0).optional(),
  seriesId: z.number().int().min(0).optional(),
  carId: z.number().int().min(0).optional(),
  source: z.number().int().min(0).optional(),
  otherSource: z.number().int().min(0).optional(),
  /** 1: all sources except 98, 网络. */
  isOffline: yes,
})
export type RowsQuery = z.output<typeof RowsQuery>
export const RowsAnswer = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      /** When the row counted. Epoch seconds. */
      at: z.number(),
      /** 0 if there is no customer, or it went to another line. */
      customerId: z.number(),
      customerName: z.string(),
      /** Masked. */
      mobile: z.string(),
      level: z.string(),
      /** Member the row counts for; empty if none. */
      memberName: z.string(),
      sourceName: z.string(),
      seriesName: z.string(),
      /** Length of an appointment or a drive; 0 for other rows. */
      minutes: z.number(),
      /** The customer kept the appointment, or did not come; null for other rows and before either is known. */
      kept: z.boolean().nullable(),
    }),
  ),
  total: z.number(),
})

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

export const SignSumQuery = ofDays({ isExport: yes })

export const SignDaysQuery = ofDays({ memberId: Id })
/** The member's days of the range on which they were due or signed in, oldest first. */
export const SignDays = z.object({ now: z.number(), data: z.array(SignDay) })

/** Limits of an exported page table: bytes of HTML, rows and columns of the workbook. */
export const tableMaxBytes = 1024 * 1024
export const tableMaxRows = 5_000
export const tableMaxColumns = 60

/** One HTML table as text; `name` becomes the file name. */
export const ExportExcel = z.object({
  dealerId,
  html: z.string('请选择要导出的表格').min(1, '请选择要导出的表格'),
  name: required('请填写文件名称', 100),
})

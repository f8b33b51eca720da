import { z } from 'zod'
import { cleanCode } from './clean.ts'
import { addDays, dayText, isDay } from './day.ts'
import type { FieldError } from './errors.ts'
import { markedFields, valueAt } from './marks.ts'
import type { Marked } from './marks.ts'

/**
 * Date fields of requests, by meaning. The schema checks what holds on any day; `unlikelyDates` checks what depends on today, after
 * parsing. A field may have a stricter rule with its own text (the level's window, the day of an order).
 */

/** Error text for an implausible date in a field without its own text. */
export const unlikelyDate = '请选择合理的日期'
export const bornLater = '出生日期不能晚于今天'

/**
 * `happened`: until tomorrow. `planned`: a task, from yesterday to two years ahead. `expected`: a purchase or delivery, up to five years
 * ahead, or in the past on older files. `birthday`: until today. `filter`: one end of a search range.
 */
export type DateKind = 'happened' | 'planned' | 'expected' | 'birthday' | 'filter'

interface DateMark {
  readonly kind: DateKind
  /** The last day, in days from today, where that is before the kind's. */
  readonly to?: number | undefined
}

const marks = z.registry<DateMark>()
const marked = <Schema extends z.ZodType>(mark: DateMark, schema: Schema): Schema => {
  marks.add(schema, mark)
  return schema
}

/** The first second of 2000 and the last of 2100, in Asia/Shanghai. */
const earliest = 946_656_000
const latest = 4_133_951_999

const seconds = (missing: string) => z.number(missing).int(unlikelyDate).max(latest, unlikelyDate)

/** Optional epoch seconds of the given kind; 0 for none. `to` is the last day, in days from today, where that is before the kind's. */
export const dateUntil = (kind: DateKind, to?: number, from = earliest) =>
  marked(
    { kind, to },
    seconds(unlikelyDate)
      .min(0, unlikelyDate)
      .refine((at) => !at || at >= from, unlikelyDate),
  ).default(0)

/** Required epoch seconds of the given kind; `missing` is the error text when it is absent or 0. */
const needed = (kind: DateKind, missing: string, to?: number) =>
  marked({ kind, to }, seconds(missing).min(1, missing).min(earliest, unlikelyDate))

/** When something happened. Epoch seconds. */
export const HappenedAt = dateUntil('happened')
export const happenedAt = (missing: string) => needed('happened', missing)
/** When something is to be done. Epoch seconds. */
export const PlannedAt = dateUntil('planned')
export const plannedAt = (missing: string) => needed('planned', missing)
/** When a car is to be bought or delivered. Epoch seconds. */
export const ExpectedAt = dateUntil('expected')
export const expectedAt = (missing: string, days?: number) => needed('expected', missing, days)
/** One end of a search range, 1970 to 2100; 0 is open. Epoch seconds. */
export const FilterAt = dateUntil('filter', undefined, 0)
/** A day to read, in the past too. Epoch seconds. */
export const filterAt = (missing: string) => needed('filter', missing)

/** YYYY-MM-DD, or empty. */
export const Birthday = marked(
  { kind: 'birthday' },
  z
    .string('日期格式不正确')
    .overwrite(cleanCode)
    .refine((day) => day === '' || isDay(day), { error: '日期格式不正确', abort: true })
    .refine((day) => day === '' || day >= '1900-01-01', unlikelyDate),
).default('')

/** The first and last second that each kind allows today; filters and birthdays have none. */
const bounds: Readonly<Partial<Record<DateKind, (now: number) => [number, number]>>> = {
  happened: (now) => [earliest, addDays(now, 2) - 1],
  planned: (now) => [addDays(now, -1), addDays(now, 2 * 366)],
  expected: (now) => [earliest, addDays(now, 5 * 366)],
}

function problemOf({ kind, to }: DateMark, value: unknown, now: number): string | undefined {
  if (kind === 'birthday') return typeof value === 'string' && value > dayText(now) ? bornLater : undefined
  const range = bounds[kind]?.(now)
  if (!range || typeof value !== 'number' || !value) return undefined
  const last = to ? addDays(now, to + 1) - 1 : range[1]
  return value < range[0] || value > last ? unlikelyDate : undefined
}

export const dateFields = (schema: z.ZodType): readonly Marked<DateMark>[] => markedFields(marks, schema)

/** Returns a field error for each implausible date of a parsed request, relative to `nowSeconds`. */
export function unlikelyDates(schema: z.ZodType, request: unknown, nowSeconds: number): FieldError[] {
  return dateFields(schema).flatMap(({ mark, path }) => {
    const text = problemOf(mark, valueAt(request, path), nowSeconds)
    return text ? [{ path: path.join('.'), text }] : []
  })
}

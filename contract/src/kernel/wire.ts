import { z } from 'zod'
import { FilterAt } from './dates.ts'
import { cleanCode, cleanGroups, cleanLine, cleanName, cleanSerial, cleanText } from './clean.ts'

/** Field schemas that all rooms share. */

export const Id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** An id, or 0 for none. */
export const OptionalId = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0)
/** Instant in epoch seconds; 0 for none. */
export const Seconds = z.number().int().min(0).max(9_999_999_999)

/** Sent by every client and must equal the session's own dealer. The HTTP adapter checks it before the handler runs. */
export const dealerId = z.number().int().optional()

/** Days in Asia/Shanghai, both ends included; 0 or absent is open. */
export const DateRange = z.object({ start: FilterAt, end: FilterAt }).optional()
export type DateRange = z.infer<typeof DateRange>

/** A request without fields. */
export const Empty = z.object({ dealerId })

/** A filter's option by number; 0 for all. */
export const choice = (max: number) => z.number().int().min(0).max(max).default(0)

/** A page of a list: number from 1, at most 50 rows. */
export const page = {
  pageStart: z.number().int().min(1).max(1_000_000).default(1),
  pageCount: z.number().int().min(1).max(50).default(10),
}

/** A typed text in its clean form. Limits count the cleaned text. */
const optional = (clean: (value: string) => string) => (max: number) =>
  z.string().overwrite(clean).max(max, `不能超过${max}个字`).default('')
const needed =
  (clean: (value: string) => string) =>
  (missing: string, max = 50) =>
    z.string(missing).overwrite(clean).min(1, missing).max(max, `不能超过${max}个字`)

/** Optional text of one line. */
export const text = optional(cleanLine)
/** Required text of one line. `missing` is the error text when it is absent or blank. */
export const required = needed(cleanLine)
/** Optional and required name of a person. */
export const name = optional(cleanName)
export const requiredName = needed(cleanName)
/** Optional text of several lines, such as a remark. */
export const lines = optional(cleanText)
/** Required text of several lines. */
export const requiredLines = needed(cleanText)
/** Optional number or code of another system. */
export const code = optional(cleanCode)
/** Required number or code. */
export const requiredCode = needed(cleanCode)

/** Optional number of a record. */
export const serial = optional(cleanSerial)
/** Required plate of a car. */
export const requiredPlate = needed(cleanGroups)

/** Keyword of a search. */
export const keyword = text(50)

/** One of the listed whole numbers; `wrong` is the error text for anything else. */
export const oneOf = <const Values extends readonly [number, ...number[]]>(values: Values, wrong: string) =>
  z.literal(values, wrong)

/** A comma-separated list of ids on the wire, an array in the code. `missing` is the error text when it is absent. */
export const idList = (max = 500, missing = '格式不正确') =>
  z
    .string(missing)
    .max(12 * max)
    .regex(/^(\d{1,15}(,\d{1,15})*)?$/, '格式不正确')
    .transform((value) => (value === '' ? [] : [...new Set(value.split(',').map(Number))]))
    .refine((ids) => ids.length <= max, `最多选择${max}项`)

/** A comma-separated list of short words (levels, keys) on the wire, an array in the code. */
export const wordList = (max = 50) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(40 * max)
    .transform((value) => (value === '' ? [] : [...new Set(value.split(','))]))
    .refine((words) => words.length <= max, `最多选择${max}项`)

/** The response of a call that returns no data. */
export const Done = z.object({})

/** Set on master data that was switched off: still shown on records that use it, but no longer offered. */
export const isOff = z.literal(true).optional()

/** An option of a dictionary. `dataValue` is a number where the code is one, else the code itself (levels). */
export const Option = z.object({
  isOff,
  dataValue: z.union([z.number(), z.string()]),
  dataDisplay: z.string(),
  dataName: z.string().optional(),
  remark: z.string().optional(),
})
export type Option = z.infer<typeof Option>

/** Runs cross-field rules even while single fields are invalid, provided the value is an object. */
export const halfFilled = {
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
} as const

/** An object with the same kind of value under each name. A record over an enum would not name its properties in the API's document. */
export const ofEach = <Name extends string, Value extends z.ZodType>(
  names: readonly Name[],
  value: Value,
): z.ZodObject<Record<Name, Value>> =>
  z.object(Object.fromEntries(names.map((key) => [key, value])) as Record<Name, Value>)

import { z } from 'zod'
import { cleanCode, cleanLine, cleanText } from './clean.ts'
import { isDay, shiftSeconds } from './day.ts'
import type { FieldError } from './errors.ts'
import { malformed, notRight } from './general.ts'
import { judge, unreadable } from './judge.ts'

/**
 * Reads what other systems send, field by field: a wrong optional field is left out and named, and costs nothing else. Optional fields are
 * those with a default, or with a `catch` for fields whose absence is worth a warning.
 */

/** Metadata of a field's schema, also shown in the OpenAPI document. */
const kindKey = 'x-kind'
type Kind = 'time' | 'key' | 'narrows'

/** Marks epoch seconds. Milliseconds and ISO 8601 texts (Shanghai without a zone) are read as well. */
export const sentTime = (schema: z.ZodNumber) =>
  schema.meta({ [kindKey]: 'time' satisfies Kind, description: '秒、毫秒或ISO 8601时间' })
/** Marks a text that identifies something. It is never cut, because a part of it identifies something else. */
export const sentKey = (schema: z.ZodString) => schema.meta({ [kindKey]: 'key' satisfies Kind })
/** Marks a field that limits what a request changes. Left out, it would change more: a wrong one is an error. */
export const narrowing = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ [kindKey]: 'narrows' satisfies Kind, description: '填写有误则整条拒绝' })

export interface Lenient<Data> {
  /** The whole body; undefined with errors. */
  readonly data: Data | undefined
  /** The readable fields. */
  readonly valid: Partial<Data>
  /** Wrong fields that cannot be left out. */
  readonly errors: readonly FieldError[]
  /** Fields that were left out or cut. */
  readonly warnings: readonly FieldError[]
  /** Raw values of the fields in the warnings, by path. */
  readonly left: Readonly<Record<string, unknown>>
}

const mostWarnings = 50

export function readLeniently<Schema extends z.ZodObject>(
  schema: Schema,
  sent: unknown,
): Lenient<z.output<Schema>> {
  const notes: Notes = { warnings: [], left: new Map() }
  const { value, errors } = readObject(schema, sent, [], notes)
  const data = (value ?? {}) as Partial<z.output<Schema>>
  const rest = { valid: data, warnings: warningsOf(notes), left: Object.fromEntries(notes.left) }
  if (errors.length > 0) return { ...rest, data: undefined, errors }
  const whole = judge(schema, value)
  return {
    ...rest,
    data: whole.data,
    errors: (whole.error?.issues ?? []).map((issue) => problemAt([], issue)),
  }
}

function warningsOf({ warnings }: Notes): readonly FieldError[] {
  const rest = warnings.length - mostWarnings
  if (rest <= 0) return warnings
  return [...warnings.slice(0, mostWarnings), { path: '', text: `另有${rest}处未识别` }]
}

interface Notes {
  readonly warnings: FieldError[]
  readonly left: Map<string, unknown>
}

/** A value without errors, or what is readable of one with errors. */
interface Reading {
  readonly value: unknown
  readonly errors: readonly FieldError[]
}

type Path = readonly PropertyKey[]
const pathText = (path: Path): string => path.map(String).join('.').slice(0, 100)
const problemAt = (path: Path, issue: Pick<z.core.$ZodIssue, 'path' | 'message'>): FieldError => ({
  path: pathText([...path, ...issue.path]),
  // The general texts ask a person at a form to correct them.
  text: [malformed, notRight].includes(issue.message) ? unreadable : issue.message,
})

function warn({ warnings, left }: Notes, path: Path, text: string, sent: unknown): void {
  warnings.push({ path: pathText(path), text })
  left.set(pathText(path), sent)
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

function readField(schema: z.ZodType, sent: unknown, path: Path, notes: Notes): Reading {
  const { inner, fallback, kind } = opened(schema)
  const value = sent ?? undefined
  if (value === undefined && fallback && !fallback.isTold) return { value: fallback.value, errors: [] }
  const read = readers(inner, kind)(value, path, notes)
  if (read.errors.length === 0) return read
  if (!fallback) return read
  if (isBlank(value) && !fallback.isTold) return { value: fallback.value, errors: [] }
  if (kind === 'narrows') return read
  const [first] = read.errors
  warn(notes, path, first?.text ?? '', sent)
  return { value: fallback.value, errors: [] }
}

interface Opened {
  readonly kind: unknown
  readonly inner: z.ZodType
  /** Stands for an absent or wrong value. `isTold`: its use is a warning even if the field is absent. */
  readonly fallback?: { readonly value: unknown; readonly isTold: boolean }
}

const openedOnes = new WeakMap<z.ZodType, Opened>()
/** Kept by schema, as every delivery asks for the same ones. */
function opened(schema: z.ZodType): Opened {
  const openedSchema = openedOnes.get(schema) ?? open(schema)
  openedOnes.set(schema, openedSchema)
  return openedSchema
}

function open(schema: z.ZodType): Opened {
  const kind = schema.meta()?.[kindKey]
  const fallback = fallbackOf(schema)
  if (!fallback) return { inner: schema, kind }
  const inner = opened((schema as z.ZodDefault).unwrap() as z.ZodType)
  return { ...inner, kind: kind ?? inner.kind, fallback }
}

function fallbackOf(schema: z.ZodType): Opened['fallback'] {
  if (schema instanceof z.ZodDefault) return { value: schema.def.defaultValue, isTold: false }
  if (schema instanceof z.ZodCatch) return { value: schema.def.catchValue({} as never), isTold: true }
  return schema instanceof z.ZodOptional ? { value: undefined, isTold: false } : undefined
}

type Reader = (value: unknown, path: Path, notes: Notes) => Reading
const readers = (schema: z.ZodType, kind: unknown): Reader =>
  schema instanceof z.ZodObject
    ? (...read) => readObject(schema, ...read)
    : schema instanceof z.ZodArray
      ? (...read) => readArray(schema, ...read)
      : (...read) => readLeaf(schema, kind, ...read)

function readObject(schema: z.ZodObject, sent: unknown, path: Path, notes: Notes): Reading {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return unread(schema, sent, path)
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>
  const fields = new Map<string, unknown>(Object.entries(sent))
  const errors: FieldError[] = []
  const value: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(shape)) {
    const read = readField(field, fields.get(key), [...path, key], notes)
    errors.push(...read.errors)
    if (read.errors.length === 0) value[key] = read.value
    fields.delete(key)
  }
  for (const [key, unknown] of fields) warn(notes, [...path, key], '未识别的字段', unknown)
  return { value, errors }
}

/** Leaves out wrong items, and those beyond the limit. */
function readArray(schema: z.ZodArray, sent: unknown, path: Path, notes: Notes): Reading {
  if (!Array.isArray(sent)) return unread(schema, sent, path)
  const most = limitOf(schema)
  if (sent.length > most) warn(notes, path, `超过${most}项，其余未读取`, sent.slice(most))
  const items = sent.slice(0, most).flatMap((item: unknown, at): unknown[] => {
    const read = readField(schema.element as z.ZodType, item, [...path, at], notes)
    const [first] = read.errors
    if (!first) return [read.value]
    notes.warnings.push(first)
    notes.left.set(pathText([...path, at]), item)
    return []
  })
  return { value: items, errors: [] }
}

function unread(schema: z.ZodType, sent: unknown, path: Path): Reading {
  const issues = judge(schema, sent).error?.issues ?? []
  return { value: undefined, errors: issues.map((issue) => problemAt(path, issue)) }
}

function readLeaf(schema: z.ZodType, kind: unknown, sent: unknown, path: Path, notes: Notes): Reading {
  const forms = [sent, textOf(sent), numberOf(sent), kind === 'time' ? secondsOf(sent) : undefined]
  for (const [at, form] of forms.entries()) {
    if (at > 0 && form === undefined) continue
    const judged = judge(schema, form)
    if (judged.success) return { value: judged.data, errors: [] }
  }
  const cut = kind === undefined ? cutText(schema, sent) : undefined
  if (cut) {
    const judged = judge(schema, cut.text)
    if (judged.success) {
      warn(notes, path, `超过${cut.most}个字，已截断`, sent)
      return { value: judged.data, errors: [] }
    }
  }
  return unread(schema, sent, path)
}

/** The text of a number. Larger integers have lost digits: their text would be another number's. */
const textOf = (sent: unknown): string | undefined =>
  typeof sent === 'number' && (Number.isSafeInteger(sent) || !Number.isInteger(sent))
    ? String(sent)
    : undefined

/** The number in a text, also with thousands separators. */
function numberOf(sent: unknown): number | undefined {
  if (typeof sent !== 'string' || sent.length > 40) return undefined
  const text = cleanCode(sent)
  const digits = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

/** Epoch seconds of this number and above are milliseconds. */
const leastMilliseconds = 1e11

function secondsOf(sent: unknown): number | undefined {
  const number = typeof sent === 'number' ? sent : numberOf(sent)
  if (number !== undefined) return Math.floor(number >= leastMilliseconds ? number / 1000 : number)
  return typeof sent === 'string' ? secondsOfText(sent) : undefined
}

const dateTime =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/i

function secondsOfText(sent: string): number | undefined {
  const parts = dateTime.exec(sent.length > 40 ? '' : cleanLine(sent.normalize('NFKC')))
  if (!parts) return undefined
  const [, year = '', month = '', date = '', hour = '0', minute = '0', second = '0', zone] = parts
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  const utc =
    Date.parse(`${day}T00:00:00Z`) / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  return utc - offsetOf(zone)
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined) return shiftSeconds
  if (zone.length === 1) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return minutes * (zone.startsWith('-') ? -60 : 60)
}

interface Check {
  readonly check: string
  readonly maximum?: number
  readonly tx?: unknown
}
const checkOf = (schema: z.ZodString | z.ZodArray, kind: string): Check | undefined =>
  schema.def.checks?.map(({ _zod: { def } }): Check => def).find(({ check }) => check === kind)
const limitOf = (schema: z.ZodString | z.ZodArray): number =>
  checkOf(schema, 'max_length')?.maximum ?? Infinity

/** A text cut to the schema's limit. Only words are cut: the beginning of a number or a code is another one. */
function cutText(schema: z.ZodType, sent: unknown): { text: string; most: number } | undefined {
  const options = schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]) : [schema]
  const field = options.map((one) => opened(one).inner).find((one) => one instanceof z.ZodString)
  if (typeof sent !== 'string' || !field) return undefined
  const clean = [cleanLine, cleanText].find((one) => checkOf(field, 'overwrite')?.tx === one)
  const most = limitOf(field)
  if (!clean || most === Infinity) return undefined
  // The limit counts code points.
  const text = Array.from(clean(sent)).slice(0, most).join('')
  return { text, most }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { maskText, maybeMobile } from '@showroom/contract/kernel/mask'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type { Logger }

/** Matches digits that are no personal numbers: ids, timestamps, IP addresses. */
const ids =
  /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b(?=\d*[a-f])[\da-f]{32}\b|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!\d{4})|(?![\d.]))){4})/
const allIds = new RegExp(ids, 'g')
const holdsNumber = new RegExp(maybeMobile)
/** Matches a string or number in a line of JSON. */
const values = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Masks mobile and identity numbers in a text, but not in ids, times and addresses. */
export const maskNumbers = (text: string): string =>
  text
    .split(ids)
    .map((part, at) => (at % 2 === 1 ? part : maskText(part)))
    .join('')

function maskValue(json: string): string {
  if (json.length < 11) return json
  const isText = json.startsWith('"')
  // JSON escapes between digits would hide a number, so the text is decoded first.
  const text = json.includes('\\') ? (JSON.parse(json) as string) : isText ? json.slice(1, -1) : json
  const masked = isText || /^\d+$/.test(json) ? maskNumbers(text) : text
  return masked === text ? json : JSON.stringify(masked)
}

/** Masks mobile and identity numbers anywhere in a line of JSON. */
export const scrub = (line: string): string =>
  holdsNumber.test(line.replaceAll(allIds, '……………')) ? line.replaceAll(values, maskValue) : line

/** The fields of a PostgreSQL error that are safe to log. Others (detail, where, hint, parameters) quote rows. */
interface DatabaseError extends Error {
  readonly code?: string
  readonly severity?: string
  readonly schema?: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  readonly routine?: string
}

/** Whether an error's message quotes values: those of class 22 ("data exception") and of `JSON.parse` do. All others quote names only. */
const quotesValues = (error: DatabaseError): boolean =>
  error instanceof SyntaxError || (error.severity !== undefined && (error.code ?? '').startsWith('22'))

const messageOf = (error: DatabaseError): string =>
  quotesValues(error) ? error.message.replace(/["'].*["']/s, '"…"') : error.message

/** An error, or a library's copy of one: pg-boss emits plain objects with its fields. */
const asError = (thrown: unknown): DatabaseError | undefined =>
  thrown instanceof Error || typeof (thrown as { message?: unknown } | null | undefined)?.message === 'string'
    ? (thrown as DatabaseError)
    : undefined

/** Summarises an error in one line for the log, without values that people typed. Never send it to clients. */
export function summaryOf(thrown: unknown): string {
  const error = asError(thrown)
  if (!error) return 'not an error'
  const { code, constraint } = error
  return [code, messageOf(error), constraint && !error.message.includes(constraint) && `(${constraint})`]
    .filter(Boolean)
    .join(' ')
}

/** Converts an error for the log, without contents of rows. Only the fields named here are safe. */
export function errorFields(thrown: unknown): Record<string, unknown> {
  const error = asError(thrown)
  if (!error) return { message: 'not an error' }
  const { code, schema, table, column, constraint, routine } = error
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: messageOf(error),
    ...Object.fromEntries(
      Object.entries({ code, schema, table, column, constraint, routine }).filter(
        ([, value]) => typeof value === 'string',
      ),
    ),
    ...(frames && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorFields) }),
  }
}

const ambient = new AsyncLocalStorage<() => Readonly<Record<string, unknown>>>()

/** Runs `work` and adds the fields that `fields` returns to each line that is logged meanwhile, also after an await. */
export const withLogFields = <T>(fields: () => Readonly<Record<string, unknown>>, work: () => T): T =>
  ambient.run(fields, work)

/** Creates a logger that writes JSON lines, masks personal numbers and strips row contents from errors. */
export function createLog(level: string, out: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ ...ambient.getStore()?.() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', '*.password', 'authorization'],
      serializers: {
        err: errorFields,
        error: (error: unknown) => (error instanceof Error ? errorFields(error) : error),
      },
      hooks: {
        // Without a message, Pino would log the error's own message, which may quote values.
        logMethod([first, ...rest], method) {
          const error: unknown = first instanceof Error ? first : (first as { err?: unknown }).err
          if (rest.length === 0 && error instanceof Error) method.call(this, first, summaryOf(error))
          else method.call(this, first, ...rest)
        },
      },
    },
    { write: (line: string) => out.write(scrub(line)) },
  )
}

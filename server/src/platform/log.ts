import { maskText, maybeMobile } from '@showroom/contract/kernel/mask'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type { Logger }

/** What has many digits and is nobody's number: ids, instants, addresses of machines. */
const ids =
  /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!\d{4})|(?![\d.]))){4})/
const allIds = new RegExp(ids, 'g')
const holdsNumber = new RegExp(maybeMobile)
/** A text, or a number, of a line of JSON. */
const values = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const maskAround = (text: string): string =>
  text
    .split(ids)
    .map((part, at) => (at % 2 === 1 ? part : maskText(part)))
    .join('')

function maskValue(json: string): string {
  if (json.length < 11) return json
  const isText = json.startsWith('"')
  // Between the digits of a number there may be what JSON writes in another way.
  const text = json.includes('\\') ? (JSON.parse(json) as string) : isText ? json.slice(1, -1) : json
  const masked = isText || /^\d+$/.test(json) ? maskAround(text) : text
  return masked === text ? json : JSON.stringify(masked)
}

/** Mobile and identity numbers, wherever they turn up: a log is no place for them. Takes and gives a line of JSON. */
const scrub = (line: string): string =>
  holdsNumber.test(line.replaceAll(allIds, '……………')) ? line.replaceAll(values, maskValue) : line

/** What PostgreSQL says of an error besides its message; the rest (detail, where, hint, parameters) quotes rows. */
interface DatabaseError extends Error {
  readonly code?: string
  readonly severity?: string
  readonly schema?: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  readonly routine?: string
}

/** Class 22, "data exception": its messages quote the value. So do those of `JSON.parse`. All others quote names only. */
const quotesValues = (error: DatabaseError): boolean =>
  error instanceof SyntaxError || (error.severity !== undefined && (error.code ?? '').startsWith('22'))

const messageOf = (error: DatabaseError): string =>
  quotesValues(error) ? error.message.replace(/["'].*["']/s, '"…"') : error.message

/** An error in one line, with what a person typed left out: for a log, never for an answer. */
export function summaryOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error'
  const { code, constraint } = error as DatabaseError
  return [code, messageOf(error), constraint && !error.message.includes(constraint) && `(${constraint})`]
    .filter(Boolean)
    .join(' ')
}

/** An error as a log keeps it: what and where, without the contents of rows. Only the fields named here: others may hold anything. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { code, schema, table, column, constraint, routine } = error as DatabaseError
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

/** JSON lines with personal numbers masked, and errors without what they quote of rows. */
export function createLog(level: string, out: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', '*.password', 'authorization'],
      serializers: {
        err: errorFields,
        error: (told: unknown) => (told instanceof Error ? errorFields(told) : told),
      },
      hooks: {
        // Pino would take the message of an error that is told without one.
        logMethod([first, ...rest], method) {
          const told: unknown = first instanceof Error ? first : (first as { err?: unknown }).err
          if (rest.length === 0 && told instanceof Error) method.call(this, first, summaryOf(told))
          else method.call(this, first, ...rest)
        },
      },
    },
    { write: (line: string) => out.write(scrub(line)) },
  )
}

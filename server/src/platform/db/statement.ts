import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '../session/session.ts'
import { send, sendQuick } from './client.ts'
import type { Executor, Send } from './client.ts'

/** Stands in the text for a value that each run brings. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What a statement is written with in place of its values. */
export type Slots<Values> = { readonly [Name in keyof Values]-?: RawBuilder<unknown> }

/** Runs the statement with these values; tells the rows. */
export type Statement<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>

/** What is kept of a compiled statement: not what it was compiled from, which is many times as large. */
interface Written {
  readonly text: string
  /** Values, and slots in their places. */
  readonly parameters: readonly unknown[]
}

function compile(query: RawBuilder<unknown>, db: Executor): Written {
  const { sql: text, parameters } = query.compile(db)
  return { text, parameters }
}

/**
 * A statement whose text never depends on its values: it is compiled at its first run, and from then on only given values. For what is
 * asked with every click; putting such a text together costs more than the rest of the server's work on it.
 */
export function statement<Values extends object, Row extends object>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
  sendOne: Send = send,
): Statement<Values, Row> {
  let written: Written | undefined
  return (db, values) => {
    written ??= compile(write(slotsOf<Values>()), db)
    return run(db, written, values, sendOne)
  }
}

/** A statement that reads a few rows by their key in a fraction of a millisecond: such share connections (shared.ts). */
export const quickRead = <Values extends object, Row extends object>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
): Statement<Values, Row> => statement(write, sendQuick)

const slotsOf = <Values extends object>(): Slots<Values> =>
  new Proxy({} as Slots<Values>, { get: (_, name) => sql`${new Slot(String(name))}` })

function run<Row extends object>(
  db: Executor,
  { text, parameters }: Written,
  values: object,
  sendOne: Send = send,
): Promise<Row[]> {
  const given = parameters.map((one) =>
    one instanceof Slot ? (values as Readonly<Record<string, unknown>>)[one.name] : one,
  )
  return sendOne<Row>(db, text, given)
}

/** Questions whose statements are remembered; more are filters that nobody asks for twice. */
const mostRemembered = 500

/**
 * Remembers statements by the question that they answer, values and all. A list's text depends on which filters are set; but the same
 * page is asked for again and again, by everybody who opens it and whenever something changed. Of what somebody typed the form alone
 * belongs to the question (`formOf` in search.ts); one that holds the words themselves is not kept: undefined. What differs each time
 * although the question is the same, such as the moment, is given as `values`. Who asks is part of every question: nobody is answered by
 * what another member sees.
 */
export function rememberStatements<Row extends object, Values extends object = object>(): (
  db: Executor,
  scope: Scope,
  asked: { readonly question: unknown; readonly values: Values },
  write: (slots: Slots<Values>) => RawBuilder<Row>,
) => Promise<Row[]> {
  const remembered = new Map<string, Written>()
  /** Each text once: questions that ask for other values have the same. */
  const texts = new Map<string, string>()
  const remember = (key: string, { text, parameters }: Written): void => {
    if (remembered.size >= mostRemembered) for (const kept of [remembered, texts]) kept.clear()
    if (!texts.has(text)) texts.set(text, text)
    remembered.set(key, { text: texts.get(text) ?? text, parameters })
  }
  return (db, { dealerId, sees }, { question, values }, write) => {
    const key = question === undefined ? undefined : JSON.stringify([dealerId, sees, question])
    let written = key === undefined ? undefined : remembered.get(key)
    if (!written) {
      written = compile(write(slotsOf<Values>()), db)
      if (key !== undefined) remember(key, written)
    }
    return run(db, written, values)
  }
}

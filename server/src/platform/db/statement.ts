import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '../session/session.ts'
import { send } from './client.ts'
import type { Executor } from './client.ts'

/** Placeholder in the text for a value given at each run. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Placeholders used in place of values when a statement is written. */
export type Slots<Values> = { readonly [Name in keyof Values]-?: RawBuilder<unknown> }

/** Runs the statement with these values and returns its rows. */
export type Statement<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>

/** The cached part of a compiled statement. The query it was compiled from is many times larger and is dropped. */
interface Written {
  readonly text: string
  /** Constant values, and slots for the values of each run. */
  readonly parameters: readonly unknown[]
}

function compile(query: RawBuilder<unknown>, db: Executor): Written {
  const { sql: text, parameters } = query.compile(db)
  return { text, parameters }
}

/**
 * Creates a statement whose text does not depend on its values. It is compiled at its first run and later runs only pass values. Use it for
 * frequent queries, where building the text costs more than all other work of the server.
 */
export function statement<Values extends object, Row extends object>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
): Statement<Values, Row> {
  let written: Written | undefined
  return (db, values) => {
    written ??= compile(write(slotsOf<Values>()), db)
    return run(db, written, values)
  }
}

/** One slot a name, so that equal values are recognized. */
const slotsOf = <Values extends object>(): Slots<Values> =>
  new Proxy<Record<string | symbol, RawBuilder<unknown>>>(
    {},
    { get: (made, name) => (made[name] ??= sql`${new Slot(String(name))}`) },
  ) as Slots<Values>

function run<Row extends object>(
  db: Executor,
  { text, parameters }: Written,
  values: object,
): Promise<Row[]> {
  const given = parameters.map((one) =>
    one instanceof Slot ? (values as Readonly<Record<string, unknown>>)[one.name] : one,
  )
  return send<Row>(db, text, given)
}

/** Maximum number of cached questions; beyond it they are mostly filters that are not repeated. */
const mostRemembered = 500

/**
 * Caches statements by the question they answer, because a list's text depends on which filters are set while the same pages are requested
 * over and over. For typed keywords the question contains only the form (`formOf` in search.ts). A question that contains typed words must
 * be undefined and is not cached. Changing inputs, such as the current time, go into `values`. The cache key includes dealer and visible
 * owners, so no member gets another member's statement.
 */
export function rememberStatements<Row extends object, Values extends object = object>(): (
  db: Executor,
  scope: Scope,
  asked: { readonly question: unknown; readonly values: Values },
  write: (slots: Slots<Values>) => RawBuilder<Row>,
) => Promise<Row[]> {
  const remembered = new Map<string, Written>()
  /** Each text once, as many questions share it. */
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

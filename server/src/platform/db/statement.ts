import { CompiledQuery, sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from './client.ts'

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

/**
 * A statement whose text never depends on its values: it is compiled at its first run, and from then on only given values. For what is
 * asked with every click; putting such a text together costs more than the rest of the server's work on it.
 */
export function statement<Values extends object, Row>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
): Statement<Values, Row> {
  let compiled: CompiledQuery | undefined
  const slots = new Proxy({} as Slots<Values>, {
    get: (_, name) => sql`${new Slot(String(name))}`,
  })
  return async (db, values) => {
    compiled ??= write(slots).compile(db)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Slot ? (values as Record<string, unknown>)[one.name] : one,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))
    return rows
  }
}

/** Questions whose statements are remembered; more are filters that nobody asks for twice. */
const mostRemembered = 500

/**
 * Remembers statements by the question that they answer, values and all. A list's text depends on which filters are set; but the same
 * page is asked for again and again, by everybody who opens it and whenever something changed. A question that holds what somebody typed is
 * not kept: undefined.
 */
export function rememberStatements<Row>(): (
  db: Executor,
  question: unknown,
  write: () => RawBuilder<Row>,
) => Promise<Row[]> {
  const remembered = new Map<string, CompiledQuery>()
  return async (db, question, write) => {
    const key = question === undefined ? undefined : JSON.stringify(question)
    let compiled = key === undefined ? undefined : remembered.get(key)
    if (!compiled) {
      compiled = write().compile(db)
      if (remembered.size >= mostRemembered) remembered.clear()
      if (key !== undefined) remembered.set(key, compiled)
    }
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, [...compiled.parameters]))
    return rows
  }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '../session/session.ts'
import { factsOf, send } from './client.ts'
import type { Executor } from './client.ts'
import type { Compiled } from './dealer.ts'

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
  readonly facts: Pick<Compiled, 'targets' | 'dealers' | 'isChained'>
}

function compile(query: RawBuilder<unknown>, db: Executor): Written {
  const { sql: text, parameters, targets, dealers, isChained } = query.compile(db) as Compiled
  return { text, parameters, facts: { targets, dealers, isChained } }
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

/** Slots by the builders that stand for them. */
// source-disable-next-line moduleState -- follows from the code alone
const slots = new WeakMap<object, Slot>()

function slotFor(name: string): RawBuilder<unknown> {
  const slot = new Slot(name)
  const builder = sql`${slot}`
  slots.set(builder, slot)
  return builder
}

/** One slot a name, so that equal values are recognized. */
const slotsOf = <Values extends object>(): Slots<Values> =>
  new Proxy<Record<string | symbol, RawBuilder<unknown>>>(
    {},
    { get: (made, name) => (made[name] ??= slotFor(String(name))) },
  ) as Slots<Values>

function run<Row extends object>(
  db: Executor,
  { text, parameters, facts }: Written,
  values: object,
): Promise<Row[]> {
  const valueOf = (one: unknown): unknown => {
    const slot = one instanceof Slot ? one : typeof one === 'object' && one !== null && slots.get(one)
    return slot ? (values as Readonly<Record<string, unknown>>)[slot.name] : one
  }
  return send<Row>(db, text, parameters.map(valueOf), facts.targets && factsOf(facts, valueOf))
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
  request: { readonly question: unknown; readonly values: Values },
  write: (slots: Slots<Values>) => RawBuilder<Row>,
) => Promise<Row[]> {
  const remembered = new Map<string, Written>()
  /** Each text once, as many questions share it. */
  const texts = new Map<string, string>()
  const remember = (key: string, { text, ...rest }: Written): void => {
    if (remembered.size >= mostRemembered) for (const cache of [remembered, texts]) cache.clear()
    if (!texts.has(text)) texts.set(text, text)
    remembered.set(key, { text: texts.get(text) ?? text, ...rest })
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

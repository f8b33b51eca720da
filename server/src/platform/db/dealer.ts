import { PostgresQueryCompiler, sql } from 'kysely'
import type { CompiledQuery, QueryId, RawBuilder, RootOperationNode } from 'kysely'

/** The end of a text whose next value is compared with `dealer_id`, and no other column that ends so. */
const ofDealer = /\bdealer_id"? = $/
const longest = 20

const ofStatement = Symbol('the dealer of the statement')

/**
 * The dealer with whose value the statement compares `dealer_id` elsewhere, for parts of a statement that take no scope. Each tenant table
 * is compared with the value itself, not with another table's column: only then does Citus find the one shard to ask.
 */
export const theDealer: RawBuilder<unknown> = sql`${ofStatement}`

/**
 * Passes the dealer as one parameter, however often `dealer_id = …` repeats it: PostgreSQL then knows that joined tables are of the same
 * dealer, and estimates joins by their foreign keys.
 */
export class DealerCompiler extends PostgresQueryCompiler {
  /** The last characters of the text: cutting them from the whole text at each value would copy it each time. */
  #end = ''
  #dealer: unknown = ofStatement
  /** Number of the dealer's parameter; 0 before its first use. */
  #place = 0

  override compileQuery(node: RootOperationNode, id: QueryId): CompiledQuery {
    this.#dealer = ofStatement
    this.#place = 0
    const compiled = super.compileQuery(node, id)
    if (this.#place === 0) return compiled
    if (this.#dealer === ofStatement) throw new Error(`no dealer is named: ${compiled.sql}`)
    return { ...compiled, parameters: compiled.parameters.with(this.#place - 1, this.#dealer) }
  }

  protected override append(text: string): void {
    this.#end = (text.length < longest ? this.#end + text : text).slice(-longest)
    super.append(text)
  }

  protected override appendValue(value: unknown): void {
    const isDealer = value === ofStatement || ofDealer.test(this.#end)
    const isKnown = this.#dealer !== ofStatement
    if (!isDealer || (isKnown && value !== ofStatement && value !== this.#dealer)) {
      super.appendValue(value)
      return
    }
    if (!isKnown) this.#dealer = value
    if (this.#place > 0) this.append(`$${this.#place}`)
    else {
      super.appendValue(value)
      this.#place = this.numParameters
    }
  }
}

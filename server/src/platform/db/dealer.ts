import { PostgresQueryCompiler, sql, ValuesNode } from 'kysely'
import type {
  CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  MergeQueryNode,
  OperationNode,
  QueryId,
  RawBuilder,
  RootOperationNode,
  UpdateQueryNode,
} from 'kysely'
import { isChained, Target } from './target.ts'
import type { Table } from './target.ts'

/** The end of a text whose next value is compared with `dealer_id`, and no other column that ends so. */
const ofDealer = /\bdealer_id"? = $/
const longest = 20

const ofStatement = Symbol('the dealer of the statement')

/**
 * The dealer with whose value the statement compares `dealer_id` elsewhere, for parts of a statement that take no scope. Each tenant table
 * is compared with the value itself, not with another table's column: only then does Citus find the one shard to ask.
 */
export const theDealer: RawBuilder<unknown> = sql`${ofStatement}`

/** A compiled statement with the tables that it writes, and the values that it gives or compares with `dealer_id`. */
export interface Compiled extends CompiledQuery {
  readonly targets?: readonly Target[]
  readonly isChained?: boolean
  readonly dealers?: readonly unknown[]
}

/** Table of an expression such as `customer as c`. */
function tableOf(node: OperationNode | undefined): Table | undefined {
  const { kind, node: inner, table } = (node ?? {}) as Record<string, unknown>
  if (kind === 'AliasNode') return tableOf(inner as OperationNode)
  if (kind !== 'TableNode') return undefined
  return (table as { identifier: { name: string } }).identifier.name as Table
}

/** Values of `dealer_id` in the rows of an insert. */
function* insertedDealers({ columns = [], values }: InsertQueryNode): Generator {
  const at = columns.findIndex(({ column }) => column.name === 'dealer_id')
  if (at === -1 || !values || !ValuesNode.is(values)) return
  for (const row of values.values) {
    const value = row.values[at] as { kind?: string; value?: unknown } | undefined
    yield value?.kind === 'ValueNode' ? value.value : value
  }
}

/**
 * Notes which tables a statement writes: those of Kysely's nodes, and each `target` in raw SQL. Passes the dealer as one parameter, however often `dealer_id = …` repeats it: PostgreSQL then knows that joined tables are of the same
 * dealer, and estimates joins by their foreign keys.
 */
export class DealerCompiler extends PostgresQueryCompiler {
  /** The last characters of the text: cutting them from the whole text at each value would copy it each time. */
  #end = ''
  #dealer: unknown = ofStatement
  /** Number of the dealer's parameter; 0 before its first use. */
  #place = 0
  #targets: Target[] = []
  #isChained = false
  #inserted = new Set<unknown>()

  override compileQuery(node: RootOperationNode, id: QueryId): Compiled {
    this.#dealer = ofStatement
    this.#place = 0
    this.#targets = []
    this.#isChained = false
    this.#inserted = new Set()
    const compiled = super.compileQuery(node, id)
    const isNamed = this.#place > 0
    if (isNamed && this.#dealer === ofStatement) throw new Error(`no dealer is named: ${compiled.sql}`)
    if (!isNamed && this.#targets.length === 0) return compiled
    return {
      ...compiled,
      parameters: isNamed ? compiled.parameters.with(this.#place - 1, this.#dealer) : compiled.parameters,
      targets: this.#targets,
      isChained: this.#isChained,
      dealers: this.#inserted.size > 0 ? [...this.#inserted] : isNamed ? [this.#dealer] : [],
    }
  }

  /** After the parts of the statement, which run first. */
  #write(node: OperationNode | undefined): void {
    const table = tableOf(node)
    if (table) this.#targets.push(new Target(table))
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(node)
    this.#write(node.into)
    for (const dealer of insertedDealers(node)) this.#inserted.add(dealer)
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    super.visitUpdateQuery(node)
    this.#write(node.table)
  }

  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    super.visitDeleteQuery(node)
    for (const from of node.from.froms) this.#write(from)
  }

  protected override visitMergeQuery(node: MergeQueryNode): void {
    super.visitMergeQuery(node)
    this.#write(node.into)
  }

  protected override append(text: string): void {
    this.#end = (text.length < longest ? this.#end + text : text).slice(-longest)
    super.append(text)
  }

  protected override appendValue(value: unknown): void {
    if (isChained(value)) {
      this.#isChained = true
      return
    }
    if (value instanceof Target) {
      this.append(value.table)
      this.#targets.push(value)
      return
    }
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

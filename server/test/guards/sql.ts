import { loadModule, parseSync } from 'libpg-query'

/** Tables that a statement uses, and how, read by PostgreSQL's own parser. */

export type Verb = 'select' | 'insert' | 'update' | 'delete'

export interface TableUse {
  readonly table: string
  readonly verb: Verb
  /**
   * Whether the statement names the dealer: it compares this very table's `dealer_id` with a value, or for an insert
   * gives one. A comparison with another table's column is not enough (docs/decisions/0083).
   */
  readonly namesDealer: boolean
  /** The columns that an insert or an update gives values. */
  readonly columns: readonly string[]
  /** The columns that the conditions of an update compare. */
  readonly compared: readonly string[]
  /** The select of an insert, and the parts of the statement that it reads and that are planned with it; empty for other uses. */
  readonly queries: readonly Query[]
}

/** Names of the tables that a query reads. */
interface Query {
  readonly inFrom: string[]
  /** In subqueries elsewhere. */
  readonly inSubqueries: string[]
}

await loadModule()

type Node = Readonly<Record<string, unknown>>
interface RangeVar {
  readonly relname: string
  readonly schemaname?: string
  readonly alias?: { readonly aliasname: string }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []

/**
 * One level of a query: the tables it reads, and the expressions of its conditions. A subquery is a separate level.
 */
class Level {
  readonly #aliases = new Map<string, RangeVar>()
  readonly #conditions: unknown[] = []

  /** Adds the tables of a FROM clause, with the conditions of its joins. */
  from(value: unknown): void {
    for (const node of nodesOf(value)) {
      const join = node['JoinExpr'] as Node | undefined
      if (node['RangeVar']) this.add(node['RangeVar'] as RangeVar)
      if (!join) continue
      this.from(join['larg'])
      this.from(join['rarg'])
      this.#conditions.push(join['quals'])
    }
  }

  add(table: RangeVar | undefined): void {
    if (table) this.#aliases.set(table.alias?.aliasname ?? table.relname, table)
  }

  where(...conditions: unknown[]): void {
    this.#conditions.push(...conditions)
  }

  /** Each table of the level, and its columns that a condition gives a value. */
  *tables(): Generator<{ table: RangeVar; given: readonly string[] }> {
    const found = this.#conditions.flatMap((condition) => [...givenIn(condition)])
    for (const [name, table] of this.#aliases) {
      const own = found.filter(({ alias }) => alias === name || alias === '')
      yield { table, given: own.map(({ column }) => column) }
    }
  }
}

const stringsOf = (value: unknown): string[] =>
  nodesOf(value).flatMap((node) => (node['String'] as { sval?: string } | undefined)?.sval ?? [])

interface Given {
  /** Empty for a column without one. */
  readonly alias: string
  readonly column: string
}

/** The columns that a condition demands to be a value. */
function* givenIn(condition: unknown): Generator<Given> {
  if (!isNode(condition)) return
  const all = condition['BoolExpr'] as { boolop?: string; args?: unknown[] } | undefined
  const comparison = condition['A_Expr'] as Comparison | undefined
  if (all?.boolop === 'AND_EXPR') for (const one of all.args ?? []) yield* givenIn(one)
  if (comparison?.kind !== 'AEXPR_OP' || stringsOf(comparison.name).join() !== '=') return
  const { lexpr, rexpr } = comparison
  for (const [one, other] of [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ]) {
    const fields = stringsOf((one?.['ColumnRef'] as Node | undefined)?.['fields'])
    const column = fields.at(-1)
    if (column !== undefined && isValue(other)) yield { alias: fields.at(-2) ?? '', column }
  }
}

interface Comparison {
  readonly kind: string
  readonly name: unknown
  readonly lexpr?: Node
  readonly rexpr?: Node
}

/** An expression of parameters and constants only. */
const isValue = (expression: unknown): boolean =>
  !isNode(expression) ||
  Object.entries(expression).every(
    ([kind, part]) => kind !== 'ColumnRef' && kind !== 'SubLink' && isValue(part),
  )

/** The uses of real tables in one statement, including those in common table expressions and subqueries. */
export function usesOf(text: string): TableUse[] {
  const tree = parseSync(text) as unknown
  const ctes: Ctes = new Map()
  collectCtes(tree, ctes)
  return [...visit(tree, ctes)].filter(({ table }) => !ctes.has(table))
}

/** Common table expressions by name, with the query if it may be planned as a part of those that read it. */
type Ctes = Map<string, Node | undefined>

function collectCtes(value: unknown, found: Ctes): void {
  if (Array.isArray(value)) for (const one of value) collectCtes(one, found)
  else if (isNode(value))
    for (const [kind, part] of Object.entries(value)) {
      if (kind === 'CommonTableExpr') {
        const { ctename, ctematerialized, ctequery } = part as Cte
        const isRunFirst =
          ctematerialized === 'CTEMaterializeAlways' ||
          !ctequery.SelectStmt ||
          ctequery.SelectStmt['lockingClause']
        found.set(ctename, isRunFirst ? undefined : ctequery.SelectStmt)
      }
      collectCtes(part, found)
    }
}

interface Cte {
  readonly ctename: string
  readonly ctematerialized: string
  readonly ctequery: { readonly SelectStmt?: Node }
}

function queriesOf(select: unknown, ctes: Ctes): Query[] {
  const query: Query = { inFrom: [], inSubqueries: [] }
  const parts: Query[] = []
  const walk = (value: unknown, isSubquery: boolean, known: Ctes): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, isSubquery, known)
    else if (isNode(value))
      for (const [kind, part] of Object.entries(value)) {
        if (kind === 'withClause') continue
        if (kind === 'RangeVar') read((part as RangeVar).relname, isSubquery, known)
        else walk(part, isSubquery || kind === 'SubLink', known)
      }
  }
  const read = (table: string, isSubquery: boolean, known: Ctes): void => {
    const others = new Map([...known].filter(([name]) => name !== table))
    if (!known.has(table)) (isSubquery ? query.inSubqueries : query.inFrom).push(table)
    else if (isSubquery) walk(known.get(table), true, others)
    else parts.push(...queriesOf(known.get(table), others))
  }
  walk(select, false, ctes)
  return [query, ...parts]
}

function* visit(value: unknown, ctes: Ctes): Generator<TableUse> {
  if (Array.isArray(value)) for (const one of value) yield* visit(one, ctes)
  else if (isNode(value))
    for (const [kind, part] of Object.entries(value)) {
      if (isNode(part)) yield* usesAt(kind, part, ctes)
      yield* visit(part, ctes)
    }
}

const columnsOf = (targets: unknown): string[] =>
  nodesOf(targets).flatMap((node) => (node['ResTarget'] as { name?: string } | undefined)?.name ?? [])

/** A query, or one of two that UNION combines: the parser names those by their side. */
const isSelect = (kind: string, query: Node): boolean =>
  kind === 'SelectStmt' || (['larg', 'rarg'].includes(kind) && query['op'] !== undefined)

/** The uses of one query, without those inside it. */
function* usesAt(kind: string, query: Node, ctes: Ctes): Generator<TableUse> {
  const level = new Level()
  const target = query['relation'] as RangeVar | undefined
  if (isSelect(kind, query)) level.from(query['fromClause'])
  else if (kind === 'UpdateStmt') level.from(query['fromClause'])
  else if (kind === 'DeleteStmt') level.from(query['usingClause'])
  else if (kind === 'MergeStmt') level.from([query['sourceRelation']])
  else if (kind === 'InsertStmt') {
    const columns = columnsOf(query['cols'])
    yield {
      table: target?.relname ?? '',
      verb: 'insert',
      namesDealer: columns.includes('dealer_id'),
      columns,
      compared: [],
      queries: queriesOf(query['selectStmt'], ctes),
    }
    return
  } else return
  if (!isSelect(kind, query)) level.add(target)
  level.where(query['whereClause'], query['joinCondition'])
  const verbs: Record<string, Verb> = { UpdateStmt: 'update', DeleteStmt: 'delete', MergeStmt: 'update' }
  for (const { table, given } of level.tables()) {
    if (table.schemaname && table.schemaname !== 'public') continue
    const verb = table === target ? (verbs[kind] ?? 'select') : 'select'
    const columns = verb === 'update' ? columnsOf(query['targetList']) : []
    const compared = verb === 'update' ? [...columnsIn([query['whereClause']])] : []
    const namesDealer = given.includes('dealer_id')
    yield { table: table.relname, verb, namesDealer, columns, compared, queries: [] }
  }
}

/** A read whose result may decide whether a row is inserted: it counts rows, asks whether there are any, or reads them. */
export interface DecidingRead {
  readonly table: string
  readonly kind: 'count' | 'exists' | 'rows'
  /** Columns that its conditions compare. */
  readonly columns: readonly string[]
  /** Columns of this table that its conditions demand to be a value. */
  readonly given: readonly string[]
  /** Columns that it returns; `*` for all. */
  readonly returned: readonly string[]
}

const knownReads = new Map<string, readonly DecidingRead[]>()

/** The deciding reads of a statement, parsed once. A read that locks its rows is none. */
export function readsIn(text: string): readonly DecidingRead[] {
  let reads = knownReads.get(text)
  if (!reads) {
    const tree = parseSync(text) as unknown
    const ctes: Ctes = new Map()
    collectCtes(tree, ctes)
    reads = [...decidingReads(tree, ctes, 'rows')]
    knownReads.set(text, reads)
  }
  return reads
}

function* decidingReads(value: unknown, ctes: Ctes, kind: DecidingRead['kind']): Generator<DecidingRead> {
  if (Array.isArray(value)) for (const one of value) yield* decidingReads(one, ctes, kind)
  else if (isNode(value))
    for (const [name, part] of Object.entries(value)) {
      if (!isNode(part)) continue
      if (name === 'SubLink') {
        const inner = part['subLinkType'] === 'EXISTS_SUBLINK' ? 'exists' : 'rows'
        yield* decidingReads(part, ctes, inner)
      } else if (isSelect(name, part) && !part['lockingClause']) {
        const counts = callsCount(part['targetList'])
        const columns = [...columnsIn([part['whereClause'], part['fromClause']])]
        const returned = [...columnsIn(part['targetList'])]
        const level = new Level()
        level.from(part['fromClause'])
        level.where(part['whereClause'])
        for (const { table, given } of level.tables())
          if (!ctes.has(table.relname))
            yield { table: table.relname, kind: counts ? 'count' : kind, columns, given, returned }
        yield* decidingReads(part, ctes, 'rows')
      } else yield* decidingReads(part, ctes, kind)
    }
}

/** Whether a list of results counts rows, subqueries left out. */
const callsCount = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(callsCount)
  if (!isNode(value)) return false
  return Object.entries(value).some(([name, part]) => {
    if (name === 'SubLink') return false
    if (name === 'FuncCall' && stringsOf((part as Node)['funcname']).at(-1) === 'count') return true
    return callsCount(part)
  })
}

/** Names of the columns in conditions, subqueries left out. */
function* columnsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* columnsIn(one)
  else if (isNode(value))
    for (const [name, part] of Object.entries(value)) {
      if (name === 'SubLink') continue
      if (name === 'ColumnRef') yield stringsOf((part as Node)['fields']).at(-1) ?? '*'
      else yield* columnsIn(part)
    }
}

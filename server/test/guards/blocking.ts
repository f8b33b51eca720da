import { loadModule, parseSync } from 'libpg-query'
import { small as smallTables } from './plans.guard.ts'

/**
 * Statements of a migration that stop a server of the release before, which runs beside it: by a lock for as long as a table is read or
 * written, or because they remove what it uses.
 */

await loadModule()

/** Tables of few rows, which are read in milliseconds. */
const small: ReadonlySet<string> = new Set(smallTables)

type Node = Readonly<Record<string, unknown>>
interface Named {
  readonly relname: string
  readonly schemaname?: string
  readonly relpersistence?: string
}
interface Constraint {
  readonly contype: string
  readonly raw_expr?: Node
  readonly skip_validation?: boolean
  readonly indexname?: string
}
interface Command {
  readonly subtype: string
  readonly name?: string
  readonly def?: {
    readonly ColumnDef?: {
      readonly colname?: string
      readonly constraints?: readonly { Constraint: Constraint }[]
    }
    readonly Constraint?: Constraint
  }
}

/** Functions that return the same value for all rows of a statement: a column's default by them is stored once. */
const stable = new Set(['now', 'transaction_timestamp'])

function isStored(expression: Node): boolean {
  const [[kind, value] = ['', {}]] = Object.entries(expression) as [string, Node][]
  if (kind === 'A_Const' || kind === 'SQLValueFunction') return true
  if (kind === 'TypeCast') return isStored(value['arg'] as Node)
  if (kind === 'A_ArrayExpr') return true
  if (kind !== 'FuncCall') return false
  const names = value['funcname'] as { String: { sval: string } }[]
  return stable.has(names.at(-1)?.String.sval ?? '')
}

/** Effects of a new column, by its constraints. */
function addedColumn(constraints: readonly Constraint[]): string[] {
  const problems: string[] = []
  const initial = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
  const kinds = constraints.map(({ contype }) => contype)
  if (initial && !isStored(initial)) problems.push('rewrites the table for a default that differs by row')
  if (kinds.includes('CONSTR_NOTNULL') && !initial)
    problems.push('adds a column that the release before does not fill')
  if (kinds.some((kind) => ['CONSTR_IDENTITY', 'CONSTR_GENERATED'].includes(kind)))
    problems.push('rewrites the table for a generated column')
  if (kinds.some((kind) => ['CONSTR_PRIMARY', 'CONSTR_UNIQUE'].includes(kind)))
    problems.push('builds an index under a lock')
  if (kinds.some((kind) => ['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(kind)))
    problems.push('reads the table under a lock for a constraint')
  return problems
}

function addedConstraint({ contype, skip_validation: isLater, indexname }: Constraint): string[] {
  if (['CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_EXCLUSION'].includes(contype))
    return indexname ? [] : ['builds an index under a lock']
  return isLater ? [] : ['reads the table under a lock for a constraint']
}

const rewriting: Readonly<Record<string, string>> = {
  AT_AlterColumnType: 'rewrites the table for a type',
  AT_SetNotNull: 'reads the table under a lock for not null',
  AT_SetLogged: 'rewrites the table',
  AT_SetUnLogged: 'rewrites the table',
  AT_SetAccessMethod: 'rewrites the table',
  AT_SetTableSpace: 'rewrites the table',
}
const removing: Readonly<Record<string, string>> = {
  AT_DropColumn: 'removes a column',
  AT_DropConstraint: 'removes a constraint',
}

/** Words that change rows or build an index, in the text of a block. */
const changing = /\b(update|delete\s+from|alter\s+table|create\s+(unique\s+)?index|truncate|reindex)\b/i

/** A file with it removes what releases before that one use: they have left by then. */
const removes = /^-- least release: /m

/** Returns `table: what` for each such statement. */
export function blockingOf(text: string): string[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Record<string, Node> }[] }
  const nodes = stmts.flatMap(({ stmt }) => Object.entries(stmt))
  /** Tables that the file itself makes are seen by no server yet. */
  const own = new Set(
    nodes.flatMap(([kind, node]) => {
      if (kind === 'CreateStmt') return [(node['relation'] as Named).relname]
      if (kind === 'CreateTableAsStmt') return [(node['into'] as { rel: Named }).rel.relname]
      if (kind === 'CreateFunctionStmt') return [nameOf(node['funcname'])]
      return []
    }),
  )
  const mayRemove = removes.test(text)
  return nodes.flatMap(([kind, node]) => {
    const query = kind === 'InsertStmt' ? node['selectStmt'] : kind === 'CreateTableAsStmt' && node['query']
    if (query) return copiedTables(node, query, own).map((source) => `${source}: is copied in one statement`)
    const table = (node['relation'] as Named | undefined)?.relname ?? ''
    if (own.has(table)) return []
    const problems = statementOf(kind, node, mayRemove).filter((what) => !small.has(table) || isForAll(what))
    return kind === 'DropStmt'
      ? problems.filter(() => !objectsOf(node).every((name) => own.has(name)))
      : problems.map((what) => (table ? `${table}: ${what}` : what))
  })
}

/** Large tables that a query reads, without the parts that its `with` names. */
function copiedTables(statement: Node, query: unknown, own: ReadonlySet<string>): string[] {
  const tables = new Set<string>()
  const parts = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'RangeVar') tables.add((inner as Named).relname)
      if (key === 'ctename') parts.add(String(inner))
      visit(inner)
    }
  }
  visit([query, statement['withClause']])
  return [...tables].filter((table) => !parts.has(table) && !own.has(table) && !small.has(table)).toSorted()
}

/** Whether it stops the release before whatever the size of the table. */
const isForAll = (what: string): boolean => /^(removes|renames|adds)/.test(what)

function statementOf(kind: string, node: Node, mayRemove: boolean): string[] {
  switch (kind) {
    case 'AlterTableStmt':
      return (node['cmds'] as { AlterTableCmd: Command }[]).flatMap(({ AlterTableCmd: command }) => {
        const { subtype, def, name } = command
        if (subtype === 'AT_AddColumn')
          return addedColumn((def?.ColumnDef?.constraints ?? []).map((one) => one.Constraint))
        if (subtype === 'AT_AddConstraint' && def?.Constraint) return addedConstraint(def.Constraint)
        const removed = removing[subtype]
        if (removed) return mayRemove ? [] : [`${removed} (${name})`]
        return rewriting[subtype] ?? []
      })
    case 'IndexStmt':
      return node['concurrent'] ? [] : ['builds an index under a lock']
    case 'ReindexStmt':
      return JSON.stringify(node['params'] ?? '').includes('concurrently')
        ? []
        : ['builds an index under a lock']
    case 'DropStmt':
      return dropped(node, mayRemove)
    case 'RenameStmt':
      return ['renames']
    case 'UpdateStmt':
    case 'DeleteStmt':
      return ['changes rows in one statement']
    case 'DoStmt':
      return changing.test(JSON.stringify(node)) ? ['a block changes rows or tables'] : []
    case 'TruncateStmt':
    case 'ClusterStmt':
    case 'LockStmt':
      return [`locks a table (${kind})`]
    default:
      return []
  }
}

const nameOf = (names: unknown): string =>
  ((names as { String?: { sval: string } }[] | undefined) ?? []).at(-1)?.String?.sval ?? ''

/** Names of the objects that a statement drops; a trigger's is preceded by its table's. */
const objectsOf = (node: Node): string[] =>
  (node['objects'] as Record<string, Node>[]).map((object) => {
    const [[, value] = ['', {}]] = Object.entries(object)
    return nameOf(value['items'] ?? value['objname'])
  })

function dropped(node: Node, mayRemove: boolean): string[] {
  const [what = ''] = String(node['removeType']).toLowerCase().split('object_').slice(1)
  const names = objectsOf(node).join(', ')
  if (what === 'index') return node['concurrent'] ? [] : [`drops an index under a lock (${names})`]
  return mayRemove ? [] : [`removes a ${what} (${names})`]
}

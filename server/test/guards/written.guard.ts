import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { notifying } from '../../src/platform/db/notify.ts'
import type { Channel } from '../../src/platform/db/notify.ts'
import type { TableUse } from './sql.ts'
import { findFile, isOfTests, shorten, usesIn } from './statement.ts'
import type { Guard } from './statement.ts'

/** Erases each table that names a person by itself, copies included: `test/rows/personal.test.ts` proves it. */
const erasure = 'src/platform/personal/personal.repository.ts'

/**
 * Columns that repeat a value of another table, which the statement itself writes (docs/decisions/0085, 0116). `with` limits the
 * rule to statements that write this column, too.
 */
const rules: readonly {
  readonly table: string
  readonly verb: 'insert' | 'update'
  readonly with?: string
  readonly needs: readonly string[]
  /** A test may leave it out: null reads as today's value. */
  readonly isOfProduct?: true
}[] = [
  { table: 'activity', verb: 'update', with: 'completed_type', needs: ['main_series_id'], isOfProduct: true },
  { table: 'activity', verb: 'insert', with: 'completed_type', needs: ['main_series_id'], isOfProduct: true },
  { table: 'activity', verb: 'update', with: 'kept_owner_id', needs: ['main_series_id'], isOfProduct: true },
  { table: 'activity', verb: 'insert', with: 'minutes', needs: ['is_late'], isOfProduct: true },
  { table: 'visit', verb: 'insert', needs: ['main_series_id'], isOfProduct: true },
  { table: 'suspension', verb: 'insert', needs: ['main_series_id'], isOfProduct: true },
  { table: 'defeat_request', verb: 'update', with: 'owner_id', needs: ['main_series_id'], isOfProduct: true },
  {
    table: 'test_drive',
    verb: 'update',
    with: 'back_at',
    needs: ['owner_id', 'main_series_id'],
    isOfProduct: true,
  },
  { table: 'deal', verb: 'update', with: 'from_source', needs: ['opened_source'], isOfProduct: true },
  { table: 'activity', verb: 'insert', needs: ['from_source'] },
  { table: 'lead', verb: 'insert', with: 'customer_id', needs: ['deal_id'] },
  { table: 'lead', verb: 'update', with: 'customer_id', needs: ['deal_id'] },
  { table: 'vehicle_order', verb: 'insert', needs: ['from_source', 'other_source'] },
  { table: 'vehicle_order', verb: 'update', with: 'deal_id', needs: ['from_source', 'other_source'] },
  { table: 'visit', verb: 'insert', needs: ['deal_id', 'owner_id'] },
]

/** A statement writes the copied columns of its row, also one that stages a row for a test. */
export function createWrittenGuard(): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      for (const { table, verb, columns } of uses) {
        const missing = rules
          .filter(
            (rule) =>
              rule.table === table &&
              rule.verb === verb &&
              (rule.with === undefined || columns.includes(rule.with)),
          )
          .flatMap(({ needs, isOfProduct }) =>
            needs.filter((column) => !columns.includes(column)).map((column) => ({ column, isOfProduct })),
          )
        if (missing.length === 0) continue
        const from = file()
        const wrong = missing.filter(({ isOfProduct }) => !(isOfProduct && from && isOfTests(from)))
        if (wrong.length > 0)
          problems.add(
            `${from ?? 'an unknown file'} does not write ${wrong.map(({ column }) => column).join()} of ${table}: ${shorten(text)}`,
          )
      }
    },
    problems: () => [...problems],
  }
}

/** A statement of a transaction. */
interface Seen {
  readonly text: string
  readonly values: readonly unknown[]
  readonly uses: readonly TableUse[]
}
type Part = (statement: Seen) => boolean

const writes =
  (table: string, ...columns: readonly string[]): Part =>
  ({ uses }) =>
    uses.some(
      (use) =>
        use.table === table && use.verb !== 'select' && columns.every((one) => use.columns.includes(one)),
    )
const uses =
  (table: string): Part =>
  (statement) =>
    statement.uses.some((use) => use.table === table)
const holdsOwner: Part = ({ text }) => /\bfrom "?member\b[^;]*\bfor key share\b/.test(text)
const notifies =
  (channel: Channel): Part =>
  ({ text, values }) =>
    text === notifying && values[0] === channel

/**
 * Work that belongs to a write of a table in the same transaction (docs/decisions/0090). `with` limits the rule to
 * statements that write one of these columns.
 */
const companions: readonly {
  readonly table: string
  readonly verbs: readonly TableUse['verb'][]
  readonly with?: readonly string[]
  readonly needs: string
  readonly part: Part
  /** A test may leave it out: it stages rows before a process caches them, beside no leave of the owner. */
  readonly isOfProduct?: boolean
}[] = [
  { table: 'deal', verbs: ['insert'], needs: 'holds no owner', part: holdsOwner, isOfProduct: true },
  {
    table: 'deal',
    verbs: ['update'],
    with: ['owner_id'],
    needs: 'holds no owner',
    part: holdsOwner,
    isOfProduct: true,
  },
  ...['activity', 'vehicle_order'].map((table) => ({
    table: 'deal',
    verbs: ['update' as const],
    with: ['from_source', 'other_source'],
    needs: `copies the source to no ${table}`,
    part: writes(table, 'from_source'),
  })),
  {
    table: 'deal',
    verbs: ['update'],
    with: ['is_current'],
    needs: 'does not say when the deal passed',
    part: (statement) => ['superseded_at', 'merged_at'].some((one) => writes('deal', one)(statement)),
  },
  {
    table: 'vehicle_order',
    verbs: ['insert'],
    needs: 'writes no vehicle_order_buyer',
    part: writes('vehicle_order_buyer'),
  },
  {
    table: 'vehicle_order',
    verbs: ['update'],
    with: ['name', 'contact_name', 'phone'],
    needs: 'writes no vehicle_order_buyer',
    part: writes('vehicle_order_buyer'),
  },
  {
    table: 'vehicle_order_line',
    verbs: ['insert', 'delete'],
    needs: 'copies the vehicles to no order',
    part: writes('vehicle_order', 'series_ids', 'model_ids'),
  },
  {
    table: 'vehicle_order_line',
    verbs: ['update'],
    with: ['series_id', 'model_id'],
    needs: 'copies the vehicles to no order',
    part: writes('vehicle_order', 'series_ids', 'model_ids'),
  },
  {
    table: 'visit',
    verbs: ['insert', 'update'],
    with: ['receiver_id'],
    needs: 'notes no reception',
    part: uses('reception'),
  },
  {
    table: 'member',
    verbs: ['insert'],
    needs: 'notifies no sessions',
    part: notifies('session_changed'),
    isOfProduct: true,
  },
  {
    table: 'member',
    verbs: ['update'],
    with: ['role', 'modules', 'handle_front', 'manager_id', 'status', 'left_at', 'name'],
    needs: 'notifies no sessions',
    part: notifies('session_changed'),
    isOfProduct: true,
  },
  {
    table: 'member',
    verbs: ['update'],
    with: ['activated_at', 'status', 'role'],
    needs: 'wakes no worker of leads',
    part: notifies('lead_backlog'),
    isOfProduct: true,
  },
  {
    table: 'dealer',
    verbs: ['update'],
    needs: 'notifies no sessions',
    part: notifies('session_changed'),
    isOfProduct: true,
  },
  {
    table: 'session',
    verbs: ['delete'],
    needs: 'notifies no sessions',
    part: notifies('session_changed'),
    isOfProduct: true,
  },
  {
    table: 'session',
    verbs: ['update'],
    with: ['ended_as'],
    needs: 'notifies no sessions',
    part: notifies('session_changed'),
    isOfProduct: true,
  },
  ...['dictionary', 'region', 'series', 'competitor_series'].map((table) => ({
    table,
    verbs: ['insert', 'update', 'delete'] as const,
    needs: 'notifies no caches of base data',
    part: notifies('base_changed'),
    isOfProduct: true,
  })),
]

/** A companion that the transaction lacks so far; `answer` is that of the statement that needs it. */
interface Lack {
  readonly text: string
  readonly part: Part
  readonly answer: unknown
}

/** A transaction writes the copies in other tables, and sends the notifications. */
export function createCompanionGuard() {
  const transactions = new Map<object, { readonly seen: Seen[]; readonly lacks: Lack[] }>()
  const problems = new Set<string>()

  async function judge(seen: readonly Seen[], lacks: readonly Lack[]): Promise<void> {
    for (const { text, part, answer } of lacks) {
      if (seen.some(part)) continue
      // A statement that failed, or changed nothing, needs nothing.
      const result = await Promise.resolve(answer).catch(() => ({ rowCount: 0 }))
      if ((result as { rowCount?: number } | undefined)?.rowCount !== 0) problems.add(text)
    }
  }

  return {
    see(
      { connection, text, values = [], answer }: Omit<SentStatement, 'values'> & Partial<SentStatement>,
      file: () => string | undefined = findFile,
    ): Promise<void> {
      const word = /^\s*(begin|start transaction|commit|rollback)\b(?! to)/i.exec(text)?.[1]?.toLowerCase()
      const open = transactions.get(connection)
      if (word) {
        transactions.delete(connection)
        if (word === 'commit') return judge(open?.seen ?? [], open?.lacks ?? [])
        if (word !== 'rollback') transactions.set(connection, { seen: [], lacks: [] })
        return Promise.resolve()
      }
      const statement = { text, values, uses: usesIn(text) }
      const needed = companions.filter(({ table, verbs, with: columns }) =>
        statement.uses.some(
          (use) =>
            use.table === table &&
            verbs.includes(use.verb) &&
            (!columns || columns.some((one) => use.columns.includes(one))),
        ),
      )
      const from = needed.length > 0 ? file() : undefined
      const lacks = needed
        .filter(({ isOfProduct }) => from !== erasure && !(isOfProduct && from && isOfTests(from)))
        .map(({ needs, part }): Lack => ({
          text: `${from ?? 'an unknown file'} ${needs}: ${shorten(text)}`,
          part,
          answer,
        }))
      open?.seen.push(statement)
      open?.lacks.push(...lacks)
      return open ? Promise.resolve() : judge([statement], lacks)
    },
    problems: (): readonly string[] => [...problems],
  }
}

/** Watches all transactions of this process. The returned function stops and returns the violations. */
export function watchCompanions(): () => readonly string[] {
  const guard = createCompanionGuard()
  const see = (message: unknown): void => void guard.see(message as SentStatement)
  statementChannel.subscribe(see)
  return () => {
    statementChannel.unsubscribe(see)
    return guard.problems()
  }
}

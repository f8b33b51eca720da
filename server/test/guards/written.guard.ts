import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { notifying } from '../../src/platform/db/notify.ts'
import type { Channel } from '../../src/platform/db/notify.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import type { TableUse } from './sql.ts'
import { boundaryIn, findFile, findSender, isOfTests, perText, shorten, usesIn } from './statement.ts'
import type { Guard } from './statement.ts'

/** Erases each table that names a person by itself, copies included: `test/rows/personal.test.ts` proves it. */
const erasure = 'src/platform/personal/personal.repository.ts'

/** A table's companions (`<room>.tables.ts`), each for one verb. */
const companions = listTables(allTables).flatMap(({ table, companions: all = [] }) =>
  all.flatMap((one) => [one.on].flat().map((verb) => ({ ...one, table: table as string, verb }))),
)
type Needed = (typeof companions)[number]

const isFor = ({ table, verb, with: columns }: Needed, use: TableUse): boolean =>
  use.table === table &&
  use.verb === verb &&
  (columns === undefined || columns.some((one) => use.columns.includes(one)))

/** A statement writes the copied columns of its row, also one that stages a row for a test. */
export function createWrittenGuard(): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      for (const use of uses) {
        const missing = companions
          .filter((one) => isFor(one, use))
          .flatMap((one) => {
            if (!('copies' in one)) return []
            return one.copies
              .filter((column) => !use.columns.includes(column))
              .map((column) => ({ column, isOptional: one.isOptional }))
          })
        if (missing.length === 0) continue
        const from = file()
        const wrong = missing.filter(({ isOptional }) => !(isOptional && from && isOfTests(from)))
        if (wrong.length > 0)
          problems.add(
            `${from ?? 'an unknown file'} does not write ${wrong.map(({ column }) => column).join()} of ${use.table}: ${shorten(text)}`,
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

const writes =
  (table: string, ...columns: readonly string[]): Part['isIn'] =>
  ({ uses }) =>
    uses.some(
      (use) =>
        use.table === table && use.verb !== 'select' && columns.every((one) => use.columns.includes(one)),
    )
const holdsMember: Part['isIn'] = ({ text }) => /\bfrom "?member\b[^;]*\bfor key share\b/.test(text)
const notifies =
  (channel: Channel): Part['isIn'] =>
  ({ text, values }) =>
    text === notifying && values[0] === channel

interface Part {
  /** The violation, in words. */
  readonly lack: string
  readonly isIn: (statement: Seen) => boolean
  readonly isOfProduct?: true
}

/** The parts that a transaction needs for a companion. */
function partsOf(one: Needed): readonly Part[] {
  if ('writes' in one)
    return Object.entries(one.writes).map(([table, columns]) => ({
      lack: `does not write ${[table, ...columns].join(' ')}`,
      isIn: writes(table, ...columns),
    }))
  if ('uses' in one)
    return [
      {
        lack: `does not use ${one.uses}`,
        isIn: (statement) => statement.uses.some(({ table }) => table === one.uses),
      },
    ]
  if ('either' in one)
    return [
      {
        lack: `writes neither ${one.either.join(' nor ')}`,
        isIn: (statement) => one.either.some((column) => writes(one.table, column)(statement)),
      },
    ]
  if ('holds' in one) return [{ lack: 'holds no member', isIn: holdsMember, isOfProduct: true }]
  if ('notifies' in one)
    return [{ lack: `does not notify ${one.notifies}`, isIn: notifies(one.notifies), isOfProduct: true }]
  return []
}
const parts = companions.map((one) => ({ one, parts: partsOf(one) })).filter((each) => each.parts.length > 0)

/** Parts that a statement needs. */
const neededBy = perText((text) => {
  const used = usesIn(text)
  return parts.filter(({ one }) => used.some((use) => isFor(one, use))).flatMap((each) => each.parts)
})

/** A companion that the transaction lacks so far; `answer` is that of the statement that needs it. */
interface Lack {
  readonly text: string
  readonly from: string | undefined
  readonly lack: string
  readonly isIn: Part['isIn']
  readonly answer: unknown
}

/** A transaction writes the copies in other tables, and sends the notifications. */
export function createCompanionGuard() {
  const transactions = new Map<object, { readonly seen: Seen[]; readonly lacks: Lack[] }>()
  const problems = new Set<string>()

  async function judge(seen: readonly Seen[], lacks: readonly Lack[]): Promise<void> {
    for (const { text, from, lack, isIn, answer } of lacks) {
      if (seen.some(isIn)) continue
      // A statement that failed, or changed nothing, needs nothing.
      const result = await Promise.resolve(answer).catch(() => ({ rowCount: 0 }))
      if ((result as { rowCount?: number } | undefined)?.rowCount !== 0)
        problems.add(`${from ?? 'an unknown file'} ${lack}: ${shorten(text)}`)
    }
  }

  return {
    see(
      { connection, text, values = [], answer }: Omit<SentStatement, 'values'> & Partial<SentStatement>,
      file: () => string | undefined = findFile,
    ): Promise<void> {
      const word = boundaryIn(text)
      const open = transactions.get(connection)
      if (word) {
        transactions.delete(connection)
        if (word === 'commit') return judge(open?.seen ?? [], open?.lacks ?? [])
        if (word !== 'rollback') transactions.set(connection, { seen: [], lacks: [] })
        return Promise.resolve()
      }
      const statement = { text, values, uses: usesIn(text) }
      const needed = neededBy(text)
      const from = needed.length > 0 ? file() : undefined
      const lacks = needed
        .filter(({ isOfProduct }) => from !== erasure && !(isOfProduct && from && isOfTests(from)))
        .map(({ lack, isIn }): Lack => ({ text, from, lack, isIn, answer }))
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
  const see = (message: unknown): void =>
    void guard.see(message as SentStatement, () => findSender(message as SentStatement))
  statementChannel.subscribe(see)
  return () => {
    statementChannel.unsubscribe(see)
    return guard.problems()
  }
}

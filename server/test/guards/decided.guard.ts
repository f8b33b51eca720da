import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { readsIn } from './sql.ts'
import type { DecidingRead } from './sql.ts'
import { boundaryIn, findFile, isExcepted, isOfTests, perText, shorten, usesIn } from './statement.ts'

/**
 * Reports transactions that count rows, or find none, and then insert one: without a lock two of them count the same and both insert.
 * An advisory lock makes them wait for each other, and so does a lock on rows of another table whose id or key the read compares. A unique
 * index refuses the second row, if the read compared all of its columns. A file excepts a table by `guard-exception decided <table>`.
 */

/** Columns of each unique index, by table. */
export type UniqueColumns = Readonly<Record<string, readonly (readonly string[])[]>>

interface Open {
  /** Locks that others wait for: names of tables, and `*` for an advisory lock. */
  readonly locks: Set<string>
  readonly reads: (DecidingRead & { readonly text: string; isEmpty?: boolean })[]
}

/** Tables of which a statement locks rows against others who do the same. */
const locksIn = perText((text): readonly string[] => {
  const plain = text.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ')
  const locks = /\bpg_(?:try_)?advisory_(?:xact_)?lock\(/.test(plain) ? ['*'] : []
  const uses = usesIn(text)
  if (/\bfor (?:no key )?update\b/.test(plain)) locks.push(...uses.map(({ table }) => table))
  for (const { table, verb } of uses) if (verb !== 'select') locks.push(table)
  return locks
})

export function createDecidedGuard(unique: UniqueColumns) {
  const transactions = new WeakMap<object, Open>()
  const problems = new Set<string>()

  const compares = ({ columns }: DecidingRead, key: readonly string[]): boolean =>
    key.length > 0 && key.every((one) => columns.includes(one))
  /** Whether two transactions that read the same wait for each other's lock of this table. */
  const covers = (lock: string, read: DecidingRead): boolean =>
    lock === '*' ||
    compares(read, [`${lock}_id`]) ||
    (unique[lock] ?? []).some((columns) =>
      compares(
        read,
        columns.filter((one) => one !== 'dealer_id'),
      ),
    )
  const isSafe = ({ locks }: Open, read: DecidingRead): boolean =>
    [...locks].some((lock) => lock !== read.table && covers(lock, read)) ||
    (read.kind !== 'count' && (unique[read.table] ?? []).some((columns) => compares(read, columns)))

  return {
    see(
      { connection, text, answer }: Pick<SentStatement, 'connection' | 'text' | 'answer'>,
      file: () => string | undefined = findFile,
    ): void {
      const word = boundaryIn(text)
      if (word) {
        transactions.delete(connection)
        if (word !== 'commit' && word !== 'rollback')
          transactions.set(connection, { locks: new Set(), reads: [] })
        return
      }
      const open = transactions.get(connection)
      if (!open) return
      const uses = usesIn(text)
      for (const read of uses.length > 0 ? readsIn(text) : []) {
        if (!unique[read.table] || isSafe(open, read)) continue
        const seen: Open['reads'][number] = { ...read, text }
        open.reads.push(seen)
        if (read.kind === 'rows')
          Promise.resolve(answer).then(
            (result) => {
              seen.isEmpty = (result as { rowCount?: number } | undefined)?.rowCount === 0
            },
            () => undefined,
          )
      }
      const isUpsert = /\bon conflict\b/i.test(text)
      for (const { table, verb } of uses) {
        if (verb !== 'insert' || isUpsert) continue
        const read = open.reads.find((one) => one.table === table && (one.kind !== 'rows' || one.isEmpty))
        if (!read) continue
        const from = file() ?? 'an unknown file'
        if (isOfTests(from) || from.startsWith('src/seed/') || isExcepted(from, `decided ${table}`)) continue
        problems.add(
          `${from} inserts into ${table} what depends on a read without a lock: ${shorten(read.text)} … ${shorten(text)}`,
        )
      }
      for (const lock of locksIn(text)) open.locks.add(lock)
    },
    problems: (): readonly string[] => [...problems],
  }
}

/** Watches all transactions of this process. The returned function stops and returns the violations. */
export function watchDecided(unique: UniqueColumns): () => readonly string[] {
  const guard = createDecidedGuard(unique)
  const see = (message: unknown): void => guard.see(message as SentStatement)
  statementChannel.subscribe(see)
  return () => {
    statementChannel.unsubscribe(see)
    return guard.problems()
  }
}

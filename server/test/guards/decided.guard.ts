import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { readsIn } from './sql.ts'
import type { DecidingRead, TableUse } from './sql.ts'
import { boundaryIn, findFile, isExcepted, isOfTests, perText, shorten, usesIn } from './statement.ts'

/**
 * Reports transactions that decide by a read without a lock:
 * - They count rows, or find none, and then insert one: two of them count the same and both insert. A unique index refuses the second row,
 *   if the read compared all of its columns.
 * - They read a row by its key and then set what they read: the later of two overwrites the other's. An update that compares a column
 *   besides the key passes.
 *
 * An advisory lock makes them wait for each other, and so does a lock on rows of another table whose id or key the read compares. A file
 * excepts a table by `guard-exception decided <table>`.
 */

/** Columns of each unique index, by table. */
export type UniqueColumns = Readonly<Record<string, readonly (readonly string[])[]>>

interface Open {
  /** Locks that others wait for: names of tables, and `*` for an advisory lock. */
  readonly locks: Set<string>
  reads: (DecidingRead & { readonly text: string; isEmpty?: boolean })[]
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
  const isLocked = ({ locks }: Open, read: DecidingRead): boolean =>
    [...locks].some((lock) => lock !== read.table && covers(lock, read))
  const isUnique = (read: DecidingRead): boolean =>
    read.kind !== 'count' && (unique[read.table] ?? []).some((columns) => compares(read, columns))

  /** Whether an update sets what the read returned, of the row with this key, and compares no more than the key. */
  const isOverwritten = (
    read: Open['reads'][number],
    { table, verb, columns, compared }: TableUse,
  ): boolean =>
    verb === 'update' &&
    read.table === table &&
    read.kind === 'rows' &&
    columns.some((one) => read.returned.includes(one) || read.returned.includes('*')) &&
    (unique[table] ?? []).some(
      (key) =>
        key.every((one) => read.given.includes(one)) &&
        compared.every((one) => key.includes(one)) &&
        compared.length > 0,
    )

  const add = (
    from = 'an unknown file',
    table: string,
    does: string,
    read: { readonly text: string },
    text: string,
  ): void => {
    if (isOfTests(from) || from.startsWith('src/seed/') || isExcepted(from, `decided ${table}`)) return
    problems.add(
      `${from} ${does} ${table} what depends on a read without a lock: ${shorten(read.text)} … ${shorten(text)}`,
    )
  }

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
        if (!unique[read.table]) continue
        if (isLocked(open, read)) {
          // It is read again under the lock, after the read that found what to lock.
          open.reads = open.reads.filter((one) => one.text !== text)
          continue
        }
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
      for (const use of uses) {
        const read = open.locks.has(use.table) ? undefined : open.reads.find((one) => isOverwritten(one, use))
        if (read) add(file(), use.table, `sets ${use.columns.join()} in`, read, text)
      }
      const isUpsert = /\bon conflict\b/i.test(text)
      for (const { table, verb } of uses) {
        if (verb !== 'insert' || isUpsert) continue
        const read = open.reads.find(
          (one) => one.table === table && !isUnique(one) && (one.kind !== 'rows' || one.isEmpty),
        )
        if (read) add(file(), table, 'inserts into', read, text)
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

import { placesOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

const places = placesOf(allTables)
const isOfStores = (table: string): boolean => places.get(table) === 'distributed'

/**
 * Citus numbers inserted rows on its coordinator, whose sequences count up. But a query that reads tables of stores in subqueries only runs
 * on a worker after these, with the worker's sequence, from 2^48 times its group on (docs/scale.md, "Ids"). So does a call of `nextval` in a
 * statement that reads tables of stores. `numbered` are the tables whose `id` comes from a sequence.
 */
export function createNumberedGuard(numbered: ReadonlySet<string>): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      const isByWorker =
        uses.some(
          ({ table, columns, queries }) =>
            numbered.has(table) &&
            isOfStores(table) &&
            !columns.includes('id') &&
            queries.some((query) => query.inSubqueries.some(isOfStores) && !query.inFrom.some(isOfStores)),
        ) ||
        (/\bnextval\(/i.test(text) && uses.some(({ table, verb }) => verb === 'select' && isOfStores(table)))
      const from = isByWorker ? file() : undefined
      if (!isByWorker || (from !== undefined && (isOfTests(from) || from.startsWith('src/seed/')))) return
      problems.add(
        `${from ?? 'an unknown file'} lets a worker of Citus number rows (name a table of stores in FROM): ${shorten(text)}`,
      )
    },
    problems: () => [...problems],
  }
}

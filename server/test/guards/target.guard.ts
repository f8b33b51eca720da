import { factsChannel, strayChannel } from '../../src/platform/db/changes.ts'
import type { SentFacts, Written } from '../../src/platform/db/changes.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { topicOf } from '../../src/topics.ts'
import { findFile, isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

const described: ReadonlySet<string> = new Set(listTables(allTables).map(({ table }) => table))

/** Tests and seeds write without open pages. */
const isOutside = (file: string | undefined): boolean =>
  file !== undefined && (isOfTests(file) || file.startsWith('src/seed/'))

/**
 * A statement names exactly the tables that it writes, so that open pages learn of them: raw SQL by `target`
 * (docs/decisions/0108-topics-from-writes.md).
 */
export function createTargetGuard(): Guard & {
  named(sent: SentFacts, file?: () => string | undefined): void
  stray(written: Written): void
} {
  /** Files of the writes that name no store. */
  const files = new WeakMap<Written, string | undefined>()
  const named = new Map<string, ReadonlySet<string>>()
  const problems = new Set<string>()
  return {
    named({ text, facts }, file = findFile) {
      if (facts.writes.length > 0) named.set(text, new Set(facts.writes.map(({ table }) => table)))
      if (facts.dealerIds.length > 0) return
      for (const written of facts.writes) if (topicOf(written.table)) files.set(written, file())
    },
    stray(written) {
      const { table } = written
      const file = files.get(written)
      if (topicOf(table) && !isOutside(file))
        problems.add(`${file ?? 'an unknown file'} commits writes of ${table} for an unknown store`)
    },
    see({ text, uses, file }) {
      const written = new Set(uses.filter(({ verb }) => verb !== 'select').map(({ table }) => table))
      const names = named.get(text) ?? new Set()
      // A test may create a table.
      const wrong = [...written].filter((table) => described.has(table) && !names.has(table))
      const surplus = [...names].filter((table) => !written.has(table))
      if (wrong.length + surplus.length === 0) return
      const from = file()
      if (isOutside(from)) return
      if (wrong.length > 0)
        problems.add(
          `${from ?? 'an unknown file'} writes ${wrong.join()} without \`target\`: ${shorten(text)}`,
        )
      if (surplus.length > 0)
        problems.add(
          `${from ?? 'an unknown file'} names ${surplus.join()}, which it does not write: ${shorten(text)}`,
        )
    },
    problems: () => [...problems],
  }
}

/** Starts the guard. */
export function watchTargets(): Guard & { stop(): void } {
  const guard = createTargetGuard()
  const named = (message: unknown): void => guard.named(message as SentFacts)
  const stray = (message: unknown): void => guard.stray(message as Written)
  factsChannel.subscribe(named)
  strayChannel.subscribe(stray)
  return {
    ...guard,
    stop() {
      factsChannel.unsubscribe(named)
      strayChannel.unsubscribe(stray)
    },
  }
}

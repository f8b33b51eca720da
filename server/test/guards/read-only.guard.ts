import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/** Rate limit counters are kept even if the call fails. */
const always = new Set(['rate_limit'])

/** A call without `writes` must not write. */
export function createReadOnlyGuard(): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, call, file }) {
      if (!call || call.writes || call.leaves !== undefined) return
      const written = uses.filter(({ table, verb }) => verb !== 'select' && !always.has(table))
      if (written.length === 0 && !/\bnextval\b/i.test(text)) return
      const from = file() ?? 'an unknown file'
      if (!isOfTests(from)) problems.add(`${call.path} has no writes, and ${from} writes: ${shorten(text)}`)
    },
    problems: () => [...problems],
  }
}

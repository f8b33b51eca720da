import type { Explainer } from '../explain.ts'
import type { Sent } from './sent.ts'
import { isOfTests, shorten } from './statement.ts'
import type { SeenStatement } from './statement.ts'

/** Files that may read a table from end to end, with the reason. */
export const exceptions: Readonly<
  Record<string, { readonly tables: readonly string[]; readonly why: string }>
> = {
  'src/access/tidy.job.ts': { tables: ['session'], why: 'removes those of all stores that have run out' },
  'src/customer/list.repository.ts': {
    tables: ['group_mobile'],
    why: 'who is on file at another store: in a group of three stores reading its numbers once is cheaper than asking for thousands',
  },
}

/** Collects the texts of the product's own statements, as far as they look for rows. */
export function createSentGuard() {
  const sent = new Map<string, Sent>()
  return {
    see({ text, uses, file }: Pick<SeenStatement, 'text' | 'uses' | 'file'>): void {
      if (sent.has(text) || uses.every(({ verb }) => verb === 'insert')) return
      const from = file()
      if (from !== undefined && (isOfTests(from) || from.startsWith('src/seed/'))) return
      sent.set(text, { text, file: from })
    },
    problems: (): readonly string[] => [],
    sent: (): readonly Sent[] => [...sent.values()],
  }
}

/**
 * What of the statements reads a table from end to end, in a text each. One that walks a whole store by the `dealer_id` of some index
 * passes here: how far into a store a page reads is held by the plan tests.
 */
export async function findUnindexed(
  explainer: Explainer,
  sent: readonly Sent[],
  allowed = exceptions,
): Promise<string[]> {
  const problems: string[] = []
  for (const { text, file = 'an unknown file' } of sent) {
    try {
      const plan = await explainer.explain(text)
      const walked = explainer.walksStore(plan)
      if (walked.length > 0) problems.push(`${file} walks a store's ${walked.join()}: ${shorten(text)}`)
      const read = await explainer.readWhole(text, [plan])
      const wrong = read.filter((table) => !allowed[file]?.tables.includes(table))
      if (wrong.length > 0) problems.push(`${file} reads ${wrong.join()} from end to end: ${shorten(text)}`)
    } catch (error) {
      problems.push(`${file} sends what has no plan (${String(error)}): ${shorten(text)}`)
    }
  }
  return problems
}

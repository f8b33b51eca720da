import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** The longest test files, longest first; the size of most others says little about their duration. */
const longest = [
  'scripts/recipe.test.ts',
  'server/test/commands.test.ts',
  'server/test/walks/walker.test.ts',
  'server/src/seed/apply/network.test.ts',
  'server/test/walks/fuzz.test.ts',
  'server/test/walks/filled.test.ts',
  'server/src/transfer/import/import.test.ts',
  'server/src/platform/db/connect.test.ts',
  'server/src/operate/backup/backup.test.ts',
  'server/src/seed/demo.test.ts',
  'server/test/dev.test.ts',
  'server/test/walks/stopped.test.ts',
  'server/test/rows/erased.test.ts',
  'server/test/rows/typed.test.ts',
  'server/test/walks/long.test.ts',
  'server/src/access/entry/gray.test.ts',
  'server/src/transfer/export/export.test.ts',
  'server/test/walks/ids.test.ts',
  'server/test/storm/storm.test.ts',
  'server/test/demo-mode.test.ts',
  'server/src/webhook/deliver.test.ts',
]
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(file))
  return rank === -1 ? longest.length : rank
}

/**
 * Starts each project's longest files first: a worker that gets one last would work on alone. Without recorded
 * durations, as in a fresh clone, Vitest sorts by file size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own, which leaves what it is given
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => rankOf(a) - rankOf(b)),
    )
  }
}

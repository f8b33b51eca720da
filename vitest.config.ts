import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { memoryEnvironment } from './server/src/memory.ts'
import type * as Exceptions from './server/test/citus/citus.exceptions.ts'
import { LongestFirst } from './scripts/longest-first.ts'

/**
 * Files share the modules of their worker: loading them again for each file takes longer than running it. Each file
 * makes its own state, and its tests run in any order, so that none depends on those before it.
 */
const quick = {
  environment: 'node',
  // Ends what hangs; a slow test takes some seconds, and several times that on a busy machine.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  isolate: false,
  sequence: { shuffle: { tests: true } },
  // A call may take longer than Vitest's second on a busy machine.
  expect: { poll: { timeout: 20_000 } },
} as const

// Workers, their threads and the commands that they start share the code that the server's starts compile.
process.env['NODE_COMPILE_CACHE'] ??= memoryEnvironment.NODE_COMPILE_CACHE

/** Seed of the tests' order, which the first lines of a run print; `TEST_SEED` takes another. */
const seed = Number(process.env['TEST_SEED'] ?? 576_607)

/**
 * Server tests that cannot hold on the database given, if it is that of Citus. The module's name is computed, because
 * Vitest bundles all that this file imports at each start: with the server, that takes three seconds.
 */
const given = process.env['TEST_DATABASE_URL']
const exceptions = path.join(import.meta.dirname, 'server/test/citus/citus.exceptions.ts')
const { findExcluded } = (given ? await import(exceptions) : { findExcluded: () => [] }) as Pick<
  typeof Exceptions,
  'findExcluded'
>
const excluded = await findExcluded(given ?? '')

/**
 * Three projects: rules without dependencies; server tests over HTTP on real PostgreSQL; and after them the query
 * plans.
 */
export default defineConfig({
  test: {
    // One more than processors, because tests wait for the database; each keeps some thirty connections.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    // Young objects of a test's requests fit: collecting them more often costs a twentieth of a run's processor time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst, seed },
    projects: [
      {
        test: {
          ...quick,
          name: 'rules',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Tests read style sheets as texts.
          css: { include: /\?raw$/ },
        },
      },
      {
        test: {
          ...quick,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: excluded,
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/guards/setup.ts',
        },
      },
      {
        test: {
          ...quick,
          name: 'plans',
          include: ['server/test/guards/*.plans.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

/** Files share the modules of their worker: loading them anew for each costs more than running it. What a file needs of its own it makes. */
const quick = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000, isolate: false } as const

/** Rules that need nothing; everything that runs over HTTP on real PostgreSQL; and after them how that was planned. */
export default defineConfig({
  test: {
    // Each worker keeps some thirty connections.
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), 4),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...quick,
          name: 'rules',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Tests read sheets as texts.
          css: { include: /\?raw$/ },
        },
      },
      {
        test: {
          ...quick,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/guards/setup.ts',
        },
      },
      {
        test: {
          ...quick,
          name: 'plans',
          include: ['server/test/guards/sent.plans.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

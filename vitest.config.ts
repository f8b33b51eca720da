import { defineConfig } from 'vitest/config'

const quick = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const

/** Two projects: rules that need nothing, and everything that runs over HTTP on real PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...quick,
          name: 'rules',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...quick,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
        },
      },
    ],
  },
})

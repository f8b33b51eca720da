import type { KnipConfig } from 'knip'

/** Files and packages that no command, page or test reaches. Tests find the walks by their names, commands their tools. */
export default {
  include: ['files', 'dependencies', 'unresolved'],
  workspaces: {
    '.': {
      entry: ['scripts/**/*.{ts,js,mjs}', 'bench/**/*.ts', 'e2e/**/*.ts', '*.config.ts'],
      project: ['scripts/**/*.{ts,js,mjs}', 'bench/**/*.ts', 'e2e/**/*.ts', '*.ts'],
      // tables.test.ts starts it from its path.
      ignoreDependencies: ['kysely-codegen'],
    },
    contract: { entry: ['src/rooms.ts'], project: 'src/**/*.ts' },
    server: {
      entry: ['src/main.ts', 'src/**/*.{main,walk,worker}.ts', 'src/seed/**/main.ts', 'test/**/*.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
      // `declare module` needs no import.
      ignore: ['src/*/events.ts'],
      // openapi-client.test.ts imports it from a file that it writes.
      ignoreDependencies: ['openapi-fetch'],
    },
    web: {
      entry: ['src/main.tsx', 'src/api/abortSignalAny.ts', 'worker/sw.ts', '*.ts'],
      project: ['src/**/*.{ts,tsx}', 'worker/*.ts', '*.ts'],
      // browsers.ts names the modules that it bundles.
      ignoreDependencies: ['core-js'],
    },
  },
} satisfies KnipConfig

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { antdStyles } from './antdStyles.ts'

/** `API` is where `npm run dev` has the server; the built client is served by the server itself. */
const api = process.env.API ?? 'http://127.0.0.1:3000'
const served = ['/v1', '/v2', '/live', '/files', '/download', '/docs', '/healthz', '/readyz']

/**
 * zod can write JSON Schemas, which only the server does (for its OpenAPI document). Each schema class refers to that, so no bundler finds out
 * that no page needs it: a fifth of the library.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      // Those that make a method are called for each schema that a route has; the method then by nobody.
      const given = names.map((name) => `${name.startsWith('create') ? 'later' : 'none'} as ${name}`)
      if (/^export \{ processSchema as process \}/m.test(code)) given.push('none as process')
      return [
        `const none = () => { throw new Error('pages write no JSON Schema') }`,
        'const later = () => none',
        `export { ${given.join(', ')} }`,
      ].join('\n')
    },
  },
}

/** zod brings its texts in English; what a page says is in the rules, or in `generalText` of the contract. */
const withoutEnglish: Plugin = {
  name: 'without-english',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
    handler: () => 'export default () => ({})',
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), antdStyles(), withoutJsonSchema, withoutEnglish],
  server: { proxy: Object.fromEntries(served.map((prefix) => [prefix, { target: api }])) },
  build: {
    target: 'es2023',
    manifest: true,
    // The strict content security policy refuses data: scripts, and small icons are better cached as files.
    assetsInlineLimit: 0,
    // Browsers of the target preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A module of ours that only gives things is left out where nobody takes them: doors (public.ts) would carry their whole room
      // into every page that enters, and the contract every call. Styles and packages are not meant.
      treeshake: {
        moduleSideEffects: [
          { test: /\/web\/src\/(?:main\.tsx|app\/zod\.ts|ui\/chart\/engine\.ts)$/, sideEffects: true },
          { test: /\/(?:web|contract)\/src\/.*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // One chunk, so that zod is told of the forbidden eval (src/app/zod.ts) before any chunk makes a schema.
            { name: 'zod', test: /node_modules\/zod\/|src\/app\/zod\.ts/ },
            // What draws charts comes with the first one (src/ui/chart); scripts/build.ts holds that no measured page has it.
            { name: 'charts', test: /node_modules\/(?:echarts|zrender)\// },
            // Of the frame around a chart and of what draws: else the latter would fetch a whole page that has one.
            { name: 'chart-data', test: /web\/src\/ui\/chart\/chartData\.ts$/ },
            // What each page has, and below what each list page has: cut into a chunk for every set of pages that shares a part, they
            // would be fetched in dozens and compress badly.
            { name: 'frame', test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/.*)\// },
            // What the entry begins with, and what the sign-in page has beside it: taken first, so that nothing below becomes theirs.
            { name: 'begin', tags: ['$initial'] },
            {
              name: 'door',
              test: /web\/src\/(?:api\/|access\/(?:Entry|SmsCode|use|signIn|AccountForm|DemoAccounts)|ui\/(?:Wordmark|PlainDialog))|contract\/src\/(?:kernel|access)\//,
            },
            {
              name: 'antd',
              test: /node_modules\/antd\/es\/(?:table|pagination|select|input|dropdown|drawer|segmented|tag|spin|radio|checkbox|badge)\//,
            },
            // What many pages have, and the calls and rules of the rooms that many pages meet: a page would fetch eighty files else,
            // most of them smaller than the asking.
            {
              name: 'common',
              test: /node_modules\/(?:@ant-design\/icons|dayjs)|web\/src\/(?:ui\/(?!chart|viewer|upload|undo|form)|frame|base|view|(?:team|transfer|notice)\/public)/,
              minShareCount: 4,
            },
            { name: 'rules', test: /contract\/src\//, minShareCount: 8 },
          ],
        },
      },
    },
    // Budgets are kept by scripts/build.ts, which knows the pages.
    chunkSizeWarningLimit: 2000,
  },
})

import { defineConfig } from 'oxlint'
import { borders } from './scripts/boundaries/boundaries.ts'

const tests = ['**/*.test.ts', '**/*.e2e.ts', 'server/test/**']

const unsafe = (level: 'error' | 'off') =>
  Object.fromEntries(
    ['assignment', 'member-access', 'call', 'return', 'argument'].map((what) => [
      `typescript/no-unsafe-${what}`,
      level,
    ]),
  )

/** Lint rules of the whole tree. The borders between rooms and floors come from scripts/boundaries. */
export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  env: { es2024: true },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-misused-promises': ['error'],
    'typescript/no-deprecated': 'error',
    // The router throws its redirects.
    'typescript/only-throw-error': [
      'error',
      { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
    ],
    'react/no-danger': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'gone', 'expectTypeOf'] }],
    // React 19's JSX needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Allowed here: style sheets, sequential steps, `pg.Client` as its manual writes it, casts at the edges (SQL
    // rows, JSON), copies of small objects.
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'import/no-named-as-default-member': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'oxc/no-map-spread': 'off',
    'unicorn/prefer-array-flat-map': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'promise/always-return': 'off',
    'react/no-object-type-as-default-prop': 'off',
    // Takes the `fill` of a locator or a form for an array's.
    'unicorn/no-array-fill-with-reference-type': 'off',
    // A dialog focuses its first field on opening; `status` has no tag that reads well around blocks.
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // The React compiler's guesses are off: `exhaustive-deps` stays on, and people review the rest.
    'react/refs': 'off',
    'react/immutability': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
  },
  ignorePatterns: ['**/dist/**', 'data/**', 'server/src/platform/db/tables.ts'],
  overrides: [
    ...borders.map(({ files, restrictions }) => ({
      files: [...files],
      rules: { 'no-restricted-imports': ['error', { patterns: restrictions }] },
    })),
    // The `any` of `JSON.parse` and of libraries gets a type where it comes in. Scripts without types have none.
    {
      files: ['**/*.{ts,tsx}'],
      rules: unsafe('error'),
    },
    {
      files: [...tests, 'e2e/**'],
      rules: unsafe('off'),
    },
    {
      files: tests,
      rules: {
        'max-lines-per-function': 'off',
        'max-lines': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    {
      files: [...tests, 'server/src/**/*.factory.ts', 'server/src/**/*.walk.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'Math',
            property: 'random',
            message: 'A failing run must repeat: use `serial` or a seed.',
          },
        ],
      },
    },
    // Playwright's fixtures and expectations look like hooks and Vitest's, but are neither.
    {
      files: ['e2e/**'],
      rules: {
        'react/rules-of-hooks': 'off',
        'vitest/valid-expect': 'off',
        'vitest/no-standalone-expect': 'off',
      },
    },
  ] as never,
})

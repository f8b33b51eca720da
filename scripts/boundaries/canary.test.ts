import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rooms } from './rooms.ts'

/**
 * Plants one bad import of each kind, and a legal twin, in a small copy of the tree: a gate that finds nothing would
 * let everything pass.
 */

const root = path.resolve(import.meta.dirname, '../..')

interface Plant {
  readonly what: string
  readonly file: string
  readonly bad: string
  readonly good: string
}

const plants: readonly Plant[] = [
  {
    what: 'the contract imports node',
    file: 'contract/src/customer/a.ts',
    bad: 'node:fs',
    good: '../kernel/call.ts',
  },
  {
    what: 'the contract imports the server',
    file: 'contract/src/customer/b.ts',
    bad: '../../../server/src/app.ts',
    good: './a.ts',
  },
  {
    what: 'the contract imports a package beside zod',
    file: 'contract/src/customer/c.ts',
    bad: 'dayjs',
    good: 'zod',
  },
  {
    what: 'the platform imports a room',
    file: 'server/src/platform/db/a.ts',
    bad: '../../customer/index.ts',
    good: '../clock.ts',
  },
  {
    what: 'the platform imports a tool of operators',
    file: 'server/src/platform/db/b.ts',
    bad: '../../operate/postgres/index.ts',
    good: '../clock.ts',
  },
  {
    what: 'the platform imports the app',
    file: 'server/src/platform/b.ts',
    bad: '../app.ts',
    good: './clock.ts',
  },
  {
    what: "a server room reaches behind another's door",
    file: 'server/src/customer/a.ts',
    bad: '../team/team.repository.ts',
    good: '../team/index.ts',
  },
  {
    what: "a folder of a server room reaches behind another's door",
    file: 'server/src/customer/follow/a.ts',
    bad: '../../team/team.repository.ts',
    good: '../../team/index.ts',
  },
  {
    what: 'production code builds rows by a factory',
    file: 'server/src/customer/b.ts',
    bad: '../team/team.factory.ts',
    good: './customer.factory.ts',
  },
  {
    what: "a test reaches behind another room's door",
    file: 'server/src/customer/b.test.ts',
    bad: '../team/team.repository.ts',
    good: '../team/team.factory.ts',
  },
  {
    what: 'a server room imports the app',
    file: 'server/src/customer/c.ts',
    bad: '../app.ts',
    good: '../platform/clock.ts',
  },
  {
    what: 'a server room imports a tool of operators',
    file: 'server/src/customer/e.ts',
    bad: '../operate/postgres/index.ts',
    good: '../platform/clock.ts',
  },
  {
    what: 'the server imports the web client',
    file: 'server/src/customer/d.ts',
    bad: '../../../web/src/main.ts',
    good: '../platform/clock.ts',
  },
  {
    what: 'the web client imports the server',
    file: 'web/src/customer/a.ts',
    bad: '../../../server/src/app',
    good: '@showroom/contract',
  },
  {
    what: 'the web app imports the server package',
    file: 'web/src/app/a.ts',
    bad: '@showroom/server',
    good: '@showroom/contract',
  },
  {
    what: "a web room reaches behind another's door",
    file: 'web/src/customer/b.ts',
    bad: '../team/MemberSelect',
    good: '../team/public',
  },
  {
    what: "a folder of a web room reaches behind another room's door",
    file: 'web/src/customer/list/a.ts',
    bad: '../../team/MemberSelect',
    good: '../../team/public',
  },
  {
    what: 'a web room imports the app',
    file: 'web/src/customer/c.ts',
    bad: '../app/menu',
    good: '../frame/session',
  },
  {
    what: 'a folder of a web room imports the app',
    file: 'web/src/customer/list/b.ts',
    bad: '../../app/menu',
    good: '../../frame/session',
  },
  {
    what: 'a web room imports the entry',
    file: 'web/src/customer/d.ts',
    bad: '../main',
    good: '../frame/session',
  },
  {
    what: 'the frame imports a room',
    file: 'web/src/frame/a.ts',
    bad: '../customer/public',
    good: '../ui/b',
  },
  {
    what: 'the frame imports the app',
    file: 'web/src/frame/b.ts',
    bad: '../app/menu',
    good: '../api/client',
  },
  {
    what: 'the typed client imports the frame',
    file: 'web/src/api/a.ts',
    bad: '../frame/session',
    good: './client',
  },
  { what: 'ui imports a room', file: 'web/src/ui/a.ts', bad: '../customer/public', good: './b' },
  {
    what: 'ui imports the app',
    file: 'web/src/ui/form/b.ts',
    bad: '../../app/menu',
    good: '../../api/client',
  },
  {
    what: 'ui imports the frame',
    file: 'web/src/ui/form/c.ts',
    bad: '../../frame/session',
    good: '../../api/client',
  },
  {
    what: "ui imports a room's contract",
    file: 'web/src/ui/c.ts',
    bad: '@showroom/contract/customer/list.schema',
    good: '@showroom/contract/kernel/errors',
  },
]

/** Mistakes that rules of oxlint and of its type checker find, and their legal twins. */
const mistakes = [
  {
    code: 'react(no-danger)',
    bad: 'export const Note = () => <p dangerouslySetInnerHTML={{ __html: text }} />',
    good: 'export const Note = () => <p>{text}</p>',
  },
  {
    code: 'typescript(no-misused-promises)',
    bad: 'export const Save = () => <button type="button" onClick={async () => save(text)}>存</button>',
    good: 'export const Save = () => <button type="button" onClick={() => void save(text)}>存</button>',
  },
  {
    code: 'typescript(no-floating-promises)',
    bad: 'export const run = (): void => { save(text) }',
    good: 'export const run = (): void => void save(text)',
  },
  {
    code: 'typescript(no-unsafe-assignment)',
    bad: 'export const rows = JSON.parse(text)',
    good: 'export const rows: unknown = JSON.parse(text)',
  },
  {
    code: 'typescript(no-unsafe-member-access)',
    bad: 'export const name = String(JSON.parse(text).name)',
    good: 'export const name = (JSON.parse(text) as { readonly name: string }).name',
  },
  {
    code: 'typescript(no-unsafe-return)',
    bad: 'export const read = () => JSON.parse(text)',
    good: 'export const read = () => JSON.parse(text) as string[]',
  },
  {
    code: 'typescript(no-unsafe-argument)',
    bad: 'export const saved = save(JSON.parse(text))',
    good: 'export const saved = save(JSON.parse(text) as string)',
  },
  {
    code: 'typescript(no-unsafe-assignment)',
    bad: 'export const load = async (): Promise<string> => { const body = await (await fetch(text)).json(); return String(body) }',
    good: 'export const load = async (): Promise<unknown> => (await fetch(text)).json() as Promise<unknown>',
  },
  {
    code: 'typescript(no-explicit-any)',
    bad: 'export const rows = text as any',
    good: 'export const rows = text as unknown',
  },
] as const
const mistakenAt = (index: number): string => `web/src/customer/mistake${index}.tsx`
const around = (text: string): string =>
  `declare const text: string\ndeclare const save: (text: string) => Promise<string>\n${text}\nexport const used = [text, save]\n`

interface Finding {
  readonly code: string
  readonly filename: string
}

let folder: string
let findings: Finding[]

function plant(file: string, text: string): void {
  const place = path.join(folder, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, text)
}

const importing = (specifier: string): string =>
  `import { thing } from '${specifier}'\nexport const used = thing\n`
const twin = (file: string): string => file.replace(/([^/]+)$/, 'good-$1')

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-canary-'))
  cpSync(path.join(root, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'))
  cpSync(path.join(root, 'scripts/boundaries'), path.join(folder, 'scripts/boundaries'), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  // The gate derives the rooms from these folders.
  for (const room of rooms) mkdirSync(path.join(folder, 'contract/src', room), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const { file, bad, good } of plants) {
    plant(file, importing(bad))
    plant(twin(file), importing(good))
  }
  cpSync(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'))
  cpSync(path.join(root, 'web/tsconfig.json'), path.join(folder, 'web/tsconfig.json'))
  plant('contract/tsconfig.json', '{ "extends": "../tsconfig.base.json", "include": [] }')
  for (const [index, { bad, good }] of mistakes.entries()) {
    plant(mistakenAt(index), around(bad))
    plant(twin(mistakenAt(index)), around(good))
  }
  plant(
    'server/src/order/one.ts',
    `import type { Two } from './two.ts'\nexport interface One { readonly two: Two }\n`,
  )
  plant(
    'server/src/order/two.ts',
    `import type { One } from './one.ts'\nexport interface Two { readonly one: One }\n`,
  )
  const lint = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/.bin/oxlint'), '-f', 'json', 'contract', 'server', 'web'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  findings = (JSON.parse(lint.stdout) as { diagnostics: Finding[] }).diagnostics
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const codesOf = (file: string): string[] =>
  findings.filter(({ filename }) => filename === file).map(({ code }) => code)

describe('the boundaries gate', () => {
  it.each(plants)('catches that $what', ({ file }) => {
    expect(codesOf(file)).toContain('eslint(no-restricted-imports)')
  })

  it.each(plants)('lets the legal twin pass: $good in $file', ({ file }) => {
    expect(codesOf(twin(file))).not.toContain('eslint(no-restricted-imports)')
  })

  it.each(mistakes.map((mistake, index) => ({ ...mistake, index })))(
    'catches by $code: $bad',
    ({ code, index }) => {
      expect(codesOf(mistakenAt(index))).toContain(code)
      expect(codesOf(twin(mistakenAt(index)))).not.toContain(code)
    },
  )

  it('catches a cycle of types alone', () => {
    expect(codesOf('server/src/order/one.ts')).toContain('import(no-cycle)')
  })
})

import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Follows “Add a room” of CONTRIBUTING.md in a copy of the tree: makes a small room, adds to each place that the table
 * names, and runs the gate. A place that is missing in the table leaves the copy broken; one that the table has and
 * this test does not is reported.
 */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
/** Inserts text before the first place where a line begins with `mark`. */
function insert(file: string, mark: string, added: string): void {
  const text = read(file)
  if (!text.includes(`\n${mark}`)) throw new Error(`${file} has no line that begins with ${mark}`)
  write(file, text.replace(`\n${mark}`, `\n${added}\n${mark}`))
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-recipe-'))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().trim().split('\n'))
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(folder, file))
  linkPackages()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Links the installed packages, but ours from the copy. The compiler's earlier results make it fast. */
function linkPackages(): void {
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '.cache'), { recursive: true })
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!['.cache', '@showroom'].includes(name))
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
  mkdirSync(path.join(modules, '@showroom'))
  for (const floor of ['contract', 'server', 'web']) {
    symlinkSync(path.join(folder, floor), path.join(modules, '@showroom', floor))
    const own = path.join(root, floor, 'node_modules')
    if (existsSync(own)) symlinkSync(own, path.join(folder, floor, 'node_modules'))
  }
  const built = path.join(root, 'node_modules/.cache/tsc')
  if (existsSync(built)) cpSync(built, path.join(modules, '.cache/tsc'), { recursive: true })
}

/** The room: members of a store write short memos for each other. */
const room: Readonly<Record<string, string>> = {
  'contract/src/memo/memo.schema.ts': `import { z } from 'zod'
import { required } from '../kernel/wire.ts'

export const AddMemo = z.object({ content: required('请填写便签', 200) })
export const ListMemos = z.object({})
export const ListMemosAnswer = z.object({
  data: z.array(z.object({ id: z.number(), content: z.string() })),
})
`,
  'contract/src/memo/memo.api.ts': `import { call } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './memo.schema.ts'

/** Short memos of a store. */

export const list = call({
  path: '/v1/memo/list',
  summary: '便签列表',
  may: 'member',
  request: shape.ListMemos,
  answer: shape.ListMemosAnswer,
  shows: ['memo'],
})

export const add = call({
  path: '/v1/memo/add',
  summary: '新建便签',
  may: 'member',
  request: shape.AddMemo,
  answer: Done,
  writes: true,
  changes: ['memo'],
})
`,
  'server/src/memo/room.ts': `import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room } from '../platform/room.ts'
import { memoRoutes } from './memo.routes.ts'

export const tables = ['memo'] as const satisfies readonly (keyof DB)[]

export const open = (): Room<typeof rooms.memo> => ({ handlers: memoRoutes() })
`,
  'server/src/memo/memo.routes.ts': `import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { insertMemo, listMemos } from './memo.repository.ts'

export const memoRoutes = (): HandlersOf<typeof rooms.memo> => ({
  list: async (_request, { db, session }) => ({ data: await listMemos(db, session.scope) }),

  async add({ content }, { db, session }) {
    await insertMemo(db, session.scope, content)
    return {}
  },
})
`,
  'server/src/memo/memo.repository.ts': `import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

interface Memo {
  readonly id: number
  readonly content: string
}

/** Lists the store's latest memos. */
export async function listMemos(db: Executor, { dealerId }: Scope): Promise<Memo[]> {
  const { rows } = await sql<Memo>\`
    select id, mask_text(content) as content from memo where dealer_id = \${dealerId} order by id desc limit 50\`.execute(db)
  return rows
}

export async function insertMemo(db: Executor, { dealerId }: Scope, content: string): Promise<void> {
  await db.insertInto('memo').values({ dealer_id: dealerId, content }).execute()
}
`,
  'server/src/memo/memo.walk.ts': `import type { rooms } from '@showroom/contract'
import type { WalkOf } from '../../test/walk.ts'

export const walk = {
  list: { roles: 'member', request: () => ({}) },
  add: { roles: 'member', request: () => ({ content: '明天盘点' }) },
} satisfies WalkOf<typeof rooms.memo>
`,
  'server/src/memo/memo.test.ts': `import { rooms } from '@showroom/contract'
import { expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'

it('a memo is read by the store alone', async () => {
  const app = await createTestApp()
  const one = await buildMember(app.db, app.now())
  const other = await buildMember(app.db, app.now())
  expect(await app.post(rooms.memo.add, one.token, { content: '明天盘点' })).toMatchObject({ status: '0' })
  expect(await app.post(rooms.memo.list, one.token, {})).toMatchObject({ data: [{ content: '明天盘点' }] })
  expect(await app.post(rooms.memo.list, other.token, {})).toMatchObject({ data: [] })
  await app.close()
})
`,
  'web/src/memo/memo.routes.ts': `import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'

const memos = createRoute({
  getParentRoute: () => manager,
  path: '/manager/memos',
  ...enteredFor(managing),
  component: lazyRouteComponent(() => import('./MemoPage'), 'MemoPage'),
})

export const routes = [memos] as const
`,
  'web/src/memo/MemoPage.tsx': `/** The store's memos. */
export const MemoPage = () => <h1>便签</h1>
`,
}

const table =
  'create table memo (\n  dealer_id int not null,\n  id bigint generated by default as identity,\n  content text not null,\n  primary key (dealer_id, id)\n);\n'
const lastMigration = (): string =>
  readdirSync(path.join(folder, 'server/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1) ?? ''

/** Changes that the room needs at each place of the table in CONTRIBUTING.md; null for none. */
const places: Readonly<Record<string, (() => void) | null>> = {
  'contract/src/index.ts': () => {
    insert('contract/src/index.ts', 'import * as notice', "import * as memo from './memo/memo.api.ts'")
    insert('contract/src/index.ts', '  notice,', '  memo,')
  },
  'contract/src/kernel/call.ts': () => insert('contract/src/kernel/call.ts', "  'desk',\n]", "  'memo',"),
  'contract/src/kernel/pages.ts': null,
  'server/src/rooms.ts': () => {
    insert('server/src/rooms.ts', 'import * as notice', "import * as memo from './memo/room.ts'")
    insert('server/src/rooms.ts', '    notice:', '    memo: memo.open(),')
  },
  'server/migrations': () => {
    const next = String(Number(lastMigration().slice(0, 4)) + 1).padStart(4, '0')
    write(`server/migrations/${next}_memo.sql`, table)
  },
  'web/src/app/rooms.ts': () => {
    insert(
      'web/src/app/rooms.ts',
      'import { routes as order }',
      "import { routes as memo } from '../memo/memo.routes'",
    )
    insert('web/src/app/rooms.ts', '  ...webhook,', '  ...memo,')
  },
  'web/src/app/activityMenu.ts': null,
  'e2e/<room>.e2e.ts': null,
  'docs/product/<room>.md': () => {
    write(
      'docs/product/memo.md',
      '# Memo: notes of a store\n\n## Tasks\n- A member writes a memo; the store reads it.\n',
    )
    insert('docs/product/README.md', '| [notice]', '| [memo](memo.md) | `memo` | notes of a store |')
    write('ARCHITECTURE.md', read('ARCHITECTURE.md').replace(' `webhook`.', ' `webhook` `memo`.'))
  },
}

function expectRun(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status, `${program}\n${stdout}${stderr}`).toBe(0)
}
const bin = (name: string): string => path.join(folder, 'node_modules/.bin', name)

describe('a new room by the recipe of CONTRIBUTING.md', () => {
  it('has an entry for each place of the table, at most eight of which it needs', () => {
    const recipe = /## Add a room\n[^]*?\n\n(\|[^]*?)\n\n/.exec(read('CONTRIBUTING.md'))?.[1] ?? ''
    const named = [...recipe.matchAll(/^\| `([^`]+)`/gm)].map(([, place]) => place)
    expect(named).toEqual(Object.keys(places))
    expect(Object.values(places).filter(Boolean).length).toBeLessThanOrEqual(8)
  })

  it('passes types, lint, boundaries and its own test', () => {
    for (const [file, text] of Object.entries(room)) write(file, text)
    for (const add of Object.values(places)) add?.()
    expectRun('scripts/generate.ts')
    expectRun(bin('oxfmt'))
    expectRun(bin('tsc'), '-b', '--singleThreaded')
    expectRun(bin('oxlint'), '--deny-warnings', 'contract/src/memo', 'server/src/memo', 'web/src/memo')
    expectRun(bin('vitest'), 'run', 'scripts/boundaries', 'scripts/tables.test.ts', 'server/src/memo')
  }, 300_000)
})

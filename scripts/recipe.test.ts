import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { go } from './steps.ts'

/**
 * Follows “Add a room” of CONTRIBUTING.md in a copy of the tree: makes a small room, edits the file of each line of the
 * table, generates, and runs the gate. A file that is missing in the table leaves the copy broken; a line that this
 * test does not know is reported.
 */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const written = new Set<string>()
const write = (file: string, text: string): void => {
  written.add(file)
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
/** Inserts text before the first place where a line begins with `mark`. */
function insert(file: string, mark: string, added: string): void {
  const text = read(file)
  if (!text.includes(`\n${mark}`)) throw new Error(`${file} has no line that begins with ${mark}`)
  write(file, text.replace(`\n${mark}`, `\n${added}\n${mark}`))
}

/**
 * The same folder in each run, because Node and Vitest cache compiled code by its path: in another one they compile the whole tree, and keep
 * that too. A run beside this one has another folder; what a killed one left is removed after an hour.
 */
function makeFolder(): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const usual = path.join(tmpdir(), `showroom-recipe-${hash}`)
  const left = statSync(usual, { throwIfNoEntry: false })
  if (left && Date.now() - left.mtimeMs > 3_600_000) rmSync(usual, { recursive: true, force: true })
  try {
    mkdirSync(usual)
    return usual
  } catch {
    return mkdtempSync(`${usual}-`)
  }
}

let folder = ''
beforeAll(() => {
  folder = makeFolder()
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().trim().split('\n'))
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(folder, file))
  linkPackages()
  copyCompiled()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Links the installed packages, but ours from the copy. */
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
}

/**
 * Copies the compiler's earlier results, which spares it most files. They name the packages relative to their own
 * folder; the linked packages stay where they are, and would otherwise count as changed.
 */
function copyCompiled(): void {
  const built = path.join(root, 'node_modules/.cache/tsc')
  if (!existsSync(built)) return
  const copy = path.join(folder, 'node_modules/.cache/tsc')
  cpSync(built, copy, { recursive: true })
  const packages = path.relative(copy, path.join(root, 'node_modules'))
  for (const file of globSync('*.tsbuildinfo', { cwd: copy }).map((name) => path.join(copy, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"\.\.\/\.\.\/(?!\.\.)/g, `"${packages}/`))
}

/** The room: members of a store lend customers something, with a note, and take it back. */
const room: Readonly<Record<string, string>> = {
  'contract/src/memo/memo.schema.ts': `import { z } from 'zod'
import { Id, required } from '../kernel/wire.ts'

export const AddMemo = z.object({ customerId: Id, content: required('请填写便签', 200) })
export const ReturnMemo = z.object({ id: Id })
export const ListMemos = z.object({})
export const ListMemosAnswer = z.object({
  data: z.array(z.object({ id: z.number(), customerId: z.number(), content: z.string(), userName: z.string() })),
})
`,
  'contract/src/memo/memo.api.ts': `import { call } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './memo.schema.ts'

/** Loans of a store to its customers. */

export const list = call({
  path: '/v1/memo/list',
  summary: '便签列表',
  may: 'member',
  request: shape.ListMemos,
  answer: shape.ListMemosAnswer,
  shows: ['memo', 'team'],
})

export const add = call({
  path: '/v1/memo/add',
  summary: '新建便签',
  may: { module: '客户管理' },
  request: shape.AddMemo,
  answer: Done,
  refusals: ['NOT_FOUND'],
  writes: true,
})

export const giveBack = call({
  path: '/v1/memo/return',
  summary: '归还',
  may: { module: '客户管理' },
  request: shape.ReturnMemo,
  answer: Done,
  refusals: ['NOT_FOUND'],
  writes: true,
})
`,
  'server/src/memo/memo.tables.ts': `import { describeTables } from '../platform/tables/describe.ts'
import { customer, member, personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  memo: {
    ids: { member_id: member.stays, customer_id: customer.moves },
    title: '便签',
    texts: { content: personal.text('内容') },
  },
})
`,
  'server/src/memo/room.ts': `import type { rooms } from '@showroom/contract'
import type { Room } from '../platform/room.ts'
import { memoRoutes } from './memo.routes.ts'

export { tables } from './memo.tables.ts'

export const open = (): Room<typeof rooms.memo> => ({ handlers: memoRoutes() })
`,
  'server/src/memo/memo.routes.ts': `import type { rooms } from '@showroom/contract'
import { lockCustomer } from '../customer/index.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertMemo, listMemos, markReturned } from './memo.repository.ts'

export const memoRoutes = (): HandlersOf<typeof rooms.memo> => ({
  list: async ({ db, session }) => ({ data: await listMemos(db, session.scope) }),

  async add(context, { customerId, content }) {
    await lockCustomer(context, customerId)
    await insertMemo(context.db, context.session.scope, { customerId, content, now: context.now })
    return {}
  },

  async giveBack({ db, session, now }, { id }) {
    if (!(await markReturned(db, session.scope, id, now))) throw new Refusal('NOT_FOUND')
    return {}
  },
})
`,
  'server/src/memo/memo.repository.ts': `import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

interface Memo {
  readonly id: number
  readonly customerId: number
  readonly content: string
  readonly userName: string
}

/** Lists what is lent, the latest first. */
export async function listMemos(db: Executor, { dealerId }: Scope): Promise<Memo[]> {
  const { rows } = await sql<Memo>\`
    select b.id, b.customer_id as "customerId", mask_text(b.content) as content, m.name as "userName"
    from memo b join member m on m.dealer_id = \${dealerId} and m.id = b.member_id
    where b.dealer_id = \${dealerId} and b.returned_at is null order by b.id desc limit 50\`.execute(db)
  return rows
}

export async function insertMemo(
  db: Executor,
  { dealerId, memberId }: Scope,
  { customerId, content, now }: { readonly customerId: number; readonly content: string; readonly now: Date },
): Promise<void> {
  await db
    .insertInto('memo')
    .values({ dealer_id: dealerId, customer_id: customerId, member_id: memberId, content, created_at: now })
    .execute()
}

/** Returns whether something was lent that comes back now. */
export async function markReturned(db: Executor, { dealerId }: Scope, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memo')
    .set({ returned_at: now })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .where('returned_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
`,
  'server/src/memo/memo.walk.ts': `import type { rooms } from '@showroom/contract'
import { plantRow } from '../../test/cluster/plant.ts'
import { sellers, walked } from '../../test/walks/walk.ts'
import type { Walked, WalkOf } from '../../test/walks/walk.ts'

const memo: Walked = {
  async of(app, { member: { dealerId, memberId }, customer: { customerId } }) {
    const row = { dealer_id: dealerId, member_id: memberId, customer_id: customerId, content: 'x' }
    await plantRow(app.db, 'memo', row)
    const { id } = await app.db.selectFrom('memo').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'memos are the store’s',
}

export const walk = {
  list: { roles: 'member', request: () => ({}) },
  add: {
    roles: sellers,
    request: (_app, { customer: { customerId } }) => ({ customerId, content: '借出伞一把' }),
    ids: { customerId: walked.customer },
  },
  giveBack: {
    roles: sellers,
    request: () => ({ id: 1 }),
    prepare: async (app, actor) => ({ id: await memo.of(app, actor) }),
    ids: { id: memo },
  },
} satisfies WalkOf<typeof rooms.memo>
`,
  'server/src/memo/memo.test.ts': `import { rooms } from '@showroom/contract'
import { expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import { buildCustomer, buildMember } from '../../test/factories.ts'

it('what is lent is seen by the store alone, until it comes back', async () => {
  const app = await createTestApp()
  const one = await buildMember(app.db, app.now())
  const other = await buildMember(app.db, app.now())
  const { customerId } = await buildCustomer(app, one)
  const memo = { customerId, content: '借出伞一把' }
  expect(await app.post(rooms.memo.add, one.token, memo)).toMatchObject({ status: '0' })
  const { data = [] } = await app.post(rooms.memo.list, one.token, {})
  expect(data).toMatchObject([memo])
  const back = { id: data[0]?.id ?? 0 }
  expect(await app.post(rooms.memo.list, other.token, {})).toMatchObject({ data: [] })
  expect(await app.post(rooms.memo.giveBack, other.token, back)).toMatchObject({ status: '-1' })
  expect(await app.post(rooms.memo.giveBack, one.token, back)).toMatchObject({ status: '0' })
  expect(await app.post(rooms.memo.list, one.token, {})).toMatchObject({ data: [] })
  await app.close()
})
`,
  'web/src/memo/memo.routes.ts': `import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'

const memos = createRoute({
  getParentRoute: () => manager,
  path: '/memo/list',
  ...enteredFor(managing),
  component: lazyRouteComponent(() => import('./MemoPage'), 'MemoPage'),
})

export const routes = [memos] as const
`,
  'web/src/memo/memo.manager.tsx': `import { MessageOutlined } from '@ant-design/icons'
import type { AreaEntry } from '../frame/areaMenu'

export const memos: AreaEntry = { title: '便签', to: '/memo/list', icon: <MessageOutlined /> }
`,
  'web/src/memo/MemoPage.tsx': `/** The store's memos. */
export const MemoPage = () => <h1>便签</h1>
`,
}

const table = `create table memo (
  dealer_id int not null,
  id bigint generated by default as identity,
  customer_id bigint not null,
  member_id bigint not null,
  content text not null,
  created_at timestamptz not null,
  returned_at timestamptz,
  primary key (dealer_id, id)
);
create index memo_customer on memo (dealer_id, customer_id);
`
const journey = `import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('the memos of the store are a page of team management', async ({ page }) => {
  await enter(page, sessionOf(people.farManager), '/memo/list')
  await expect(page.getByRole('heading', { name: '便签' })).toBeVisible()
})
`
const lastMigration = (): string =>
  readdirSync(path.join(folder, 'server/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1) ?? ''

/** The number of files outside its folders that a new room may edit by hand. */
const mostEdited = 7

/** Edits by hand at each place of the table in CONTRIBUTING.md. */
const places: Readonly<Record<string, () => void>> = {
  'server/src/rooms.ts': () => {
    insert('server/src/rooms.ts', 'import * as notice', "import * as memo from './memo/room.ts'")
    insert('server/src/rooms.ts', '  notice,', '  memo,')
  },
  'server/migrations/<number>_<room>.sql': () => {
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
  'web/src/app/<area>Menu.ts': () => {
    insert(
      'web/src/app/managerMenu.ts',
      'import { setting, stores }',
      "import { memos } from '../memo/memo.manager'",
    )
    insert('web/src/app/managerMenu.ts', '  members,', '  memos,')
  },
  'web/src/app/passages.ts': () =>
    insert('web/src/app/passages.ts', "  '/manager/members'", "  '/memo/list': 'team#成员管理',"),
  'e2e/<area>/<room>.e2e.ts': () => write('e2e/team/memo.e2e.ts', journey),
  'docs/product/<room>.md': () =>
    write(
      'docs/product/memo.md',
      '# Memo: notes of a store\n\n## Tasks\n- A member writes a memo; the store reads it.\n',
    ),
}

async function expectRun(program: string, ...args: string[]): Promise<void> {
  const run = promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    // The walks are limited to the new room. A second worker would load all modules once more, beside the suite's own.
    env: { ...go, ...process.env, ROOMS: 'memo', VITEST_MAX_WORKERS: '1' },
  })
  await run.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${program}\n${stdout}${stderr}`)
  })
}
const bin = (name: string): string => path.join(folder, 'node_modules/.bin', name)

describe('a new room by the recipe of CONTRIBUTING.md', () => {
  it('edits at most seven files outside its folders, each a line of the table', () => {
    const recipe = /## Add a room\n[^]*?\n\n(\|[^]*?)\n\n/.exec(read('CONTRIBUTING.md'))?.[1] ?? ''
    const named = [...recipe.matchAll(/^\| `([^`]+)`/gm)].map(([, place]) => place)
    expect(named).toEqual(Object.keys(places))
    expect(named.length).toBeLessThanOrEqual(mostEdited)
  })

  it('passes types, lint, boundaries and its own test', async () => {
    for (const [file, text] of Object.entries(room)) write(file, text)
    written.clear()
    for (const edit of Object.values(places)) edit()
    expect(written.size).toBe(Object.keys(places).length)
    await expectRun('scripts/generate.ts')
    await expectRun(bin('oxfmt'))
    await Promise.all([
      expectRun(bin('tsc'), '-b', '--singleThreaded'),
      expectRun(
        bin('oxlint'),
        '--deny-warnings',
        ...['contract', 'server', 'web'].map((floor) => `${floor}/src/memo`),
      ),
      expectRun(bin('vitest'), 'run', ...tests, '--exclude=scripts/boundaries/canary.test.ts'),
    ])
  }, 300_000)
})

/** Tests that a new room could break: borders, generated files, menus and routes, its own test. */
const tests = [
  'scripts/boundaries',
  'scripts/tables',
  'scripts/lists',
  'scripts/permissions',
  'web/src/app',
  'server/src/memo',
  'server/test/rows/personal.test.ts',
  'server/test/rows/merged.test.ts',
  'server/test/rows/typed.test.ts',
  'server/test/guards/locks.test.ts',
]

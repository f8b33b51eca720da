import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { affectedBy, readGraph } from './graph.ts'
import { changedSince, select } from './select.ts'

const root = path.resolve(import.meta.dirname, '../..')

let folder = ''
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'showroom-since-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

describe('the files affected by a change', () => {
  beforeEach(() => {
    write('server/src/a/deed.ts', 'export const deed = 1\n')
    write('server/src/a/other.ts', 'export const other = 1\n')
    write('server/src/a/use.ts', `import { deed } from './deed.ts'\nexport const use = deed\n`)
    write('server/src/a/index.ts', `export { deed } from './deed.ts'\nexport { other } from './other.ts'\n`)
    write('server/src/b/deed.ts', `import { deed } from '../a/index.ts'\nexport const b = deed\n`)
    write('server/src/b/next.ts', `import { b } from './deed.ts'\n`)
    write('server/src/c/other.ts', `import { other } from '../a/index.ts'\n`)
    write('server/src/c/type.ts', `import type { deed } from '../a/deed.ts'\n`)
    write('server/src/rooms.ts', `import { use } from './a/use.ts'\n`)
    write('contract/src/a/rule.ts', 'export const rule = 1\n')
    write('web/src/a/Page.tsx', `import { rule } from '@showroom/contract/a/rule'\n`)
    write('web/src/a/routes.ts', `const page = () => import('./Page')\n`)
  })
  const affected = (...files: string[]): string[] => [...affectedBy(readGraph(folder), files)].toSorted()

  it('are those of the room that import it, and those of other rooms that import a name of it', () => {
    expect(affected('server/src/a/deed.ts')).toEqual([
      'server/src/a/deed.ts',
      'server/src/a/index.ts',
      'server/src/a/use.ts',
      'server/src/b/deed.ts',
    ])
  })

  it('are on both sides of a rule of the contract, also behind a lazy import', () => {
    expect(affected('contract/src/a/rule.ts')).toEqual(['contract/src/a/rule.ts', 'web/src/a/Page.tsx'])
    expect(affected('web/src/a/Page.tsx')).toEqual(['web/src/a/Page.tsx', 'web/src/a/routes.ts'])
  })
})

it('changed files are those of the branch, of the work tree, deleted and moved ones too, and not those of main', () => {
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '-q', '-b', 'main')
  for (const name of ['kept', 'gone', 'moved', 'later']) write(name, name)
  git('add', '.')
  git('commit', '-qm', 'one')
  git('checkout', '-qb', 'branch')
  write('made', 'made')
  git('add', '.')
  git('mv', 'moved', 'there')
  git('commit', '-qm', 'two')
  git('checkout', '-q', 'main')
  write('later', 'changed on main')
  git('commit', '-qam', 'three')
  git('checkout', '-q', 'branch')
  rmSync(path.join(folder, 'gone'))
  write('new', 'new')
  expect(changedSince(folder, 'main')).toEqual(['gone', 'made', 'moved', 'new', 'there'])
})

describe('a change', () => {
  const graph = readGraph(root)

  it.each(['customer', 'review', 'webhook'])(
    'in %s selects its tests, and the walks and guards for it',
    (room) => {
      const { rooms: found, tests } = select(root, [`server/src/${room}/new.service.ts`], graph)
      expect(found).toEqual([room])
      const others = tests.filter((file) => /^(?:contract|server|web)\/src\//.test(file))
      expect(others).not.toEqual([])
      for (const file of others) expect(file).toMatch(new RegExp(`^server/src/${room}/`))
      expect(tests).toContain('server/test/walks/walker.test.ts')
      expect(tests).toContain('server/test/guards/sent.plans.ts')
    },
  )

  it('of a verb selects the journey of that name, of the whole room all of its journeys', () => {
    const of = (file: string) => select(root, [file], graph).journeys
    expect(of('web/src/customer/follow/New.tsx')).toEqual(['e2e/customer/follow.e2e.ts'])
    expect(of('web/src/customer/new.queries.ts').length).toBeGreaterThan(10)
    expect(of('server/src/review/new.service.ts')).toEqual(['e2e/shell/review.e2e.ts'])
  })

  it('of a page selects no test that needs the server', () => {
    const { tests } = select(root, ['web/src/customer/follow/FollowDrawer.tsx'], graph)
    expect(tests.filter((file) => file.startsWith('server/src/'))).toEqual([])
  })

  it('of a migration selects the rooms that name its tables, and the tests of all tables', () => {
    const { rooms: found, tests } = select(root, ['server/migrations/0011_review.sql'], graph)
    expect(found).toContain('review')
    expect(tests).toContain('server/test/rows/left.test.ts')
  })

  it('of what all tests depend on selects everything', () => {
    expect(select(root, ['server/test/app.ts'], graph).whole).toBe('server/test/app.ts')
    expect(select(root, ['docs/style.md'], graph).whole).toBeUndefined()
  })
})

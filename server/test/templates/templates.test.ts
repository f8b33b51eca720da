import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask } from '../citus/citus.ts'
import { hashClosure } from './closure.ts'
import { startThrowAway } from './kept.ts'
import { openShelf } from './shelf.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'showroom-templates-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
const hash = (): string => hashClosure(folder, 'a.ts', ['migrations/*.sql'])

it('the hash follows the code that a template is filled by, and its migrations', () => {
  write('a.ts', `import { b } from './b.ts'\nimport type { c } from './c.ts'\nimport('./d.ts')\n`)
  write('b.ts', `export {\n  e,\n} from '@showroom/contract/e'\n`)
  write('contract/src/e.ts', 'export const e = 1\n')
  for (const name of ['c.ts', 'd.ts', 'f.ts', 'migrations/0001_a.sql']) write(name, '')
  for (const name of [
    'b.ts',
    'contract/src/e.ts',
    'd.ts',
    'migrations/0001_a.sql',
    'migrations/0002_b.sql',
  ]) {
    const before = hash()
    appendFileSync(path.join(folder, name), '// changed')
    expect(hash(), name).not.toBe(before)
  }
  const before = hash()
  // A type and a file that is not imported fill nothing.
  for (const name of ['c.ts', 'f.ts']) write(name, '// changed')
  expect(hash()).toBe(before)
})

const keep = (keys: Readonly<Record<string, string>>): Promise<void> =>
  openShelf(folder).keep(keys, async (to) => writeFileSync(path.join(to, 'cluster'), ''))

it('the cluster with most of the wanted templates is found, and none with another base', async () => {
  const shelf = openShelf(folder)
  await keep({ showroom: 'a', demo: 'a' })
  await keep({ showroom: 'a', demo: 'b', large: 'a' })
  await keep({ showroom: 'b', demo: 'a', large: 'a' })
  expect(shelf.find({ showroom: 'a', demo: 'a', large: 'c' })?.keys).toEqual({ showroom: 'a', demo: 'a' })
  expect(shelf.find({ showroom: 'c', demo: 'a', large: 'a' })).toBeUndefined()
})

it('a cluster that another process is writing, or failed to write, is not found', async () => {
  const shelf = openShelf(folder)
  let stored: object | undefined
  await shelf
    .keep({ showroom: 'a' }, async (to) => {
      writeFileSync(path.join(to, 'cluster'), '')
      stored = shelf.find({ showroom: 'a' })
      throw new Error('full')
    })
    .catch(() => undefined)
  expect(stored).toBeUndefined()
  expect(shelf.find({ showroom: 'a' })).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('what no run will use is removed; what a run may be copying is not', async () => {
  const shelf = openShelf(folder)
  const now = Date.now()
  const age = async (hours: number): Promise<string> => {
    const key = `${hours}`
    await keep({ showroom: key })
    const { folder: made = '' } = shelf.find({ showroom: key }) ?? {}
    const at = new Date(now - hours * 3_600_000)
    utimesSync(made, at, at)
    return made
  }
  const draft = path.join(folder, '.draft')
  mkdirSync(draft)
  utimesSync(draft, new Date(now - 7_200_000), new Date(now - 7_200_000))
  const made = await Promise.all([200, 50, 49, 48, 0.5, 0.25].map(age))
  shelf.tidy(now)
  expect(made.map((one) => existsSync(one))).toEqual([false, false, false, true, true, true])
  expect(existsSync(draft)).toBe(false)
})

it('two runs that start at once have a cluster each', async () => {
  const [one, other] = await Promise.all([startThrowAway(), startThrowAway()])
  await ask(one.url, 'create database test_one')
  const count = async ({ url }: { readonly url: string }) =>
    (await ask(url, `select from pg_database where datname = 'test_one'`)).length
  expect([await count(one), await count(other)]).toEqual([1, 0])
  await Promise.all([one.stop(), other.stop()])
})

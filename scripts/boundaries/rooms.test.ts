import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { importsIn } from './imports.ts'
import { rooms } from './rooms.ts'

/** Folders beside the rooms of each floor, as listed in ARCHITECTURE.md. */
const otherFolders = {
  contract: ['kernel'],
  server: ['operate', 'platform', 'seed'],
  web: ['api', 'app', 'frame', 'ui'],
} as const

const foldersOf = (floor: string): string[] =>
  readdirSync(path.resolve(import.meta.dirname, '../..', floor, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

it.each(Object.entries(otherFolders))(
  'every folder of %s is a room of the contract or a known one: the gate checks no others',
  (floor, others) => {
    const named = new Set<string>([...rooms, ...others])
    expect(foldersOf(floor).filter((folder) => !named.has(folder))).toEqual([])
    for (const one of others) expect(foldersOf(floor)).toContain(one)
  },
)

it('the server implements every room of the contract', () => {
  expect(rooms.length).toBeGreaterThan(20)
  const folders = foldersOf('server')
  expect(rooms.filter((room) => !folders.includes(room))).toEqual([])
})

it('the embedded PostgreSQL has one door', () => {
  const folder = 'src/operate/postgres/'
  const server = path.resolve(import.meta.dirname, '../../server')
  const entered = [...importsIn(server)].flatMap(([file, { values, types, lazy }]) =>
    file.startsWith(folder) ? [] : [...values, ...types, ...lazy].filter((to) => to.startsWith(folder)),
  )
  expect([...new Set(entered)]).toEqual([`${folder}index.ts`])
})

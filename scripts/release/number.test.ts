import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../steps.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const manifestOf = (folder: string): Manifest =>
  JSON.parse(read(path.join(folder, 'package.json'))) as Manifest

const own = manifestOf('.')
const folders = ['.', ...(own.workspaces ?? [])]

it('every manifest and the lock have the number of the release', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    readonly version: string
    readonly packages: Readonly<Record<string, Manifest>>
  }
  expect(folders.length).toBeGreaterThan(1)
  expect(lock.version).toBe(own.version)
  const names = new Set(folders.map((folder) => manifestOf(folder).name))
  for (const folder of folders)
    for (const manifest of [manifestOf(folder), lock.packages[folder === '.' ? '' : folder]]) {
      expect(manifest?.version, folder).toBe(own.version)
      const ofOurs = Object.entries(manifest?.dependencies ?? {}).filter(([name]) => names.has(name))
      for (const [name, version] of ofOurs) expect(version, `${name} in ${folder}`).toBe(own.version)
    }
})

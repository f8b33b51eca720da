import { readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { pageSegments } from '@showroom/contract/kernel/pages'
import { expect, it } from 'vitest'

it('the server knows what the addresses of all pages begin with', () => {
  const folder = path.resolve(import.meta.dirname, '..')
  const routes = globSync(['**/*.routes.ts', 'frame/shell.ts'], { cwd: folder }).map((file) =>
    readFileSync(path.join(folder, file), 'utf8'),
  )
  const first = routes.flatMap((text) =>
    [...text.matchAll(/path: '\/(\w+)/g)].flatMap(([, segment]) => segment ?? []),
  )
  expect([...new Set(first)].toSorted()).toEqual([...pageSegments].toSorted())
})

import { pageSegments } from '@showroom/contract/kernel/pages'
import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.routes.ts', '../frame/shell.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('the server knows what the addresses of all pages begin with', () => {
  const first = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/path: '\/(\w+)/g)].flatMap(([, segment]) => segment ?? []),
  )
  expect([...new Set(first)].toSorted()).toEqual([...pageSegments].toSorted())
})

import { pageSegments } from '@showroom/contract/kernel/pages'
import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.routes.ts', '../frame/shell.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('the server knows the first segments of all page addresses', () => {
  const first = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/path: '\/(\w+)/g)].flatMap(([, segment]) => segment ?? []),
  )
  expect([...new Set(first)].toSorted()).toEqual([...pageSegments].toSorted())
})

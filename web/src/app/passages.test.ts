import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Path } from '../frame/path'
import { helpOf } from './help'
import { passages } from './passages'
import { createAppRouter } from './router'

const router = createAppRouter(new QueryClient(), createMemoryHistory())

test('every page of the router has a passage in the guides, and every passage a page', () => {
  expect(Object.keys(passages).toSorted()).toEqual(Object.keys(router.routesByPath).toSorted())
})

test('the match of an address names the page whose passage opens', () => {
  for (const page of Object.keys(router.routesByPath) as Path[]) {
    const matches = router.getMatchedRoutes(page.replaceAll(/\$\w*/g, '1'))[0]
    expect(helpOf(matches.at(-1)?.fullPath as Path), page).toMatch(/^\/help\/[\w-]+\.html#./)
  }
})

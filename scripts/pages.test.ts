import { globSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { layouts, pagesIn, type PageFiles } from '../web/pageFiles.ts'
import { passages } from '../web/src/app/passages.ts'

const src = path.resolve(import.meta.dirname, '../web/src')
const pages = globSync('**/*routes.{ts,tsx}', { cwd: src })
  .map((file) => path.join(src, file))
  .flatMap((file) => pagesIn(file, readFileSync(file, 'utf8')))
const exists = (module: string): boolean =>
  ['', '.ts', '.tsx'].some((end) => existsSync(path.join(src, module + end)))

test('every page names its modules for the first paint, except addresses that lead elsewhere', () => {
  const named = new Set(pages.filter(({ modules }) => modules.length > 0).map(({ address }) => address))
  const addresses = Object.keys(passages).map((address) => address.replace(/\$\w+/g, '$'))
  expect(addresses.filter((address) => !named.has(address))).toEqual(['/', '/daily/$', '/agent/$'])
})

test('every named module exists', () => {
  const modules = pages.flatMap((page) => [...(layouts[page.parent] ?? [page.parent]), ...page.modules])
  expect(modules.filter((module) => !exists(module))).toEqual([])
})

const script = readFileSync(path.join(src, '../public/first-paint.js'), 'utf8')

const lists: PageFiles = {
  names: ['shell.js', 'login.js', 'list.js', 'file.css', 'home.js', 'none.js', 'menus.js'],
  open: { '/login': [1] },
  kept: {
    '/$': [0, 5],
    '/dashboard/index': [0, 4],
    '/customer/list': [0, 2],
    '/customer/detail/$': [0, 3],
  },
  wide: [0, 6],
}

/** The addresses of the files that the script fetches. */
function fetched(hash: string, given: { session?: boolean; wide?: boolean; data?: object | null } = {}) {
  const { session = true, wide = false, data = lists } = given
  const links: { rel: string; href: string; fetchPriority: string }[] = []
  vm.runInNewContext(script, {
    localStorage: { getItem: () => null },
    matchMedia: (query: string) => ({ matches: query.includes('width') && !wide }),
    location: { hash },
    document: {
      cookie: session ? 'Dealer-User-Token=a' : '',
      documentElement: { dataset: {} },
      currentScript: { dataset: data ? { pages: JSON.stringify(data) } : {} },
      createElement: () => ({}),
      head: { append: (link: (typeof links)[0]) => links.push(link) },
    },
  })
  for (const { href, rel, fetchPriority } of links)
    expect({ rel, fetchPriority }).toEqual({
      rel: href.endsWith('.css') ? 'preload' : 'modulepreload',
      fetchPriority: 'low',
    })
  return links.map(({ href }) => href)
}

test('the first script fetches the files of the page that the address asks for', () => {
  expect(fetched('#/customer/list?m=1&ct=a/b')).toEqual(['/shell.js', '/list.js'])
  expect(fetched('#/customer/detail/17?a=1')).toEqual(['/shell.js', '/file.css'])
  for (const hash of ['', '#', '#/']) expect(fetched(hash)).toEqual(['/shell.js', '/home.js'])
  expect(fetched('#/customer/list', { wide: true })).toEqual(['/shell.js', '/list.js', '/menus.js'])
})

test('the first script fetches a page that certainly opens, if no page has the address', () => {
  for (const hash of ['#/customer', '#/a/b/c', '#constructor', '#/__proto__', '#/customer/list/'])
    expect(fetched(hash)).toEqual(['/shell.js', '/none.js'])
  for (const hash of ['', '#/customer/list', '#/login?redirect=%2Fcustomer%2Flist'])
    expect(fetched(hash, { session: false, wide: true })).toEqual(['/login.js'])
  expect(fetched('#/customer/list', { data: null })).toEqual([])
})

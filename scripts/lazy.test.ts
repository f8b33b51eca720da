import { expect, test } from 'vitest'
import { bareImports, filesOfPart } from '../web/lazyParts.ts'

test('a built import passes only with its files and within the loader of parts', () => {
  const good = 'const Page=x(()=>y(()=>import(`./Page.js`).then(e=>e.Page),__vite__mapDeps([0,1])));'
  expect(bareImports('good.js', good)).toEqual([])
  for (const bare of [
    'import(`./Page.js`)',
    'y(()=>import(`./Page.js`),[])',
    'y(()=>import(`./Page.js`),void 0)',
    'lazy(()=>import(`./Page.js`))',
  ])
    expect(bareImports('bare.js', bare), bare).toEqual(['import(`./Page.js`)'])
})

test('the files of an import are its own and those that it needs', () => {
  const of = (others: string[], hostType: 'html' | 'js') =>
    filesOfPart('assets/Page.js', others, { hostId: 'index.js', hostType })
  expect(of([], 'js')).toEqual(['assets/Page.js'])
  expect(of(['assets/Page.js', 'assets/common.js'], 'js')).toEqual(['assets/Page.js', 'assets/common.js'])
  expect(of(['assets/common.js'], 'html')).toEqual(['assets/common.js'])
})

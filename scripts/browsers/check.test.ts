import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { floor, polyfills } from '../../web/browsers.ts'
import { withFallbacks } from '../../web/cssFallbacks.ts'
import { newerInScript, newerInStyles } from './check.ts'
import { newerBuiltIns } from './newer.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('the built client is searched for built-ins that a browser at the floor lacks', () => {
  expect(newerInScript('a.js', 'a.toSorted();AbortSignal.any([]);AbortSignal.timeout(1);a.at(0)')).toEqual([])
  for (const [code, found] of [
    ['Map.groupBy(a,b)', 'Map.groupBy'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['a.symmetricDifference(b)', 'symmetricDifference'],
    ['new CookieStore()', 'CookieStore'],
  ] as const)
    expect(newerInScript('a.js', code), code).toEqual([found])
})

test('every polyfill is for something that a browser at the floor lacks', () => {
  expect(
    Object.keys(polyfills).filter((one) => !newerBuiltIns.includes(one.replace('Uint8Array', 'TypedArray'))),
  ).toEqual([])
})

test('style sheets are searched for what a browser at the floor lacks', () => {
  for (const [css, style] of [
    ['.a{color:color-mix(in srgb,red 1%,blue)}', 'color-mix()'],
    ['.a{grid-template-rows:subgrid}', 'grid-template-rows: subgrid'],
    ['@starting-style{.a{color:red}}', '@starting-style'],
    ['.a:user-valid{color:red}', ':user-valid'],
    ['.a{field-sizing:content}', 'field-sizing'],
  ] as const)
    expect(newerInStyles(css), css).toContain(style)
  for (const css of [
    '.a{color:red;color:color-mix(in srgb,red 1%,blue)}',
    '@supports (color:color-mix(in srgb,red,red)){.a{color:color-mix(in srgb,red 1%,blue)}}',
    '.a:has(b)::before{content:":user-valid";width:100dvh}/* @scope */',
  ])
    expect(newerInStyles(css), css).toEqual([])
})

test('sheets fall back to the first of two mixed colours, and to hidden scroll bars', () => {
  expect(withFallbacks('.a{--x:color-mix(in srgb, var(--b) 75%, var(--c));k:1}')).toBe(
    '.a{--x:var(--b);k:1}@supports (color:color-mix(in srgb,red,red)){.a{--x:color-mix(in srgb, var(--b) 75%, var(--c))}}',
  )
  expect(withFallbacks('@media (width<9px){.a:is(.b,.c),.d{scrollbar-width:none}}')).toBe(
    '@media (width<9px){.a:is(.b,.c),.d{scrollbar-width:none}.a:is(.b,.c)::-webkit-scrollbar,.d::-webkit-scrollbar{display:none}}',
  )
  expect(withFallbacks('.a{color:red}@media print{.b{color:blue}}')).toBe(
    '.a{color:red}@media print{.b{color:blue}}',
  )
})

test('the script for browsers below the floor has old syntax only', () => {
  const names: string[] = []
  const note = ({ type }: { type: string }): void => void names.push(type)
  new Visitor({
    ArrowFunctionExpression: note,
    TemplateLiteral: note,
    ClassDeclaration: note,
    SpreadElement: note,
    ObjectPattern: note,
    ArrayPattern: note,
    ForOfStatement: note,
    ChainExpression: note,
    AwaitExpression: note,
    Property: (node) => void (node.shorthand && note(node)),
    VariableDeclaration: (node) => void (node.kind !== 'var' && note(node)),
  }).visit(parseSync('floor.js', read('web/public/floor.js')).program)
  expect(names).toEqual([])
})

test.each(['README.md', 'README.zh-CN.md', 'docs/guide/start.md'])(
  '%s names the browsers of the floor',
  (file) => {
    for (const [name, version] of Object.entries({
      Chromium: floor.chrome,
      Firefox: floor.firefox,
      Safari: floor.safari,
    }))
      expect(read(file)).toContain(`${name} ${version}`)
  },
)

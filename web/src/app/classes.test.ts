import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.resolve(import.meta.dirname, '..')

/** What a style sheet says of the screen: without comments and what is for paper. */
function onScreen(css: string): string {
  const text = css.replaceAll(/\/\*[^]*?\*\//g, '')
  const at = text.search(/@media print/)
  if (at < 0) return text
  let depth = 0
  let end = text.indexOf('{', at)
  do {
    if (text[end] === '{') depth += 1
    if (text[end] === '}') depth -= 1
    end += 1
  } while (depth > 0)
  return text.slice(0, at) + onScreen(text.slice(end))
}

/** The classes that a sheet styles by themselves: not within a place of its own. */
const stylesAlone = (css: string): string[] =>
  [...onScreen(css).matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .flatMap((selector) => /^\s*\.(sr-[\w-]+)(?:::?[\w-]+(?:\([^)]*\))?)*\s*$/.exec(selector)?.[1] ?? [])

test('a class is styled by one room: the sheets of all that were open stay, whichever comes next', () => {
  const rooms = new Map<string, Set<string>>()
  for (const file of globSync('*/**/*.css', { cwd: src }))
    for (const name of stylesAlone(readFileSync(path.join(src, file), 'utf8')))
      rooms.set(name, (rooms.get(name) ?? new Set()).add(file.split(path.sep)[0] ?? ''))
  expect(rooms.size).toBeGreaterThan(500)
  const shared = [...rooms].filter(([, all]) => all.size > 1).map(([name, all]) => [name, ...all].join(' '))
  expect(shared).toEqual([])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8')

/**
 * Parts that must be equal in both languages: the order of headings, lists and tables, commands, variable names,
 * pictures.
 */
const skeleton = (text: string): string[] => {
  let inCode = false
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('```')) inCode = !inCode
    if (inCode) return [line.replace(/#.*/, '').trim()]
    const [mark] = /^(?:#+|-(?= )|\|)/.exec(line) ?? []
    if (!mark) return []
    if (mark !== '|') return [mark]
    const [name = ''] = line.slice(1).split('|')
    return [
      name.startsWith(' `')
        ? (name.match(/`[^`]+`/g) ?? []).join()
        : mark + (line.match(/\([^)]*\.png\)/g) ?? []).join(),
    ]
  })
}

it('the README has the same structure in both languages', () => {
  expect(skeleton(read('README.zh-CN.md'))).toEqual(skeleton(read('README.md')))
})

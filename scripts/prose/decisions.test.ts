import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../docs/decisions')
const index = 'README.md'
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')

const pages = readdirSync(folder)
  .filter((file) => file !== index)
  .toSorted()

/** Title, and below it the state: the day, and what changed or replaced the page since. */
const head =
  /^# (?!\d{4})(?<title>.+)\n\d{4}-\d\d-\d\d · accepted(?: · changed \d{4}-\d\d-\d\d)?(?: · replaced (?:in part )?by (?<later>\[\d{4}\]\([^)]+\)(?:, \[\d{4}\]\([^)]+\))*))?\n\n/

const headOf = (text: string): { title: string; later: string[] } | undefined => {
  const { title, later = '' } = head.exec(text)?.groups ?? {}
  return title === undefined
    ? undefined
    : { title, later: [...later.matchAll(/\((.+?)\)/g)].map(([, file = '']) => file) }
}

describe('a decision', () => {
  it.each(pages)('%s has a title, and a state line that names later pages', (file) => {
    expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
    const state = headOf(read(file))
    expect(
      state,
      `${file}: "# Title", then "2026-11-21 · accepted", and after it " · replaced in part by [0095](…)"`,
    ).toBeDefined()
    for (const one of state?.later ?? []) {
      expect(pages).toContain(one)
      expect(one > file, `${one} is later than ${file}`).toBe(true)
    }
  })

  it('has its own number', () => {
    const numbers = pages.map((file) => file.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it('is in the index once, under a subject, by its title', () => {
    const [, ...subjects] = read(index).split(/^## /m)
    const entries = subjects.flatMap((subject) =>
      subject
        .split('\n')
        .slice(1)
        .filter((line) => line !== ''),
    )
    const expected = pages.map((file) => `- [${headOf(read(file))?.title}](${file})`)
    expect(entries.toSorted()).toEqual(expected.toSorted())
  })
})

it.each([
  '# 0078: Back up\n2026-11-21 · accepted\n\n',
  '# Back up\n\n**Context.**',
  '# Back up\n2026-11-21\n\n',
  '# Back up\n2026-11-21 · replaced by 0090\n\n',
])('refuses %j', (text) => {
  expect(headOf(text)).toBeUndefined()
})

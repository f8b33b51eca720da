import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lists } from './lists.ts'

it.each(Object.entries(lists()))('%s follows from the folders (npm run generate writes it)', (file, text) => {
  expect(readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')).toBe(text)
})

import { expect, test } from 'vitest'
import { sortRows } from './report.rules.ts'

const rows = [
  { name: '陆建峰', id: 1, leads: 0, visits: 0 },
  { name: '林晓雯', id: 2, leads: 0, visits: 3 },
  { name: '周启明', id: 3, leads: 0, visits: 0 },
  { name: '朱浩', id: 4, leads: 2, visits: 0 },
]
const sorted = (sort: string): string[] => sortRows(rows, sort, ['leads', 'visits']).map(({ name }) => name)

test('rows with nothing but zeros come after the others, in their own order', () => {
  for (const sort of ['', 'unknown']) expect(sorted(sort)).toEqual(['林晓雯', '朱浩', '陆建峰', '周启明'])
})

test('a chosen column decides alone', () => {
  expect(sorted('-visits')).toEqual(['林晓雯', '陆建峰', '周启明', '朱浩'])
  expect(sorted('leads')).toEqual(['陆建峰', '林晓雯', '周启明', '朱浩'])
})

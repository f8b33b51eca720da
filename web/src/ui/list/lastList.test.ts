import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLastList } from './lastList'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
const Search = z.object({ t: z.number().optional().catch(undefined) })
const tasks = createLastList('listFilters', 'tasks', Search)
const leads = createLastList('listFilters', 'leads', Search)

beforeEach(() => {
  stored.clear()
  tasks.remember({ t: 2 }, '王')
})

test('restores a list as it was left, the keyword only without a reload', () => {
  expect(tasks).toMatchObject({ search: { t: 2 }, keyword: '王' })
  expect(stored.get('listFilters')).not.toContain('王')
  expect(createLastList('listFilters', 'tasks', Search)).toMatchObject({ search: { t: 2 }, keyword: '' })
})

test('restores only the matching one of two lists that share a storage key', () => {
  expect(leads).toMatchObject({ search: {}, keyword: '' })
  leads.remember({ t: 6 }, '')
  expect(leads.search).toEqual({ t: 6 })
  expect(tasks).toMatchObject({ search: {}, keyword: '' })
})

test('ignores invalid stored values', () => {
  for (const value of ['{', '7', '"x"', '{"of":"tasks","search":3}']) {
    stored.set('listFilters', value)
    expect(tasks).toMatchObject({ search: {}, keyword: '' })
  }
})

import { expect, it } from 'vitest'
import { z } from 'zod'
import { markedFields, unlookedInside } from './marks.ts'

const marks = z.registry<{ name: string }>()
const marked = (): z.ZodType => {
  const schema = z.number().clone()
  marks.add(schema, { name: 'code' })
  return schema
}

it('finds marked fields with their paths', () => {
  const request = z.object({
    plain: z.string(),
    code: marked(),
    inner: z.object({ code: marked().optional() }).prefault({}),
  })
  expect(markedFields(marks, request).map(({ path }) => path)).toEqual([['code'], ['inner', 'code']])
})

it.each<[string, () => z.ZodType]>([
  ['a list', () => z.array(marked())],
  ['a list of objects', () => z.array(z.object({ code: marked() })).default([])],
  ['one of several', () => z.union([marked(), z.literal('')])],
  ['what is read further', () => marked().transform(String)],
  ['what may be null', () => marked().nullable()],
])('throws at a mark inside of %s, where it would be ignored', (_name, field) => {
  expect(() => markedFields(marks, z.object({ outer: z.object({ field: field() }) }))).toThrow('outer.field')
})

it('skips marks inside of a field that is excluded on purpose', () => {
  const request = z.object({ codes: unlookedInside(z.array(marked())), code: marked() })
  expect(markedFields(marks, request).map(({ path }) => path)).toEqual([['code']])
})

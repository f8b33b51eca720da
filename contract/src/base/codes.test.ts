import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '../index.ts'
import { AutoValid, Invalid, ManualValid } from '../lead/handle.schema.ts'
import { judge } from '../kernel/judge.ts'
import { dictionaryKinds } from './base.schema.ts'
import { codeFields } from './codes.ts'

/** Fields named like codes that are checked in another way, or not at all. */
const unmarked: Readonly<Record<string, string>> = {
  otherSource: 'which list it is of depends on the source: looked up with it',
  customSource: 'a source of the store itself: looked up with the source',
  sourceId: 'a source of the store itself, by its row',
  seriesIds: 'a filter of counts',
  specId: 'a model, looked up together with its colour',
  deviceType: 'said by the client about itself, never read',
  appType: 'said by the client about itself, never read',
  userType: 'a choice',
  licenseType: 'which codes are possible depends on the kind of buyer: checked with the number',
}
const reads = /type|reason|source|budget|duration|event|series|spec|purchase|result/i

const schemas = [
  ...calls.map((call) => [call.path, call.request as z.ZodType] as const),
  ['ManualValid', ManualValid] as const,
  ['AutoValid', AutoValid] as const,
  ['Invalid', Invalid] as const,
]

const leaves = (schema: z.ZodType, path: string[] = []): [string[], z.ZodType][] => {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault
      ? (schema.unwrap() as z.ZodType)
      : schema
  return inner instanceof z.ZodObject
    ? Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
        leaves(field, [...path, key]),
      )
    : [[path, inner]]
}

describe('codes in requests', () => {
  it('belong to existing dictionaries', () => {
    const kinds = new Set<string>([...dictionaryKinds, 'series', 'competitorSeries'])
    for (const [, schema] of schemas)
      for (const {
        mark: { kind, text },
      } of codeFields(schema)) {
        expect(kinds).toContain(kind)
        expect(text).toMatch(/[\u4e00-\u9fa5]/)
      }
  })

  it.each(schemas)('%s marks each code or lists it as unmarked', (_path, schema) => {
    const marked = new Set(codeFields(schema).map(({ path }) => path.join('.')))
    // Skips list filters: an unknown code there just finds nothing.
    if (['pageStart', 'pageId'].some((key) => key in (schema as z.ZodObject).shape)) return
    for (const [path, field] of leaves(schema)) {
      if (path[0] === 'filter') continue
      const name = path.at(-1) ?? ''
      // Accepts any number, so no rule of the field's own checks the code.
      const takesAny = [9, 77, '77', '9,77'].some((code) => judge(field, code).success)
      if (!reads.test(name) || marked.has(path.join('.')) || judge(field, '任意文字').success || !takesAny)
        continue
      expect(Object.keys(unmarked), path.join('.')).toContain(name)
    }
  })
})

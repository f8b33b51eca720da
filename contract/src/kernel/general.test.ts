import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { en, zhCN } from 'zod/locales'
import { calls } from '../index.ts'
import { AutoValid, Invalid, ManualValid } from '../lead/handle.schema.ts'
import { IncomingLead } from '../lead/intake.schema.ts'
import { schemaOf } from './call.ts'
import { judge } from './judge.ts'

/** Values of every wrong kind: wrong type, too small, too large, too long, not in a choice, missing. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  [],
  [null],
  {},
  { start: 'x', end: -1 },
  '',
  'x',
  '１',
  '字'.repeat(20_000),
  '1,'.repeat(9000),
  Array.from({ length: 3000 }, (_, at) => at + 1),
  Array.from({ length: 3000 }, () => '字'.repeat(3000)),
  -1,
  0,
  1.5,
  1e12,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

const schemas: readonly (readonly [string, z.ZodType])[] = [
  ...calls.map((call) => [call.path, schemaOf(call.request)] as const),
  ['ManualValid', ManualValid],
  ['AutoValid', AutoValid],
  ['Invalid', Invalid],
  ['IncomingLead', IncomingLead],
]

const libraries = [en(), zhCN()].map(({ localeError }) => localeError)
const wordsOf = (issue: z.core.$ZodIssue): unknown[] =>
  libraries.map((texts) => {
    const issueTexts = texts(issue as never)
    return typeof issueTexts === 'string' ? issueTexts : issueTexts?.message
  })

/** Request bodies with one wrong field each, including nested fields. */
function bodies(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return bodies(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return [...wrong]
  return [
    ...wrong,
    ...Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      bodies(field).map((value) => ({ [key]: value })),
    ),
  ]
}

describe('error texts of an invalid request', () => {
  it.each(schemas)("%s uses the product's own words", (_path, schema) => {
    const texts = new Map<string, z.core.$ZodIssue>()
    for (const body of bodies(schema))
      for (const issue of judge(schema, body).error?.issues ?? []) texts.set(issue.message, issue)
    for (const [text, issue] of texts) {
      expect(text).toMatch(/[\u4e00-\u9fa5]/)
      expect(text).not.toMatch(/期望|无效输入|无效选项|无效字符串|数值过|输入过|[<>=]|Invalid|expected/)
      expect(wordsOf(issue)).not.toContain(text)
    }
  })
})

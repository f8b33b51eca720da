import type { FieldError } from '@showroom/contract/kernel/errors'
import { judge } from '@showroom/contract/kernel/judge'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** Parses a request by its schema. Refuses with all field errors. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const strange = strangeness(body, 0)
  if (strange) throw new Refusal('INVALID', { fields: [strange] })
  const parsed = judge(schema, body ?? {})
  if (parsed.success) return parsed.data
  const fields = fieldsOf(parsed.error)
  throw new Refusal('INVALID', { text: fields[0]?.text, fields })
}

/** Maximum nesting. Requests are flat, so deeper ones are attacks on the code that walks them. */
const deepest = 12

const unstorable = /[\0\p{Surrogate}]/u
const unstorableText = '含有无法保存的字符'

/** Finds content that no request may hold, whatever its schema: characters no column can store, or excessive nesting. */
function strangeness(value: unknown, depth: number): FieldError | undefined {
  if (typeof value === 'string')
    return unstorable.test(value) ? { path: '', text: unstorableText } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === deepest) return { path: '', text: '内容层级过多' }
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable.test(key)) return { path: '', text: unstorableText }
    const strange = strangeness(inner, depth + 1)
    if (strange) return { ...strange, path: strange.path === '' ? key : `${key}.${strange.path}` }
  }
  return undefined
}

/** Returns the first problem of each field. */
function fieldsOf(error: z.ZodError): FieldError[] {
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    if (!fields.has(path)) fields.set(path, issue.message)
  }
  return [...fields].map(([path, text]) => ({ path, text }))
}

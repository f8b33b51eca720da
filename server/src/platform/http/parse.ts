import type { FieldError } from '@showroom/contract/kernel/errors'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** The request as its schema has it; refused with all that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  throw new Refusal('INVALID', { text: parsed.error.issues[0]?.message, fields: fieldsOf(parsed.error) })
}

/** All problems, the first of each field. */
function fieldsOf(error: z.ZodError): FieldError[] {
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    if (!fields.has(path)) fields.set(path, issue.message)
  }
  return [...fields].map(([path, text]) => ({ path, text }))
}

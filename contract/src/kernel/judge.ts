import { z } from 'zod'
import { generalText } from './general.ts'

/** Error text for a value that made a rule throw. */
export const unreadable = '格式不正确'

/**
 * Validates any value against a schema without throwing. Rules expect what forms send and may throw on other JSON (an object with a
 * `length` in place of a text). A field whose rule throws is reported as invalid.
 */
export function judge<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value, { error: generalText })
  } catch {
    const issues = issuesOf(schema, value, [])
    return { success: false, error: new z.ZodError(issues.length > 0 ? issues : [wrong([], value)]) as never }
  }
}

const wrong = (path: PropertyKey[], input: unknown): z.core.$ZodIssue => ({
  code: 'custom',
  path,
  message: unreadable,
  input,
})

/** Validates each field separately: fields that throw are reported as unreadable, the others with their own issues. */
function issuesOf(schema: z.ZodType, value: unknown, path: PropertyKey[]): z.core.$ZodIssue[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null)
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      issuesOf(field, (value as Record<string, unknown>)[key], [...path, key]),
    )
  try {
    const { error } = schema.safeParse(value, { error: generalText })
    return (error?.issues ?? []).map((issue) => ({ ...issue, path: [...path, ...issue.path] }))
  } catch {
    return [wrong(path, value)]
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return unwrapped(schema.unwrap() as z.ZodType)
  return schema
}

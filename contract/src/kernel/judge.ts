import { z } from 'zod'
import { generalText } from './general.ts'

/** For a value that no rule could even look at. */
export const unreadable = '格式不正确'

/**
 * What a schema says of a value, whatever the value is. Rules are written for what a form sends, and some throw at what only JSON can
 * say (a text that is an object with a `length` of its own): the field that a rule threw at is then a wrong one, like any other.
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

/** Each field by itself: those that throw are unreadable, the others say what they say. */
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

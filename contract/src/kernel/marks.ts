import { z } from 'zod'

/** What is said of a field beside its schema: looked at where the whole request is known. */

export interface Marked<Mark> {
  readonly mark: Mark
  readonly path: readonly string[]
}

const found = new WeakMap<object, WeakMap<z.ZodType, readonly Marked<object>[]>>()

/** The fields of a request that have a mark of the registry; looked for once. */
export function markedFields<Mark extends object>(
  marks: z.core.$ZodRegistry<Mark>,
  schema: z.ZodType,
): readonly Marked<Mark>[] {
  const ofMarks = found.get(marks) ?? new WeakMap<z.ZodType, readonly Marked<object>[]>()
  found.set(marks, ofMarks)
  const fields = (ofMarks.get(schema) as readonly Marked<Mark>[] | undefined) ?? walk(marks, schema, [])
  ofMarks.set(schema, fields)
  return fields
}

function walk<Mark extends object>(
  marks: z.core.$ZodRegistry<Mark>,
  schema: z.ZodType,
  path: readonly string[],
): Marked<Mark>[] {
  const mark = marks.get(schema) as Mark | undefined
  if (mark) return [{ mark, path }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      walk(marks, field, [...path, key]),
    )
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return walk(marks, schema.unwrap() as z.ZodType, path)
  return []
}

/** What stands at a path of a request. */
export const valueAt = (request: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], request)

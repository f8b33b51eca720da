import { z } from 'zod'

/** Marks attach facts to a schema field, to be checked once the whole request is parsed. */

export interface Marked<Mark> {
  readonly mark: Mark
  readonly path: readonly string[]
}

const unlooked = new WeakSet<z.ZodType>()
/** Excludes the marks inside of this field. Without it, `markedFields` throws at a mark it cannot reach. */
export const unlookedInside = <Schema extends z.ZodType>(schema: Schema): Schema => {
  unlooked.add(schema)
  return schema
}

const cache = new WeakMap<object, WeakMap<z.ZodType, readonly Marked<object>[]>>()

/** Returns the request's fields that have a mark in this registry. The result is cached per schema. */
export function markedFields<Mark extends object>(
  marks: z.core.$ZodRegistry<Mark>,
  schema: z.ZodType,
): readonly Marked<Mark>[] {
  const ofMarks = cache.get(marks) ?? new WeakMap<z.ZodType, readonly Marked<object>[]>()
  cache.set(marks, ofMarks)
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
  if (unlooked.has(schema)) return []
  // In a list or union a mark has no single path and would be ignored silently, so it throws.
  if (partsOf(schema).some((part) => walk(marks, part, path).length > 0))
    throw new Error(`mark all of ${path.join('.')}`)
  return []
}

/** The schemas that this schema is composed of. */
const partsOf = (schema: z.ZodType): z.ZodType[] =>
  Object.values(schema.def)
    .flat()
    .filter((part: unknown) => part instanceof z.ZodType)

/** Returns the value at a path of a request. */
export const valueAt = (request: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], request)

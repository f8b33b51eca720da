import { z } from 'zod'
import { markedFields } from './marks.ts'
import { text } from './wire.ts'

const marks = z.registry<object>()

/** Object keys of uploaded pictures of customers, joined by commas. */
export function pictureKeys(max: number) {
  const schema = text(max)
  marks.add(schema, {})
  return schema
}

/** The paths of a request's fields that hold keys of pictures. */
export const pictureFields = (schema: z.ZodType): (readonly string[])[] =>
  markedFields(marks, schema).map(({ path }) => path)

import { z } from 'zod'
import { markedFields } from '../kernel/marks.ts'
import type { Marked } from '../kernel/marks.ts'
import type { DictionaryKind } from './base.schema.ts'

/** Kinds of codes and ids that must exist: a dictionary, our own series, or those of competitors. */
export type CodeKind = DictionaryKind | 'series' | 'competitorSeries'

export interface CodeMark {
  readonly kind: CodeKind
  /** Error text if it is not found. */
  readonly text: string
}

const marks = z.registry<CodeMark>()

/** Error text of fields that define none. */
export const goneText = '所选项已不存在，请重新选择'

/**
 * Marks a field as holding one code of this kind, or several. The server looks up all marked fields in one place before the handler runs. 0
 * means no code.
 */
export const codeOf = <Schema extends z.ZodType>(
  kind: CodeKind,
  schema: Schema,
  text: string = goneText,
): Schema => {
  // Clones the schema, as a schema shared by several fields would end up with the last mark.
  const own = schema.clone()
  marks.add(own, { kind, text })
  return own
}

/** Fields of a request that hold codes. */
export const codeFields = (schema: z.ZodType): readonly Marked<CodeMark>[] => markedFields(marks, schema)

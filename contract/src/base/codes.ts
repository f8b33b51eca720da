import { z } from 'zod'
import { markedFields } from '../kernel/marks.ts'
import type { Marked } from '../kernel/marks.ts'
import type { DictionaryKind } from './base.schema.ts'

/** Where a code or an id of base data must be found: a dictionary, our own series or those of competitors. */
export type CodeKind = DictionaryKind | 'series' | 'competitorSeries'

export interface CodeMark {
  readonly kind: CodeKind
  /** What is shown where it is not found. */
  readonly text: string
}

const marks = z.registry<CodeMark>()

/** What is shown beside a field without a text of its own. */
export const goneText = '所选项已不存在，请重新选择'

/**
 * Says of a field that it holds a code of a kind, or several: the server looks every one up, in one place, before the call begins. 0 is no
 * code.
 */
export const codeOf = <Schema extends z.ZodType>(
  kind: CodeKind,
  schema: Schema,
  text: string = goneText,
): Schema => {
  // A schema that several fields share would else have the mark of the last.
  const own = schema.clone()
  marks.add(own, { kind, text })
  return own
}

/** The fields of a request that hold codes. */
export const codeFields = (schema: z.ZodType): readonly Marked<CodeMark>[] => markedFields(marks, schema)

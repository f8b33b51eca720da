import { z } from 'zod'
import { markedFields, valueAt } from '../kernel/marks.ts'
import type { Marked } from '../kernel/marks.ts'
import type { DictionaryKind } from './base.schema.ts'

/** Kinds of codes and ids that must exist: a dictionary, our own series, or those of competitors. */
export type CodeKind = DictionaryKind | 'series' | 'competitorSeries'

export interface CodeMark {
  readonly kind: CodeKind
  /** Error text if it is not found. */
  readonly text: string
  /** A filter or a share: codes that are switched off are accepted. */
  readonly takesStopped?: true
  /** Values of the field that are no codes, besides 0. */
  readonly besides?: readonly unknown[]
}

const marks = z.registry<CodeMark>()

/** Error text of fields that define none. */
export const goneText = '所选项已不存在，请重新选择'
/** Error text of a code that was switched off, unless the record has it already. */
export const stoppedText = '所选项已停用，请重新选择'

/**
 * Marks a field as holding one code of this kind, or several. The server looks up all marked fields in one place before the handler runs. 0
 * means no code.
 */
export const codeOf = <Schema extends z.ZodType>(
  kind: CodeKind,
  schema: Schema,
  text: string = goneText,
  more: Pick<CodeMark, 'takesStopped' | 'besides'> = {},
): Schema => {
  // Clones the schema, as a schema shared by several fields would end up with the last mark.
  const own = schema.clone()
  marks.add(own, { kind, text, ...more })
  return own
}

/** A code with its kind. */
export const codeKey = (kind: CodeKind, code: unknown): string => `${kind}:${String(code)}`

/** The codes that values of this schema hold, by `codeKey`; lists are arrays or comma-separated. */
export const codesIn = (schema: z.ZodType, values: unknown): string[] =>
  codeFields(schema).flatMap(({ mark: { kind }, path }) => {
    const value = valueAt(values, path)
    const codes: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat()
    return codes.map((code) => codeKey(kind, code))
  })

/** Fields of a request that hold codes. */
export const codeFields = (schema: z.ZodType): readonly Marked<CodeMark>[] => markedFields(marks, schema)

import { codeFields } from '@showroom/contract/base/codes'
import type { CodeField } from '@showroom/contract/base/codes'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { valueAt } from '@showroom/contract/kernel/marks'
import type { z } from 'zod'
import type { Catalogue } from '../catalogue.ts'
import { isBroken, isUnstorable } from '../db/client.ts'
import { Refusal } from '../refusal.ts'

/** Whether the codes of a request are there: groups change their dictionaries, so only base data can tell. */

const fieldsOf = new WeakMap<z.ZodType, readonly CodeField[]>()

/** The fields of a parsed request whose code, or one of whose codes, base data does not have. */
export function unknownCodes(schema: z.ZodType, request: unknown, catalogue: Catalogue): FieldError[] {
  const fields = fieldsOf.get(schema) ?? codeFields(schema)
  fieldsOf.set(schema, fields)
  return fields
    .filter(({ kind, path }) =>
      [valueAt(request, path)].flat().some((code) => !isKnown(catalogue, kind, code)),
    )
    .map(({ path, text }) => ({ path: path.join('.'), text }))
}

/**
 * The refusal of a call with unknown codes or dates without sense. The call is tried all the same, within the transaction that the refusal
 * rolls back: what else is wrong is told together with them, and who may not do it at all hears that alone. Of a date its own rule says best
 * what is wrong.
 */
export async function refusalWith(
  unknown: readonly FieldError[],
  unlikely: readonly FieldError[],
  work: () => Promise<unknown>,
): Promise<Error> {
  const others: FieldError[] = []
  try {
    await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID') others.push(...(error.details.fields ?? []))
    // A column that refuses what is no code is no fault; whatever else went wrong is told as ever.
    else if (!isUnstorable(error) && !isBroken(error)) return error as Error
  }
  const texts = new Map([...unlikely, ...others, ...unknown].map(({ path, text }) => [path, text]))
  const fields = [...new Set([...unknown, ...others, ...unlikely].map(({ path }) => path))].map((path) => ({
    path,
    text: texts.get(path) ?? '',
  }))
  return new Refusal('INVALID', { text: fields[0]?.text, fields })
}

function isKnown(catalogue: Catalogue, kind: CodeField['kind'], code: unknown): boolean {
  if (typeof code !== 'number' || code === 0) return true
  if (kind === 'series') return catalogue.seriesName(code) !== undefined
  if (kind === 'competitorSeries') return catalogue.competitorName(code) !== undefined
  return catalogue.display(kind, code) !== ''
}

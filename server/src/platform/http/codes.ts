import { codeFields } from '@showroom/contract/base/codes'
import type { CodeKind } from '@showroom/contract/base/codes'
import { limitCodes } from '@showroom/contract/kernel/errors'
import type { ErrorCode, FieldError } from '@showroom/contract/kernel/errors'
import { valueAt } from '@showroom/contract/kernel/marks'
import type { z } from 'zod'
import type { Catalogue } from '../catalogue.ts'
import { isBroken, isUnstorable } from '../db/client.ts'
import { Refusal } from '../refusal.ts'

/** Whether the codes of a request are there: groups change their dictionaries, so only base data can tell. */

/** The fields of a parsed request whose code, or one of whose codes, base data does not have. */
export function unknownCodes(schema: z.ZodType, request: unknown, catalogue: Catalogue): FieldError[] {
  return codeFields(schema)
    .filter(({ mark, path }) =>
      [valueAt(request, path)].flat().some((code) => !isKnown(catalogue, mark.kind, code)),
    )
    .map(({ path, mark }) => ({ path: path.join('.'), text: mark.text }))
}

/** Of who may not do it at all, or not now. */
const barring: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'NOT_FOUND', 'SESSION_GONE', ...limitCodes])

/**
 * The refusal of a call with unknown codes or dates without sense. One that writes is tried all the same, within the transaction that the
 * refusal rolls back: what else is wrong is told together with them, and who may not do it at all hears that alone. Of a date its own rule
 * says best what is wrong.
 */
export async function refusalWith(
  unknown: readonly FieldError[],
  unlikely: readonly FieldError[],
  work: (() => Promise<unknown>) | undefined,
): Promise<Error> {
  const others: FieldError[] = []
  try {
    await work?.()
  } catch (error) {
    if (error instanceof Refusal) {
      if (barring.has(error.code)) return error
      // What it would have met, such as a number on file, is not told to who changes nothing by asking.
      if (error.code === 'INVALID') others.push(...(error.details.fields ?? []))
    }
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

function isKnown(catalogue: Catalogue, kind: CodeKind, code: unknown): boolean {
  if (typeof code !== 'number' || code === 0) return true
  if (kind === 'series') return catalogue.seriesName(code) !== undefined
  if (kind === 'competitorSeries') return catalogue.competitorName(code) !== undefined
  return catalogue.display(kind, code) !== ''
}

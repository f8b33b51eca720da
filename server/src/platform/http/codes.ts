import { codeFields, codeKey, stoppedText } from '@showroom/contract/base/codes'
import type { CodeKind } from '@showroom/contract/base/codes'
import { limitCodes } from '@showroom/contract/kernel/errors'
import type { ErrorCode, FieldError } from '@showroom/contract/kernel/errors'
import { valueAt } from '@showroom/contract/kernel/marks'
import type { z } from 'zod'
import type { Catalogue } from '../export/catalogue.ts'
import { isBroken, isUnstorable } from '../db/client.ts'
import type { Executor } from '../db/client.ts'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../session/session.ts'

/** Checks the dictionary codes of a request. Groups change their dictionaries, so schemas cannot check them. */

/** Returns an error for each field with a code that the master data does not have. */
function unknownCodes(schema: z.ZodType, request: unknown, catalogue: Catalogue): FieldError[] {
  return codeFields(schema)
    .filter(({ mark, path }) =>
      [valueAt(request, path)]
        .flat()
        .some((code) => !isKnown(catalogue, mark.kind, code) && !mark.besides?.includes(code)),
    )
    .map(({ path, mark }) => ({ path: path.join('.'), text: mark.text }))
}

/** Reads the codes of a record by its id, as `codesIn` returns them. */
export type CodesOf = (db: Executor, scope: Scope, id: number) => Promise<readonly string[]>

/** Returns an error for each field with a code that was switched off, unless a named record has it. */
async function stoppedCodes(
  schema: z.ZodType,
  request: unknown,
  catalogue: Catalogue,
  held: () => Promise<ReadonlySet<string>>,
): Promise<FieldError[]> {
  const stopped = codeFields(schema).flatMap(({ mark: { kind, takesStopped }, path }) => {
    const keys = [valueAt(request, path)].flat().map((code) => codeKey(kind, code))
    const off = takesStopped ? [] : keys.filter((key) => catalogue.isOff(key))
    return off.length > 0 ? [{ path: path.join('.'), off }] : []
  })
  if (stopped.length === 0) return []
  const heldKeys = await held()
  return stopped
    .filter(({ off }) => off.some((key) => !heldKeys.has(key)))
    .map(({ path }) => ({ path, text: stoppedText }))
}

/**
 * Returns an error for each field with an unknown code, or one that was switched off. Records keep such codes: `held` reads those of the
 * named ones, by `codeKey`.
 */
export const codeProblems = async (
  schema: z.ZodType,
  request: unknown,
  catalogue: Catalogue,
  held: () => Promise<ReadonlySet<string>>,
): Promise<FieldError[]> => [
  ...unknownCodes(schema, request, catalogue),
  ...(await stoppedCodes(schema, request, catalogue, held)),
]

/** Refusals that mean the caller may not make the call at all, or not now. */
const barring: ReadonlySet<ErrorCode> = new Set([
  'FORBIDDEN',
  'STORE_CLOSED',
  'NOT_FOUND',
  'SESSION_GONE',
  ...limitCodes,
])

/**
 * Builds the refusal for unknown codes and implausible dates. For a mutation it still runs the handler, in the transaction that the refusal
 * rolls back, to report its field errors together with these. If the caller may not make the call at all, only that refusal is returned.
 * For a date, the handler's own error text takes precedence.
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
      // Other refusals (e.g. that a number is on file) are hidden, so that invalid requests cannot probe for them.
      if (error.code === 'INVALID') others.push(...(error.details.fields ?? []))
    }
    // A constraint violated by an unknown code is expected here. All other errors are thrown as usual.
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

import { createHash } from 'node:crypto'
import { auditAnswer } from '../auditing/audit.ts'
import { wholeMobile } from '../db/search.ts'
import type { Context } from '../http/handler.ts'

/**
 * Limits searches for complete numbers. A masked number hides four digits, so ten thousand searches would find them. Each searched number
 * that is not on file counts once; a member with too many must wait (docs/decisions/0016-digit-search.md).
 */

const hour = 3600
/** Maximum number of misses per hour. Members who enter new customers stay far below it. */
const mostMisses = 120
const limit = {
  most: mostMisses,
  windowSeconds: hour,
  text: () => '按完整手机号查询过于频繁，请稍后再试',
}

const subjectOf = ({ session }: Context): string => `number-miss:${session.dealerId}:${session.memberId}`

/** Searches for a keyword. A complete number counts as in `lookUpNumber`. */
export function lookUpKey<Found>(
  context: Context,
  key: string,
  look: () => Promise<Found>,
  isMiss: (found: Found) => boolean,
): Promise<Found> {
  const mobile = wholeMobile(key)
  return mobile ? lookUpNumber(context, mobile, look, isMiss) : look()
}

/** Searches for a complete number. Refuses with TOO_MANY once the member has missed too often. */
export async function lookUpNumber<Found>(
  context: Context,
  number: string,
  look: () => Promise<Found>,
  isMiss: (found: Found) => boolean,
): Promise<Found> {
  const subject = subjectOf(context)
  const before = underWay.get(subject) ?? 0
  underWay.set(subject, before + 1)
  try {
    await context.limits.refuseSpent(subject, limit, before)
    const result = await look()
    if (isMiss(result)) await countMiss(context, number)
    return result
  } finally {
    const rest = (underWay.get(subject) ?? 1) - 1
    if (rest > 0) underWay.set(subject, rest)
    else underWay.delete(subject)
  }
}

/** Running searches per member. Without this count, many parallel searches could all pass the limit. */
// source-disable-next-line moduleState -- each process counts its own: with several, a member may run a few more at once
const underWay = new Map<string, number>()

/** Audits that a call may have revealed that a number is on file, of any owner. `asked` names the call, e.g. `edit`. */
export const auditFound = (context: Context, way: string, customerId: number): void =>
  auditAnswer(context, 'number-found', `customer:${customerId}`, { asked: way })

/** Number of misses that a sheet counts as. */
const sheetMisses = 2
const sheetLimit = {
  ...limit,
  text: (seconds: number) =>
    `导入过于频繁：每小时最多${mostMisses / sheetMisses}次，请${Math.ceil(seconds / 60)}分钟后再试`,
}

/**
 * Counts a sheet of numbers, which is answered only with how many of them are on file. It counts as two misses whatever its size, and is
 * audited: sixty such sums an hour reveal less than the sixty numbers a member may openly reveal.
 */
export async function countSheet(context: Context, fileName: string): Promise<void> {
  await context.limits.refuseSpent(subjectOf(context), sheetLimit)
  auditAnswer(context, 'number-sheet', undefined, { fileName })
  await draw(context, sheetMisses)
}

/** An open list repeats its search for the same number; that counts as one miss. */
async function countMiss(context: Context, number: string): Promise<void> {
  const digest = createHash('sha256').update(number).digest('base64url').slice(0, 22)
  const outcome = await context.limits.hit(`${subjectOf(context)}:${digest}`, hour)
  if (outcome === 1) await draw(context, 1)
}

/** Adds misses to the limit. Audits once when the limit is reached. */
async function draw(context: Context, misses: number): Promise<void> {
  const total = await context.limits.hit(subjectOf(context), hour, misses)
  if (total >= mostMisses && total - misses < mostMisses)
    auditAnswer(context, 'number-search-limit', undefined, { misses: mostMisses })
}

import { createHash } from 'node:crypto'
import { auditAnswer } from './audit.ts'
import { wholeMobile } from './db/search.ts'
import type { Context } from './http/handler.ts'

/**
 * Four digits of a shown number are hidden, so ten thousand tries would find them. Whole numbers that nobody in the store has are
 * counted, each once; who asks for too many is told to wait (docs/decisions/0016-digit-search.md).
 */

const hour = 3600
/** In an hour. People who write down new customers stay far below. */
const mostMisses = 120
const limit = {
  most: mostMisses,
  windowSeconds: hour,
  text: () => '按完整手机号查询过于频繁，请稍后再试',
}

const subjectOf = ({ session }: Context): string => `number-miss:${session.dealerId}:${session.memberId}`

/** Looks for a keyword: where it is a whole number, as `lookUpNumber` does. */
export function lookUpKey<Found>(
  context: Context,
  key: string,
  look: () => Promise<Found>,
  isMiss: (found: Found) => boolean,
): Promise<Found> {
  const mobile = wholeMobile(key)
  return mobile ? lookUpNumber(context, mobile, look, isMiss) : look()
}

/** Looks up a whole number. Refused with TOO_MANY once the member has missed too often. */
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
    const found = await look()
    if (isMiss(found)) await countMiss(context, number)
    return found
  } finally {
    const rest = (underWay.get(subject) ?? 1) - 1
    if (rest > 0) underWay.set(subject, rest)
    else underWay.delete(subject)
  }
}

/** Questions of each member that are not answered yet: as many asked at once could all find the limit unspent. */
const underWay = new Map<string, number>()

/** A call may tell the number of somebody's file, whosever it is: that stands in the audit. `asked` is the question, as `edit`. */
export const auditFound = (context: Context, asked: string, customerId: number): void =>
  auditAnswer(context, 'number-found', `customer:${customerId}`, { asked })

/** Misses that a sheet counts as. */
const sheetMisses = 2

/**
 * A sheet of numbers is answered with how many of them are on file. However many rows it has it counts as two misses, and it stands in
 * the audit: sixty such sums an hour tell less than the sixty numbers that may be revealed openly.
 */
export async function countSheet(context: Context, fileName: string): Promise<void> {
  await context.limits.refuseSpent(subjectOf(context), limit)
  auditAnswer(context, 'number-sheet', undefined, { fileName })
  await draw(context, sheetMisses)
}

/** A list that is open asks again and again for the same number: that is one miss. */
async function countMiss(context: Context, number: string): Promise<void> {
  const digest = createHash('sha256').update(number).digest('base64url').slice(0, 22)
  const asked = await context.limits.hit(`${subjectOf(context)}:${digest}`, hour)
  if (asked === 1) await draw(context, 1)
}

/** Draws on the limit; that it is spent stands in the audit once. */
async function draw(context: Context, misses: number): Promise<void> {
  const total = await context.limits.hit(subjectOf(context), hour, misses)
  if (total >= mostMisses && total - misses < mostMisses)
    auditAnswer(context, 'number-search-limit', undefined, { misses: mostMisses })
}

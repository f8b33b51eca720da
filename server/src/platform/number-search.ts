import { createHash } from 'node:crypto'
import { audit } from './audit.ts'
import { wholeMobile } from './db/search.ts'
import type { Context } from './http/handler.ts'
import { Refusal } from './refusal.ts'

/**
 * Four digits of a shown number are hidden, so ten thousand tries would find them. Whole numbers that nobody in the store has are
 * counted, each once; who asks for too many is told to wait (docs/decisions/0016-keyword-of-digits.md).
 */

/** In an hour. People who write down new customers stay far below. */
const mostMisses = 120
const hour = 3600

const subjectOf = ({ session }: Context): string => `number-miss:${session.dealerId}:${session.memberId}`

/** Looks for a keyword: where it is a whole number, as `lookUpMobile` does. */
export function lookUpKey<Found>(
  context: Context,
  key: string,
  look: () => Promise<Found>,
  isMiss: (found: Found) => boolean,
): Promise<Found> {
  const mobile = wholeMobile(key)
  return mobile ? lookUpMobile(context, mobile, look, isMiss) : look()
}

/** Looks up a whole number, unless the member has missed too often. */
export async function lookUpMobile<Found>(
  context: Context,
  mobile: string,
  look: () => Promise<Found>,
  isMiss: (found: Found) => boolean,
): Promise<Found> {
  const subject = subjectOf(context)
  if ((await context.limits.hits(subject)) >= mostMisses)
    throw new Refusal('TOO_MANY', { text: '按完整手机号查询过于频繁，请稍后再试' })
  const found = await look()
  if (isMiss(found)) await countMiss(context, subject, mobile)
  return found
}

/** A list that is open asks again and again for the same number: that is one miss. */
async function countMiss(context: Context, subject: string, mobile: string): Promise<void> {
  const { limits } = context
  const digest = createHash('sha256').update(mobile).digest('base64url').slice(0, 22)
  if ((await limits.hit(`${subject}:${digest}`, hour)) > 1) return
  if ((await limits.hit(subject, hour)) === mostMisses)
    await audit(context, 'number-search-limit', undefined, { misses: mostMisses })
}

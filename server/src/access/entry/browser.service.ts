import { createHash, randomBytes } from 'node:crypto'
import type { Executor } from '../../platform/db/client.ts'
import type { PublicContext } from '../../platform/http/handler.ts'
import * as repository from './browser.repository.ts'

/**
 * Browsers that were used to sign in before. They have their own limits and SMS codes: a stranger who uses up those of a number does not
 * lock its owner out of a known browser.
 */

/**
 * Origin of a request for a number: `'@known'` for a browser this person signed in from, otherwise `''`. Used as a suffix of limit
 * subjects.
 */
export type Origin = '' | '@known'

export const hashMark = (mark: string): Buffer => createHash('sha256').update(mark).digest()
export const newMark = (): string => randomBytes(32).toString('base64url')

/** Runs the same query for known and unknown numbers, with and without a mark, so that response times reveal nothing. */
export const originOf = async (
  { db, browser }: { readonly db: Executor; readonly browser: string },
  mobile: string,
): Promise<Origin> => ((await repository.isKnown(db, mobile, hashMark(browser))) ? '@known' : '')

/**
 * Links the browser of a successful sign-in to the person. All users of a browser share one mark; a mark that this server did not issue is
 * replaced.
 */
export async function rememberBrowser(
  db: Executor,
  context: PublicContext,
  accountId: number,
): Promise<void> {
  const { browser, now } = context
  const isOurs = browser !== '' && (await repository.isMark(db, hashMark(browser)))
  const mark = isOurs ? browser : newMark()
  await repository.upsertBrowser(db, { accountId, markHash: hashMark(mark), at: now })
  context.markBrowser(mark)
}

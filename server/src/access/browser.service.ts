import { createHash, randomBytes } from 'node:crypto'
import type { Executor } from '../platform/db/client.ts'
import type { PublicContext } from '../platform/http/handler.ts'
import * as repository from './browser.repository.ts'

/**
 * Browsers that somebody signed in from before. Sends of codes and tries to sign in from there have limits and codes of their own: a
 * stranger who uses up those of a number keeps nobody out of the browser they work with.
 */

/** Where a request for a number comes from: `''` anywhere, `'@known'` a browser that this person signed in from. Ends the subjects of limits. */
export type Origin = '' | '@known'

export const hashMark = (mark: string): Buffer => createHash('sha256').update(mark).digest()
export const newMark = (): string => randomBytes(32).toString('base64url')

/** Asked alike for known and unknown numbers, with and without a mark, so that the time tells nothing. */
export const originOf = async ({ db, browser }: PublicContext, mobile: string): Promise<Origin> =>
  (await repository.isKnown(db, mobile, hashMark(browser))) ? '@known' : ''

/** Binds the browser of a successful sign-in to the person. One mark serves all who use the browser; one that we did not make is replaced. */
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

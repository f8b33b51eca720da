import { createHash, randomBytes } from 'node:crypto'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import type { Executor } from '../../platform/db/client.ts'
import type { PublicContext } from '../../platform/http/handler.ts'
import { hashMark, newMark } from '../entry/browser.service.ts'
import * as repository from './door.repository.ts'
import type { DoorFacts, DoorKind } from './door.repository.ts'

/**
 * States for sign-ins that redirect to an outside system: random, valid for ten minutes, usable once, and only in the browser that
 * requested them. This stops an attacker from signing someone in with a prepared link, or using a code in another browser.
 */
const liveMs = 10 * 60_000

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()

/** WeCom accepts letters and digits only. */
export const newState = (): string => randomBytes(32).toString('hex')

/** Stores facts under a state until the browser returns with it. */
export async function keepState(
  context: PublicContext,
  kind: DoorKind,
  state: string,
  facts: DoorFacts,
): Promise<void> {
  const mark = context.browser || newMark()
  await repository.insertState(context.db, {
    kind,
    stateHash: hashOf(state),
    browserHash: hashMark(mark),
    facts,
    at: context.now,
  })
  context.markBrowser(mark)
}

const keyOf = (context: PublicContext, kind: DoorKind, state: string) => ({
  kind,
  stateHash: hashOf(state),
  browserHash: hashMark(context.browser),
  notBefore: new Date(context.now.getTime() - liveMs),
})

/** Uses a state up and returns its facts. Returns nothing if it was used, is expired or belongs to another browser. */
export const spendState = (
  context: PublicContext,
  kind: DoorKind,
  state: string,
  db: Executor = context.db,
): Promise<DoorFacts | undefined> => repository.takeState(db, keyOf(context, kind, state))

/** Returns a state's facts; the state stays valid. */
export const readState = (
  context: PublicContext,
  kind: DoorKind,
  state: string,
): Promise<DoorFacts | undefined> => repository.findState(context.db, keyOf(context, kind, state))

/** Adds the page that was requested before the redirect. */
export const withReturn = (answer: LoginAnswer, { returnTo }: DoorFacts): LoginAnswer => ({
  ...answer,
  ...(returnTo && { returnTo }),
})

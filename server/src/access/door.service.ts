import { createHash, randomBytes } from 'node:crypto'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import type { Executor } from '../platform/db/client.ts'
import type { PublicContext } from '../platform/http/handler.ts'
import { hashMark, newMark } from './browser.service.ts'
import * as repository from './door.repository.ts'
import type { DoorFacts, DoorKind } from './door.repository.ts'

/**
 * The states of ways in that lead over an outside system and back: random, good for ten minutes, spent once, and of the browser that asked
 * alone. So nobody is signed in by a link that somebody else made, and no code serves in another browser.
 */
const liveMs = 10 * 60_000

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()

/** Letters and digits, as WeCom wants them. */
export const newState = (): string => randomBytes(32).toString('hex')

/** Keeps what is to be known when the browser comes back with the state. */
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

/** What was kept, once: nothing for a state that was spent, is too old, or is another browser's. */
export const spendState = (
  context: PublicContext,
  kind: DoorKind,
  state: string,
  db: Executor = context.db,
): Promise<DoorFacts | undefined> => repository.takeState(db, keyOf(context, kind, state))

/** What was kept; the state still serves. */
export const readState = (
  context: PublicContext,
  kind: DoorKind,
  state: string,
): Promise<DoorFacts | undefined> => repository.findState(context.db, keyOf(context, kind, state))

/** The answer with the page that was asked for before. */
export const withReturn = (answer: LoginAnswer, { returnTo }: DoorFacts): LoginAnswer => ({
  ...answer,
  ...(returnTo && { returnTo }),
})

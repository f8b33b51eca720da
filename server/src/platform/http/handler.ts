import type { AnswerOf, Call, May, ParsedRequestOf } from '@showroom/contract/kernel/call'
import type { Catalogue } from '../export/catalogue.ts'
import type { Limits } from '../limits/limits.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Actor, EventBus } from '../live/events.ts'
import type { Session } from '../session/session.ts'
import type { RawAnswer, RawJson } from './answer.ts'

/** The acting member, with transaction and time. Used by the member's call, or by a background job in the member's name. */
export interface Acting {
  readonly session: Session
  /** The call's transaction if it is a mutation, otherwise the database. */
  readonly db: Executor
  /** The time of the call, fixed for its whole duration. */
  readonly now: Date
  readonly ip: string
  /** Emits domain events to other rooms. */
  readonly events: EventBus
}

/** Everything a handler gets besides its request. */
export interface Context extends Acting {
  /** Names of codes and ids in the master data. */
  readonly catalogue: Catalogue
  readonly limits: Limits
  /** Rights that the call requires. */
  readonly may: May
  /**
   * Returns the member's current session, for handlers that return data after a long time. Throws if the session has ended or the member
   * lost the right to the call. Every call is checked like this before it commits or responds.
   */
  stillMay(): Promise<Session>
  /** The browser's mark, see `browser.ts`; empty if no one signed in from this browser. */
  readonly browser: string
  /** Sets the mark in the browser if the call succeeds. */
  markBrowser(mark: string): void
  /**
   * Must be called by handlers that end sessions or change rights: the response then waits until this process has dropped its cached
   * sessions.
   */
  sessionsChanged(): void
  /** Registers work to start after the commit. It does not run for a refused call. */
  afterwards(start: () => void): void
  /**
   * Registers work that is kept whatever happens to the call. It runs outside the call's transaction, before the response, even for a
   * refusal.
   */
  evenIfRefused(work: (db: Database) => Promise<void>): void
}

/** Returns the member of a call as an actor. */
export const actorOf = (context: Acting): Actor => ({
  db: context.db,
  scope: context.session.scope,
  memberName: context.session.memberName,
  now: context.now,
})

/** Context of a public call: no session, and it opens its own transactions. */
export interface PublicContext extends Omit<Context, 'session' | 'db' | 'catalogue' | 'may' | 'stillMay'> {
  readonly db: Database
}

type Encoded<Answer> = { readonly [Key in keyof Answer]: Answer[Key] | RawJson } | RawAnswer

export type Handler<C extends Call> = (
  context: C['may'] extends 'public' ? PublicContext : Context,
  request: ParsedRequestOf<C>,
) => Promise<Encoded<AnswerOf<C>>>

/** The context of a `prepare` step: no transaction is open yet. */
export type Preparing = Pick<Context, 'session' | 'db' | 'now' | 'limits'>

/**
 * A handler of a call with `writes` that asks another system first. `prepare` runs after rights and validation, before the transaction,
 * and returns what it found; `handle` runs in the transaction, under its locks, and decides. `prepare` changes nothing: a repeat with the
 * same key runs it too, and is then answered as the first. A retry of the transaction gets the same findings, so `handle` checks that
 * they still hold.
 */
export interface PreparedHandler<Request, Answer> {
  readonly prepare: (context: Preparing, request: Request) => Promise<unknown>
  readonly handle: (context: Context, request: Request, found: unknown) => Promise<Answer>
}

/** Joins the two steps: `handle` takes what `prepare` returns. */
export const prepared = <Request, Answer, Found>(
  prepare: (context: Preparing, request: Request) => Promise<Found>,
  handle: (context: Context, request: Request, found: Found) => Promise<Answer>,
): PreparedHandler<Request, Answer> => ({
  prepare,
  handle: (context, request, found) => handle(context, request, found as Found),
})

type HandlerOf<C extends Call> =
  | Handler<C>
  | (C['may'] extends 'public' ? never : PreparedHandler<ParsedRequestOf<C>, Encoded<AnswerOf<C>>>)

/** One handler for each call of a room. The compiler reports missing ones. */
export type HandlersOf<Room> = {
  readonly [Key in keyof Room]: Room[Key] extends Call ? HandlerOf<Room[Key]> : never
}

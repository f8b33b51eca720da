import type { AnswerOf, Call, May, ParsedRequestOf } from '@showroom/contract/kernel/call'
import type { Catalogue } from '../catalogue.ts'
import type { Limits } from '../limits.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Actor, Outlet } from '../happenings.ts'
import type { LiveHint } from '../live.ts'
import type { Session } from '../session/session.ts'
import type { RawAnswer, RawJson } from './answer.ts'

/** As whom, when and in which transaction something is done: by a member's call, or by a job that goes on with one. */
export interface Acting {
  readonly session: Session
  /** The call's transaction if it writes, else the database. */
  readonly db: Executor
  /** The call's one instant. */
  readonly now: Date
  readonly ip: string
  /** Where a room says what happened, for the others. */
  readonly happenings: Outlet
  /** Tells open pages, once it is committed, what changed beside the call's own `changes`. */
  hintLive(hint: LiveHint): void
}

/** What a handler works with. */
export interface Context extends Acting {
  /** What codes and ids of base data mean. */
  readonly catalogue: Catalogue
  readonly limits: Limits
  /** Who may make the call. */
  readonly may: May
  /**
   * The member's session as it is now, for a handler that gives something out after a long time: throws where it has ended or may not
   * make the call any more. Every call is asked so before it commits or answers.
   */
  stillMay(): Promise<Session>
  /** The mark of the browser, see `browser.ts`; empty for one that nobody signed in from. */
  readonly browser: string
  /** Leaves the mark in the browser, for a call that succeeds. */
  markBrowser(mark: string): void
  /** To be said by a call that ends sessions or changes rights: its answer waits until this process knows of it. */
  sessionsChanged(): void
  /** Something to start once what the call wrote is there for everybody: never for a refused call. */
  afterwards(start: () => void): void
  /** Something that stays whatever becomes of the call: done beside its transaction before it answers, also where it is refused. */
  evenIfRefused(work: (db: Database) => Promise<void>): void
}

/** The member of a call. */
export const actorOf = (context: Acting): Actor => ({
  db: context.db,
  scope: context.session.scope,
  memberName: context.session.memberName,
  now: context.now,
  hintLive: (hint) => context.hintLive(hint),
})

/** A public call has no session, and opens its own transactions. */
export interface PublicContext extends Omit<Context, 'session' | 'db' | 'catalogue' | 'may' | 'stillMay'> {
  readonly db: Database
}

type Encoded<Answer> = { readonly [Key in keyof Answer]: Answer[Key] | RawJson } | RawAnswer

export type Handler<C extends Call> = (
  request: ParsedRequestOf<C>,
  context: C['may'] extends 'public' ? PublicContext : Context,
) => Promise<Encoded<AnswerOf<C>>>

/** One handler for each call of a room: the compiler asks for it. */
export type HandlersOf<Room> = {
  readonly [Key in keyof Room]: Room[Key] extends Call ? Handler<Room[Key]> : never
}

import type { Executor } from './db/client.ts'
import type { LiveHint } from './live.ts'
import type { Scope } from './session/session.ts'

/** What can happen, by name, and what is told of it: each room adds its own (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface Happenings {}

/** In whose name something happens, in which transaction and when: a member by a call, or the system by a job. */
export interface Actor {
  readonly db: Executor
  readonly scope: Scope
  readonly memberName: string
  readonly now: Date
  /** What open pages are to hear once it is committed. */
  hintLive(hint: LiveHint): void
}

/** What a room does about what happened elsewhere. */
export type Subscriptions = {
  readonly [Name in keyof Happenings]?: (by: Actor, what: Happenings[Name]) => Promise<void>
}

export interface Outlet {
  /**
   * Says what happened. Who subscribed hears it at once, in the transaction in which it happens, one after the other in the order of the
   * rooms: what one of them refuses rolls everything back.
   */
  emit<Name extends keyof Happenings>(by: Actor, name: Name, what: Happenings[Name]): Promise<void>
}

/** The one outlet, of all rooms' subscriptions: made in the composition root (docs/decisions/0021-domain-events.md). */
export const createOutlet = (rooms: readonly Subscriptions[]): Outlet => ({
  async emit(by, name, what) {
    for (const room of rooms) await room[name]?.(by, what)
  },
})

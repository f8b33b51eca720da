import type { Executor } from '../db/client.ts'
import type { Scope } from '../session/session.ts'

/** Domain events by name, with their payload types. Each room adds its own (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface DomainEvents {}

/** The actor of an event, with transaction and time: a member in a call, or the system in a job. */
export interface Actor {
  readonly db: Executor
  readonly scope: Scope
  readonly memberName: string
  readonly now: Date
}

/** A room's handlers for events of other rooms. */
export type Subscriptions = {
  readonly [Name in keyof DomainEvents]?: (by: Actor, what: DomainEvents[Name]) => Promise<void>
}

export interface EventBus {
  /**
   * Emits an event. All subscribed rooms handle it at once, in the emitter's transaction, one after another in the order of the rooms. If
   * one of them throws, everything is rolled back.
   */
  emit<Name extends keyof DomainEvents>(by: Actor, name: Name, what: DomainEvents[Name]): Promise<void>
}

/** Creates the outlet of all rooms' subscriptions; called once, in the composition root (docs/decisions/0021-domain-events.md). */
export const createEventBus = (rooms: readonly Subscriptions[]): EventBus => ({
  async emit(by, name, what) {
    for (const room of rooms) await room[name]?.(by, what)
  },
})

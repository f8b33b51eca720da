import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import type { Undone } from '@showroom/contract/base/base.schema'
import type { Acting, Context } from '../http/handler.ts'
import { Refusal } from '../refusal.ts'
import { insertTicket, lockTicket, useTicket } from './undo.repository.ts'

/** Undoable actions by kind, with the data their room needs to undo them. Each room adds its own (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface Undoable {}

/** How a room undoes an action. */
export interface Inverse<What> {
  /** The call that is undone. Its rights are required to undo it. */
  readonly of: Call
  /**
   * Undoes the parts that are unchanged since the action, under the same locks, and notifies the same people. Later changes are
   * kept. If everything has changed since, it does nothing and returns a total of 0.
   */
  readonly run: (context: Context, what: What) => Promise<Undone>
}
export type Inverses = { readonly [Kind in keyof Undoable]?: Inverse<Undoable[Kind]> }

/** Results of an inverse that undoes exactly one thing. */
export const undone: Undone = { undoneTotal: 1, keptTotal: 0 }
export const unchanged: Undone = { undoneTotal: 0, keptTotal: 1 }

/** Undoes the action of a ticket. */
export type Undo = (context: Context, undoId: number) => Promise<Undone>

/** Lifetime of a ticket. Longer than the button is shown, because hovering over the button keeps it open. */
const goodForSeconds = 60

/** Creates a ticket in the action's transaction and returns its id. `what` holds ids and codes, never personal numbers. */
export async function offerUndo<Kind extends keyof Undoable>(
  { db, session, now }: Acting,
  kind: Kind,
  what: Undoable[Kind],
): Promise<number> {
  const expiresAt = new Date(now.getTime() + goodForSeconds * 1000)
  return insertTicket(db, session.scope, { kind, what, expiresAt })
}

/** Creates the undo of all rooms (docs/decisions/0025-undo.md). A ticket belongs to its member, is valid for a minute and works once. */
export const createUndo =
  (rooms: readonly Inverses[]): Undo =>
  async (context, undoId) => {
    const { db, session, now } = context
    const ticket = await lockTicket(db, session.scope, undoId)
    if (!ticket) throw new Refusal('NOT_FOUND')
    if (ticket.usedAt) throw new Refusal('UNDO_OVER', { text: '该操作已撤销' })
    if (ticket.expiresAt <= now) throw new Refusal('UNDO_OVER')
    const inverse = inverseOf(rooms, ticket.kind)
    if (!mayCall(inverse.of.may, session)) throw new Refusal('FORBIDDEN')
    const result = await inverse.run(context, ticket.what)
    if (result.undoneTotal === 0) throw new Refusal('STALE', { text: '已有新的变化，无法撤销' })
    await useTicket(db, session.scope, undoId, now)
    return result
  }

function inverseOf(rooms: readonly Inverses[], kind: string): Inverse<unknown> {
  for (const room of rooms) {
    const inverse = (room as Readonly<Record<string, Inverse<unknown>>>)[kind]
    if (inverse) return inverse
  }
  // The ticket has a kind that this version of the server does not know.
  throw new Refusal('NOT_FOUND')
}

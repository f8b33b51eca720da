import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import type { Undone } from '@showroom/contract/base/base.schema'
import type { Acting, Context } from './http/handler.ts'
import { Refusal } from './refusal.ts'

/** What can be taken back, by kind, and what a room needs for it: each room adds its own (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface Undoable {}

/** How a room takes something back. */
export interface Inverse<What> {
  /** What it takes back: who may not call that any more takes nothing back, and open pages are told what that changes. */
  readonly of: Call
  /**
   * Takes back what is still as the write left it, under the same locks as the write, and tells it wherever the write was told. What
   * somebody has changed since stays; where that is all of it, nothing is done and the answer says so.
   */
  readonly run: (context: Context, what: What) => Promise<Undone>
}
export type Inverses = { readonly [Kind in keyof Undoable]?: Inverse<Undoable[Kind]> }

/** Takes back what a ticket stands for. */
export type Undo = (context: Context, undoId: number) => Promise<Undone>

/** How long a ticket is good for. Longer than it is offered on screen: who hovers over it takes time. */
const goodForSeconds = 60

/** Leaves a ticket for what was done, in its transaction; tells the ticket's id. `what` holds ids and codes, no numbers of people. */
export async function offerUndo<Kind extends keyof Undoable>(
  { db, session, now }: Acting,
  kind: Kind,
  what: Undoable[Kind],
): Promise<number> {
  const { id } = await db
    .insertInto('undo')
    .values({
      dealer_id: session.dealerId,
      member_id: session.memberId,
      kind,
      what: JSON.stringify(what),
      expires_at: new Date(now.getTime() + goodForSeconds * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One way back for all rooms (docs/decisions/0025-undo.md): a ticket is its member's, good for a minute, and for one time. */
export const createUndo =
  (rooms: readonly Inverses[]): Undo =>
  async (context, undoId) => {
    const { db, session, now } = context
    const own = db
      .selectFrom('undo')
      .select(['kind', 'what', 'expires_at as expiresAt', 'used_at as usedAt'])
      .where('dealer_id', '=', session.dealerId)
      .where('member_id', '=', session.memberId)
      .where('id', '=', undoId)
    const ticket = await own.forUpdate().executeTakeFirst()
    if (!ticket) throw new Refusal('NOT_FOUND')
    if (ticket.usedAt) throw new Refusal('UNDO_OVER', { text: '该操作已撤销' })
    if (ticket.expiresAt <= now) throw new Refusal('UNDO_OVER')
    const inverse = inverseOf(rooms, ticket.kind)
    if (!mayCall(inverse.of.may, session)) throw new Refusal('FORBIDDEN')
    const undone = await inverse.run(context, ticket.what)
    if (undone.undoneTotal === 0) throw new Refusal('STALE', { text: '已有新的变化，无法撤销' })
    await db
      .updateTable('undo')
      .set({ used_at: now })
      .where('dealer_id', '=', session.dealerId)
      .where('id', '=', undoId)
      .execute()
    context.hintLive({ dealerId: session.dealerId, topics: inverse.of.changes })
    return undone
  }

function inverseOf(rooms: readonly Inverses[], kind: string): Inverse<unknown> {
  for (const room of rooms) {
    const found = (room as Readonly<Record<string, Inverse<unknown>>>)[kind]
    if (found) return found
  }
  // Of an edition that this server does not know.
  throw new Refusal('NOT_FOUND')
}

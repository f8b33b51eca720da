import type { Executor } from '../db/client.ts'
import type { Scope } from '../session/session.ts'

/** Tickets of undoable actions (`undo`). */

export async function insertTicket(
  db: Executor,
  { dealerId, memberId }: Scope,
  { kind, what, expiresAt }: { readonly kind: string; readonly what: unknown; readonly expiresAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('undo')
    .values({
      dealer_id: dealerId,
      member_id: memberId,
      kind,
      what: JSON.stringify(what),
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a ticket of the member's own. */
export const lockTicket = (db: Executor, { dealerId, memberId }: Scope, undoId: number) =>
  db
    .selectFrom('undo')
    .select(['kind', 'what', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('id', '=', undoId)
    .forUpdate()
    .executeTakeFirst()

export async function useTicket(db: Executor, { dealerId }: Scope, undoId: number, now: Date): Promise<void> {
  await db
    .updateTable('undo')
    .set({ used_at: now })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', undoId)
    .execute()
}

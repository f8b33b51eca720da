import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Overtaken } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/**
 * Those of the members who work at the store, with their names. Part of every statement that makes a member the owner of a deal: it holds
 * their rows until the end of the transaction, so that a leave waits for it, and a leave that came first leaves no row here.
 */
export const atWork = (
  dealerId: RawBuilder<unknown> | number,
  memberIds: RawBuilder<unknown> | readonly number[],
): RawBuilder<{ id: number; name: string }> => sql`
  select id, name from member where dealer_id = ${dealerId} and id = any(${memberIds}::bigint[]) and left_at is null
  order by id for key share`

/** Throws `Overtaken` if one of the members has left, after a statement with `atWork` wrote less than it should. */
export async function refuseLeft(
  db: Executor,
  { dealerId }: Scope,
  memberIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(memberIds)]
  const { rows } = await sql`select from (${atWork(dealerId, ids)}) as m`.execute(db)
  if (rows.length < ids.length) throw new Overtaken()
}

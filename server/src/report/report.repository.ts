import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Whether the store has, or had, this member. */
export async function hasMember(db: Executor, { dealerId }: Scope, memberId: number): Promise<boolean> {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  return rows !== undefined
}

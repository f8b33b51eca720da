import { adminRoles } from '@showroom/contract/access/access.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Active members with the permission to review the store's orders. */
export async function listReviewers(db: Executor, { dealerId }: Scope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member
    where dealer_id = ${dealerId} and left_at is null and status = 0
      and (role = any(${[...adminRoles]}::int[]) or '订单审核' = any(modules))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

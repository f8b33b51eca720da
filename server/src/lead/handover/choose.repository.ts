import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Role of the members to whom the system assigns leads: consultants (docs/decisions/0014-lead-intake.md). */
const takingRole = 4

export interface Candidate {
  readonly memberId: number
  readonly name: string
  open: number
  lastAt: number
}

/** Serializes the choice for a store until the transaction ends. Must be the first lock (docs/decisions/0020-lock-order.md). */
export const lockChoice = async (db: Executor, { dealerId }: Scope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('lead assignment'), ${dealerId}::int)`.execute(db)
}

/** Members whom the system may give leads, with their leads without follow-up. */
export async function readCandidates(db: Executor, { dealerId }: Scope): Promise<Candidate[]> {
  const { rows } = await sql<Omit<Candidate, 'lastAt'> & { lastAt: Date | null }>`
    with waiting as (
      select owner_id, count(*)::int as total from lead
      where dealer_id = ${dealerId} and assigned_at is not null and first_follow_at is null
      group by owner_id
    )
    select m.id as "memberId", m.name, coalesce(w.total, 0) as open, m.last_lead_at as "lastAt"
    from member m left join waiting w on w.owner_id = m.id
    where m.dealer_id = ${dealerId} and m.role = ${takingRole} and m.status = 0 and m.left_at is null
      and m.activated_at is not null`.execute(db)
  return rows.map((row) => ({ ...row, lastAt: row.lastAt?.getTime() ?? 0 }))
}

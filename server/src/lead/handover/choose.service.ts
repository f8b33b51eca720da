import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { markLeadGiven } from '../../team/index.ts'

/** Role of the members to whom the system assigns leads: consultants (docs/decisions/0014-lead-intake.md). */
const takingRole = 4

export interface Choice {
  readonly memberId: number
  readonly memberName: string
  /** Why this member, for the lead's history. */
  readonly reason: string
}

interface Candidate {
  readonly memberId: number
  readonly name: string
  open: number
  lastAt: number
}

/**
 * Chooses an owner for each of `count` leads: the active member with the fewest leads without follow-up, and of equals the one whose last
 * lead is the oldest. Returns fewer, or none, if no member is available.
 *
 * The caller must hold `lockChoice` and assign the leads before its transaction ends, so that the next choice counts them.
 */
export async function chooseMembers(db: Executor, scope: Scope, count: number, now: Date): Promise<Choice[]> {
  if (count === 0) return []
  const candidates = await readCandidates(db, scope)
  if (candidates.length === 0) return []
  const chosen: Choice[] = []
  for (let turn = 0; turn < count; turn++) {
    const next = candidates.reduce((best, one) => (compare(one, best) < 0 ? one : best))
    chosen.push({
      memberId: next.memberId,
      memberName: next.name,
      reason: `自动分配：待跟进线索最少（${next.open}条）`,
    })
    next.open += 1
    // Keeps the turns within one instant apart.
    next.lastAt = now.getTime() + turn / count
  }
  await markLeadGiven(db, scope, [...new Set(chosen.map((one) => one.memberId))], now)
  return chosen
}

/** Serializes the choice for a store until the transaction ends. Must be the first lock (docs/decisions/0020-lock-order.md). */
export const lockChoice = async (db: Executor, { dealerId }: Scope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('lead assignment'), ${dealerId}::int)`.execute(db)
}

const compare = (one: Candidate, other: Candidate): number =>
  one.open - other.open || one.lastAt - other.lastAt || one.memberId - other.memberId

async function readCandidates(db: Executor, { dealerId }: Scope): Promise<Candidate[]> {
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

import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { markLeadGiven } from '../../team/index.ts'
import { readCandidates } from './choose.repository.ts'
import type { Candidate } from './choose.repository.ts'

export interface Choice {
  readonly memberId: number
  readonly memberName: string
  /** Why this member, for the lead's history. */
  readonly reason: string
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

const compare = (one: Candidate, other: Candidate): number =>
  one.open - other.open || one.lastAt - other.lastAt || one.memberId - other.memberId

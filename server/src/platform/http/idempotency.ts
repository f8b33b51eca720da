import { createHash } from 'node:crypto'
import type { Executor } from '../db/client.ts'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../session/session.ts'

export const idempotencyHours = 24
const keyPattern = /^[\w.:-]{8,100}$/

/** Reads the header; a malformed key is refused rather than ignored, or a client would believe itself safe. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !keyPattern.test(header))
    throw new Refusal('INVALID', { text: 'Idempotency-Key 格式不正确' })
  return header
}

/**
 * Runs a write once for each key: the claim, the work and the first answer commit together, so a server killed in between has
 * done nothing. A repeat that comes while the first still runs waits on the claim's row. Returns the encoded answer.
 */
export async function runOnce(
  db: Executor,
  scope: Scope,
  claim: { key: string; path: string; body: unknown; now: Date },
  work: () => Promise<string>,
): Promise<string> {
  const requestHash = createHash('sha256')
    .update(claim.path)
    .update('\n')
    .update(JSON.stringify(claim.body))
    .digest()
  const row = { dealer_id: scope.dealerId, member_id: scope.memberId, key: claim.key }
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ ...row, path: claim.path, request_hash: requestHash, created_at: claim.now })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'member_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  const same = db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('dealer_id', '=', row.dealer_id)
    .where('member_id', '=', row.member_id)
    .where('key', '=', row.key)
  if (!claimed) {
    const first = await same.executeTakeFirst()
    if (!first?.answer || !requestHash.equals(first.request_hash)) throw new Refusal('IDEMPOTENCY_MISMATCH')
    return first.answer
  }
  const answer = await work()
  await db
    .updateTable('idempotency_key')
    .set({ answer })
    .where('dealer_id', '=', row.dealer_id)
    .where('member_id', '=', row.member_id)
    .where('key', '=', row.key)
    .execute()
  return answer
}

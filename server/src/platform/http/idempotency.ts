import { createHash } from 'node:crypto'
import type { Executor } from '../db/client.ts'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../session/session.ts'
import { claimKey, findFirst, keepAnswer } from './idempotency.repository.ts'

export const idempotencyHours = 24
const keyPattern = /^[\w.:-]{8,100}$/

/** Reads the Idempotency-Key header. Refuses a malformed key: a client that had it ignored would believe it is safe to retry. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !keyPattern.test(header))
    throw new Refusal('INVALID', { text: 'Idempotency-Key 格式不正确' })
  return header
}

/**
 * Runs a mutation once per key. Claim, work and response commit together, so a server killed in between has done nothing. A repeat during
 * the first run waits on the claim's row. The statement that stores the response is not awaited: it is sent with the commit, and if it
 * fails the commit fails too.
 */
export async function runOnce(
  db: Executor,
  { dealerId, memberId }: Scope,
  claim: { key: string; path: string; body: unknown; now: Date },
  work: () => Promise<string>,
): Promise<string> {
  const requestHash = createHash('sha256')
    .update(claim.path)
    .update('\n')
    .update(JSON.stringify(claim.body))
    .digest()
  const row = { dealerId, memberId, key: claim.key }
  const [claimed] = await claimKey(db, { ...row, path: claim.path, requestHash, now: claim.now })
  if (!claimed) {
    const [first] = await findFirst(db, row)
    if (!first?.answer || !requestHash.equals(first.requestHash)) throw new Refusal('IDEMPOTENCY_MISMATCH')
    return first.answer
  }
  const answer = await work()
  void keepAnswer(db, { ...row, answer }).catch(() => undefined)
  return answer
}

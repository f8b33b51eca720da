import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../session/session.ts'

export const idempotencyHours = 24
const keyPattern = /^[\w.:-]{8,100}$/

/** Reads the Idempotency-Key header. Refuses a malformed key: a client that had it ignored would believe it is safe to retry. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !keyPattern.test(header))
    throw new Refusal('INVALID', { text: 'Idempotency-Key 格式不正确' })
  return header
}

interface Key {
  readonly dealerId: number
  readonly memberId: number
  readonly key: string
}
interface Claim extends Key {
  readonly path: string
  readonly requestHash: Buffer
  readonly now: Date
}

/** Returns a row if the key was free. Waits for a parallel request that is claiming it. */
const claimKey = statement<Claim, object>(
  ({ dealerId, memberId, key, path, requestHash, now }) => sql`
    insert into idempotency_key (dealer_id, member_id, key, path, request_hash, created_at)
    values (${dealerId}, ${memberId}, ${key}, ${path}, ${requestHash}, ${now})
    on conflict (dealer_id, member_id, key) do nothing returning 1 as one`,
)
const findFirst = statement<Key, { requestHash: Buffer; answer: string | null }>(
  ({ dealerId, memberId, key }) => sql`
    select request_hash as "requestHash", answer from idempotency_key
    where dealer_id = ${dealerId} and member_id = ${memberId} and key = ${key}`,
)
const keepAnswer = statement<Key & { readonly answer: string }, never>(
  ({ dealerId, memberId, key, answer }) => sql`
    update idempotency_key set answer = ${answer}
    where dealer_id = ${dealerId} and member_id = ${memberId} and key = ${key}`,
)

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

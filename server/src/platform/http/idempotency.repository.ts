import { sql } from 'kysely'
import { statement } from '../db/statement.ts'
import { target } from '../db/target.ts'

/** Idempotency keys: a claim per mutation, with the response once it is known. */

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
export const claimKey = statement<Claim, object>(
  ({ dealerId, memberId, key, path, requestHash, now }) => sql`
    insert into ${target('idempotency_key')} (dealer_id, member_id, key, path, request_hash, created_at)
    values (${dealerId}, ${memberId}, ${key}, ${path}, ${requestHash}, ${now})
    on conflict (dealer_id, member_id, key) do nothing returning 1 as one`,
)
export const findFirst = statement<Key, { requestHash: Buffer; answer: string | null }>(
  ({ dealerId, memberId, key }) => sql`
    select request_hash as "requestHash", answer from idempotency_key
    where dealer_id = ${dealerId} and member_id = ${memberId} and key = ${key}`,
)
export const keepAnswer = statement<Key & { readonly answer: string }, never>(
  ({ dealerId, memberId, key, answer }) => sql`
    update ${target('idempotency_key')} set answer = ${answer}
    where dealer_id = ${dealerId} and member_id = ${memberId} and key = ${key}`,
)

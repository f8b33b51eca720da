import { profile } from '@showroom/contract/access/access.api'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { hashKey } from '@tanstack/react-query'
import { type Asked, hasWorker } from '../device'
import { deviceMs } from '../clock'
import { createListeners } from '../listeners'
import { maskMobiles } from '../mobile'
import { findOwner, nameOf, openDatabase, own, prune, seal, unseal } from './database'
import { isExpired } from './rules'

/** Responses that stay readable without a network. */

const listeners = createListeners()
/** Kept responses that pages show, by their query's hash: when the server sent them. */
const responses = new Map<string, { readonly at: number; readonly isDated: boolean }>()

/** Whether pages show kept responses, and since when. */
export const seen = {
  subscribe: listeners.subscribe,
  isShown: (queryHash: string): boolean => responses.has(queryHash),
  isAny: (): boolean => responses.size > 0,
  /** When the oldest of these queries' kept responses was sent; undefined if none is shown. */
  oldest(queryHashes: readonly string[]): number | undefined {
    const dated = queryHashes.flatMap((hash) => responses.get(hash) ?? []).filter(({ isDated }) => isDated)
    return dated.length > 0 ? Math.min(...dated.map(({ at }) => at)) : undefined
  },
}

/** As the key of `queryOf`. */
const hashOf = ({ path }: Asked, request: object): string => hashKey([path, request])

let writing: Promise<unknown> = Promise.resolve()

/** Keeps a response, one after another: the session's binds the device to its member. Without a right to store, nothing is kept. */
export function keep(call: Asked, request: object, answer: object, token: string): void {
  const hash = hashOf(call, request)
  if (responses.delete(hash)) listeners.notify()
  if (!hasWorker()) return
  const at = deviceMs()
  writing = writing.then(() => write(hash, { call, answer, token, at })).catch(() => undefined)
}

interface Kept {
  readonly call: Asked
  readonly answer: object
  readonly token: string
  readonly at: number
}

async function write(hash: string, { call, answer, token, at }: Kept): Promise<void> {
  if (call.path === profile.path) await own((answer as SessionInfo).profile, token)
  const owner = await findOwner(token)
  if (!owner) return
  // Members may have typed a number into any text.
  const row = await seal(owner, maskMobiles(JSON.stringify(answer)), at)
  await (await openDatabase()).put('seen', row, await nameOf(owner, hash))
  await prune()
}

/** The kept response of a query; undefined if there is none for this session. */
export async function recall(call: Asked, request: object): Promise<Record<string, unknown> | undefined> {
  await writing
  const hash = hashOf(call, request)
  const owner = await findOwner()
  const row = owner && (await (await openDatabase()).get('seen', await nameOf(owner, hash)))
  if (!row || isExpired(row.at, deviceMs())) return undefined
  const answer = (await unseal(owner, row)) as Record<string, unknown>
  responses.set(hash, { at: row.at, isDated: call.withoutNetwork === 'seen' })
  listeners.notify()
  return answer
}

/** Removes all kept responses, when the session has ended. Mutations wait for the member's next one. */
export async function forgetSeen(): Promise<void> {
  await writing
  await (await openDatabase()).clear('seen')
}

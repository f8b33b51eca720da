import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { readToken, storedDealerId } from '../session'
import { deviceMs } from '../clock'
import { databaseName } from '../device'
import { isExpired } from './rules'

/**
 * The device's database. Its content is encrypted by a key that no script can read, and bound to a member, a store and
 * a session. Its version never changes, so that an older release can open it: a change of its stores takes a new name.
 */

/** JSON, encrypted. */
interface Sealed {
  /** Epoch milliseconds of the device. */
  readonly at: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

export interface Owner {
  readonly memberId: number
  readonly dealerId: number
  /** Digest of the session's token: no other session reads. */
  readonly token: string
  /** Encrypts the content. */
  readonly cipher: CryptoKey
  /** Makes the keys of kept responses, which would otherwise name what was asked for. */
  readonly namer: CryptoKey
}

interface Stores extends DBSchema {
  owner: { key: string; value: Owner }
  seen: { key: string; value: Sealed; indexes: { at: number } }
  waiting: { key: number; value: Sealed }
}
export type Database = IDBPDatabase<Stores>

let connection: Promise<Database> | undefined
const disconnect = (): void => {
  connection = undefined
}

export function openDatabase(): Promise<Database> {
  connection ??= openDB<Stores>(databaseName, 1, {
    upgrade(database) {
      database.createObjectStore('owner')
      database.createObjectStore('seen').createIndex('at', 'at')
      database.createObjectStore('waiting', { autoIncrement: true })
    },
    // The member signs out, here or in another tab.
    blocking(_version, _next, { target }) {
      disconnect()
      ;(target as IDBDatabase).close()
    },
    terminated: disconnect,
  })
  connection.catch(disconnect)
  return connection
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const digest = async (token: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytesOf(token)))

/** The owner, if the session with this token is theirs. */
export async function findOwner(token = readToken()): Promise<Owner | undefined> {
  const owner = await (await openDatabase()).get('owner', 'owner')
  const isTheirs = owner?.dealerId === storedDealerId() && owner.token === (await digest(token))
  return isTheirs ? owner : undefined
}

/** Makes the database that of the session's member. The content of another member or store is removed. */
export const own = (who: Pick<Owner, 'memberId' | 'dealerId'>, token: string): Promise<void> =>
  navigator.locks.request('showroom-device', async () => {
    const database = await openDatabase()
    const owner = await database.get('owner', 'owner')
    const isSame = owner?.memberId === who.memberId && owner.dealerId === who.dealerId
    const next = { memberId: who.memberId, dealerId: who.dealerId, token: await digest(token) }
    if (isSame && owner.token === next.token) return
    const cipher = isSame
      ? owner.cipher
      : await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    const namer = isSame
      ? owner.namer
      : await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const change = database.transaction(['owner', 'seen', 'waiting'], 'readwrite')
    await Promise.all([
      ...(isSame ? [] : [change.objectStore('seen').clear(), change.objectStore('waiting').clear()]),
      change.objectStore('owner').put({ ...next, cipher, namer }, 'owner'),
      change.done,
    ])
  })

export const nameOf = async ({ namer }: Owner, text: string): Promise<string> =>
  hex(await crypto.subtle.sign('HMAC', namer, bytesOf(text)))

/** Encrypts a text. */
export async function seal({ cipher }: Owner, text: string, at = deviceMs()): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { at, iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, cipher, bytesOf(text)) }
}

export const unseal = async ({ cipher }: Owner, { iv, data }: Sealed): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, cipher, data)))

/** Most responses that a device keeps: the pages of a day, and the files opened last. */
const mostSeen = 80

/** Removes kept responses that are too old or too many. */
export async function prune(): Promise<void> {
  const change = (await openDatabase()).transaction('seen', 'readwrite')
  const rows = change.store.index('at')
  let count = 0
  for (let row = await rows.openKeyCursor(null, 'prev'); row; row = await row.continue())
    if (count++ >= mostSeen || isExpired(row.key, deviceMs())) await change.store.delete(row.primaryKey)
  await change.done
}

import { deviceMost } from '@showroom/contract/notice/device.rules'
import { sql } from 'kysely'
import { later } from '../clock.ts'
import type { Executor } from '../db/client.ts'
import type { Session } from '../session/session.ts'
import type { Subscription } from './webpush.ts'

/**
 * Devices that receive pushes. All access to the table goes through here: registering and sending by the notice room, ending with the sessions by
 * the access room.
 */

/** A member, by account and store, and the session. */
type Owner = Pick<Session, 'accountId' | 'dealerId' | 'tokenHash'>
type Member = Omit<Owner, 'tokenHash'>

const ownedBy = ({ accountId, dealerId, tokenHash }: Owner) => ({
  account_id: accountId,
  at_dealer_id: dealerId,
  token_hash: tokenHash,
})

/** Seconds in which a page confirms its test; then the device is one whose test never arrived. */
const provedWithin = 600

export const listDevices = (db: Executor, { accountId, dealerId, tokenHash }: Owner) =>
  db
    .selectFrom('push_device')
    .select((eb) => [
      'id',
      'name',
      eb('token_hash', '=', tokenHash).$castTo<boolean>().as('isHere'),
      sql<number>`epoch(created_at)`.as('createdAt'),
      sql<number>`coalesce(epoch(succeeded_at), 0)`.as('succeededAt'),
    ])
    .where('account_id', '=', accountId)
    .where('at_dealer_id', '=', dealerId)
    .where('proof', 'is', null)
    .orderBy('id', 'desc')
    .execute()

/**
 * Registers a device that has to prove its test, and returns its id. Ends the member's oldest beyond the limit; the lock makes parallel calls
 * count each other's.
 */
export async function addDevice(
  db: Executor,
  owner: Owner,
  device: Subscription & { readonly name: string; readonly proof: string; readonly now: Date },
): Promise<number> {
  const { now, ...given } = device
  const row = { ...ownedBy(owner), ...given, created_at: now, succeeded_at: null }
  await sql`select pg_advisory_xact_lock(hashtext('push_device'), ${owner.accountId}::int)`.execute(db)
  const { id } = await db
    .insertInto('push_device')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  const others = await db
    .selectFrom('push_device')
    .select(['id', 'proof', 'created_at as createdAt'])
    .where('account_id', '=', owner.accountId)
    .where('at_dealer_id', '=', owner.dealerId)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const isLeft = (one: (typeof others)[number]) =>
    one.proof !== null && later(one.createdAt, provedWithin) < now
  const beyond = others.filter((one, place) => place >= deviceMost - 1 || isLeft(one)).map((one) => one.id)
  if (beyond.length > 0) await db.deleteFrom('push_device').where('id', 'in', beyond).execute()
  return id
}

/** Returns whether the proof is that of the member's device. */
export async function confirmDevice(
  db: Executor,
  { accountId, dealerId }: Member,
  { id, proof, now }: { readonly id: number; readonly proof: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_device')
    .set({ proof: null, succeeded_at: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('at_dealer_id', '=', dealerId)
    .where('proof', '=', proof)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives the browser's device to the present session, and so to the store that its person has signed in to. Of another person it ends: returns false if
 * the browser is no device of the caller.
 */
export async function keepDevice(db: Executor, owner: Owner, endpoint: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_device')
    .set(ownedBy(owner))
    .where('endpoint', '=', endpoint)
    .where('account_id', '=', owner.accountId)
    .where('proof', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  await db.deleteFrom('push_device').where('endpoint', '=', endpoint).execute()
  return false
}

export const findDevice = (
  db: Executor,
  { accountId, dealerId }: Member,
  id: number,
): Promise<Subscription | undefined> =>
  db
    .selectFrom('push_device')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('at_dealer_id', '=', dealerId)
    .executeTakeFirst()

export async function noteSuccess(db: Executor, id: number, now: Date): Promise<void> {
  await db.updateTable('push_device').set({ succeeded_at: now }).where('id', '=', id).execute()
}

/** Ends a device that is gone. */
export async function endDevice(db: Executor, id: number): Promise<void> {
  await db.deleteFrom('push_device').where('id', '=', id).execute()
}

/** Ends a device of the member. Returns whether there was one. */
export async function removeDevice(
  db: Executor,
  { accountId, dealerId }: Member,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_device')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('at_dealer_id', '=', dealerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the device of a session that its person ends. */
export async function endDeviceOf(db: Executor, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('push_device').where('token_hash', '=', tokenHash).execute()
}

/** Ends all devices of a person, except that of one session. */
export async function endDevicesOf(db: Executor, accountId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('push_device').where('account_id', '=', accountId)
  if (except) query = query.where('token_hash', '<>', except)
  await query.execute()
}

/** Ends the devices of members, by their accounts, at a store. */
export async function endDevicesAt(
  db: Executor,
  dealerId: number,
  accountIds: readonly number[],
): Promise<void> {
  if (accountIds.length > 0)
    await db
      .deleteFrom('push_device')
      .where('at_dealer_id', '=', dealerId)
      .where('account_id', 'in', accountIds)
      .execute()
}

/** Ends all devices, because their subscriptions belong to the keys of a former secret. Returns how many there were. */
export const endAllDevices = async (db: Executor): Promise<number> =>
  Number((await db.deleteFrom('push_device').executeTakeFirst()).numDeletedRows)

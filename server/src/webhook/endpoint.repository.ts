import { endpointState } from '@showroom/contract/webhook/webhook.rules'
import type { Endpoint } from '@showroom/contract/webhook/webhook.schema'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import { notify } from '../platform/db/notify.ts'
import type { Reseal } from '../platform/config/seal.ts'
import type { Scope } from '../platform/session/session.ts'

/** Webhook endpoints. The members who manage those of a store, or of a group, see no others. */
export interface EndpointScope {
  readonly scope: Scope
  /** Group whose endpoints are included; set for a group administrator. */
  readonly groupId: number | null
}

const isOf = ({ scope, groupId }: EndpointScope): RawBuilder<boolean> =>
  sql`((e.dealer_id = ${scope.dealerId} and e.group_id is null) or e.group_id = ${groupId}::int)`

/** Notifies all processes when a change commits. */
export const wantedChannel = 'webhook_changed'
const announceChange = (db: Executor) => notify(db, wantedChannel, [''])

/** Lists the subscribed events of each store. */
export async function listWanted(db: Executor) {
  const { rows } = await sql<{ dealerId: number; types: string[] }>`
    select d.id as "dealerId", array_agg(distinct t.type) as types
    from webhook_endpoint e
    join dealer d on d.id = e.dealer_id or d.group_id = e.group_id
    cross join unnest(e.events) as t (type)
    where e.state = 1
    group by d.id`.execute(db)
  return rows
}

export async function listEndpoints(db: Executor, scope: EndpointScope, now: Date): Promise<Endpoint[]> {
  const { rows: stores } = await sql<{ dealerId: number }>`
    select distinct e.dealer_id as "dealerId" from webhook_endpoint e where ${isOf(scope)}`.execute(db)
  const lists = await Promise.all(stores.map(({ dealerId }) => listOf(db, dealerId, scope, now)))
  return lists.flat().toSorted((a, b) => a.id - b.id)
}

/** Endpoints that a store registered. */
async function listOf(db: Executor, dealerId: number, scope: EndpointScope, now: Date): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select e.id, e.url, mask_text(e.description) as description, e.events, e.group_id is not null as "isGroup", e.state,
           epoch(e.created_at) as "createdAt", e.creator_name as "createdBy",
           case when e.previous_until > ${now} then epoch(e.previous_until) else 0 end as "previousUntil",
           (select count(*)::int from webhook_message m
            where m.dealer_id = ${dealerId} and m.endpoint_id = e.id and m.state = 0) as "waitingTotal",
           (select count(*)::int from webhook_message m
            where m.dealer_id = ${dealerId} and m.endpoint_id = e.id and m.state = 2) as "failedTotal",
           (select json_build_object('type', m.type, 'createdAt', epoch(m.created_at), 'state', m.state,
                                     'status', m.status, 'failure', m.failure)
            from webhook_message m
            where m.dealer_id = ${dealerId} and m.endpoint_id = e.id and (m.status > 0 or m.failure <> '')
            order by m.created_at desc, m.id desc limit 1) as last
    from webhook_endpoint e
    where e.dealer_id = ${dealerId} and ${isOf(scope)}`.execute(db)
  return rows
}

/** Serializes registrations, so that concurrent ones count each other. */
export const lockEndpoints = async (db: Executor, { scope, groupId }: EndpointScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('webhook endpoints'), ${groupId ?? scope.dealerId}::int)`.execute(
    db,
  )
}

export async function countEndpoints(db: Executor, { scope, groupId }: EndpointScope, isGroup: boolean) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from webhook_endpoint e
    where ${isGroup ? sql`e.group_id = ${groupId}` : sql`e.dealer_id = ${scope.dealerId} and e.group_id is null`}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export interface Address {
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
}

/** Returns the id of the new endpoint; undefined if the address is already registered. */
export async function insertEndpoint(
  db: Executor,
  { scope, groupId }: EndpointScope,
  one: Address & { readonly sealed: Buffer; readonly createdBy: string; readonly now: Date },
): Promise<number | undefined> {
  const row = await db
    .insertInto('webhook_endpoint')
    .values({
      dealer_id: scope.dealerId,
      group_id: groupId,
      url: one.url,
      description: one.description,
      events: [...one.events],
      sealed_secret: one.sealed,
      creator_name: one.createdBy,
      created_at: one.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  await announceChange(db)
  return row?.id
}

/** An endpoint locked for a change. */
export interface LockedEndpoint extends Address {
  readonly dealerId: number
  readonly id: number
  readonly groupId: number | null
  readonly state: number
  readonly sealed: Buffer
}

export async function lockEndpoint(
  db: Executor,
  scope: EndpointScope,
  id: number,
): Promise<LockedEndpoint | undefined> {
  const { rows } = await sql<LockedEndpoint>`
    select e.dealer_id as "dealerId", e.id, e.group_id as "groupId", e.url, e.description, e.events, e.state, e.sealed_secret as sealed
    from webhook_endpoint e where ${isOf(scope)} and e.id = ${id}
    for update`.execute(db)
  return rows[0]
}

/** Finds the store that registered the endpoint. Its messages belong to that store. */
export async function findEndpoint(
  db: Executor,
  scope: EndpointScope,
  id: number,
): Promise<Pick<LockedEndpoint, 'dealerId' | 'id'> | undefined> {
  const { rows } = await sql<Pick<LockedEndpoint, 'dealerId' | 'id'>>`
    select e.dealer_id as "dealerId", e.id from webhook_endpoint e where ${isOf(scope)} and e.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

type Named = Pick<LockedEndpoint, 'dealerId' | 'id'>

/** Returns false if another endpoint already has the address. */
export async function updateAddress(
  db: Executor,
  { dealerId, id, groupId }: Pick<LockedEndpoint, 'dealerId' | 'id' | 'groupId'>,
  { url, description, events }: Address,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${target('webhook_endpoint')} e set url = ${url}, description = ${description}, events = ${[...events]}::text[]
    where e.dealer_id = ${dealerId} and e.id = ${id}
      and not exists (select from webhook_endpoint o
                      where o.url = ${url} and o.id <> ${id}
                        and ${groupId === null ? sql`o.dealer_id = ${dealerId} and o.group_id is null` : sql`o.group_id = ${groupId}`})`.execute(
    db,
  )
  await announceChange(db)
  return numAffectedRows > 0n
}

export async function switchEndpoint(db: Executor, { dealerId, id }: Named, state: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ state })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .where('state', '<>', state)
    .executeTakeFirst()
  await announceChange(db)
  return numUpdatedRows > 0n
}

/** The replaced secret also signs until `previousUntil`. */
export async function replaceSecret(
  db: Executor,
  { dealerId, id, sealed }: Pick<LockedEndpoint, 'dealerId' | 'id' | 'sealed'>,
  next: Buffer,
  previousUntil: Date,
): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ sealed_secret: next, sealed_previous: sealed, previous_until: previousUntil })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .execute()
}

/** Its messages are deleted when they expire. */
export async function deleteEndpoint(db: Executor, { dealerId, id }: Named): Promise<void> {
  await db.deleteFrom('webhook_endpoint').where('dealer_id', '=', dealerId).where('id', '=', id).execute()
  await announceChange(db)
}

/** Marks an endpoint as gone after a 410. Returns false if it was already switched off. */
export const endGone = (db: Executor, endpoint: Named): Promise<boolean> =>
  switchEndpoint(db, endpoint, endpointState.gone)

/** Lists the members to notify about an endpoint: its managers at the store that registered it. */
export async function listManagers(db: Executor, { dealerId, id }: Named): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from webhook_endpoint e
    join member m on m.dealer_id = ${dealerId} and m.status = 0 and m.left_at is null
      and ((m.role in (1, 2) and e.group_id is null) or (m.role = 9 and '企业管理' = any(m.modules)))
    where e.dealer_id = ${dealerId} and e.id = ${id}
    order by m.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Seals all endpoints' secrets for another server secret. Returns the addresses that need a new secret instead. */
export async function resealEndpoints(db: Executor, reseal: Reseal): Promise<string[]> {
  const lost: string[] = []
  const rows = await db
    .selectFrom('webhook_endpoint')
    .select(['dealer_id', 'id', 'url', 'sealed_secret', 'sealed_previous'])
    .execute()
  for (const row of rows) {
    const sealed = reseal(row.sealed_secret)
    if (!sealed) {
      lost.push(row.url)
      continue
    }
    await db
      .updateTable('webhook_endpoint')
      .set({
        sealed_secret: sealed,
        sealed_previous: row.sealed_previous && (reseal(row.sealed_previous) ?? null),
      })
      .where('dealer_id', '=', row.dealer_id)
      .where('id', '=', row.id)
      .execute()
  }
  return lost
}

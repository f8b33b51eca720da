import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { mostExpected } from '@showroom/contract/desk/board.schema'
import type { DeskMember, ExpectedVisit, PresentVisit } from '@showroom/contract/desk/board.schema'
import { visitType } from '@showroom/contract/desk/desk.rules'
import { owningRoles } from '@showroom/contract/access/access.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { literals, seesOwner } from '../platform/db/conditions.ts'
import { rowFrom } from '../platform/db/row-from.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'
import { carOut, isEndangered } from '../appointment/index.ts'
import { waitsSince } from './waiting.repository.ts'
import { isConfirmed, specNames, stopped } from '../customer/index.ts'

/** Visits: one row per customer and day. Days are YYYY-MM-DD in Asia/Shanghai. */

/**
 * Serializes assignments in this store until the transaction ends: of two desks that choose the same consultant, the second finds that one
 * busy. Locks on customers must be taken before this one, and none after it.
 */
export async function lockShowroom(db: Executor, { dealerId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('showroom of a store'), ${dealerId}::int)`.execute(db)
}

export interface Coming {
  readonly customerId: number
  readonly day: string
  readonly type: number
  readonly now: Date
}

/** A part of a statement with the customer's deal at this moment, its owner and main series. */
const creditOf = (dealerId: number, customerId: number) => sql`
  credit as (
    select d.id as deal_id, d.owner_id, coalesce(d.series_ids[1], 0) as main_series_id from customer c join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${dealerId} and c.id = ${customerId})`
const credited = {
  deal_id: sql.ref<number>('credit.deal_id'),
  owner_id: sql.ref<number>('credit.owner_id'),
  main_series_id: sql.ref<number>('credit.main_series_id'),
}

/** Records an arrival as the day's visit, or as a new stay of it, and returns its id; undefined if the customer is already in the store. */
export async function insertVisit(
  db: Executor,
  { dealerId, memberId }: Scope,
  { customerId, day, type, now }: Coming,
): Promise<number | undefined> {
  const row = rowFrom<'visit'>('credit', {
    dealer_id: dealerId,
    customer_id: customerId,
    day,
    type,
    registered_at: now,
    registered_by: memberId,
    came_at: now,
    ...credited,
  })
  const { rows } = await sql<{ id: number }>`
    with ${creditOf(dealerId, customerId)}
    insert into ${target('visit')} as v ${row}
    on conflict (dealer_id, customer_id, day) do update
    set came_at = excluded.came_at, receiver_id = null, received_at = null, warned_at = null, left_at = null
    where v.left_at is not null
    returning v.id`.execute(db)
  return rows[0]?.id
}

/**
 * Deletes the visit that the arrival at this instant began, with the reception of that instant. Returns its receiver, or undefined if the visit
 * has changed since.
 */
export async function deleteVisit(
  db: Executor,
  { dealerId }: Scope,
  { customerId, day, at }: { readonly customerId: number; readonly day: string; readonly at: Date },
): Promise<{ receiver_id: number | null } | undefined> {
  const visit = await db
    .deleteFrom('visit')
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', customerId)
    .where('day', '=', day)
    .where('registered_at', '=', at)
    .where('came_at', '=', at)
    .where('left_at', 'is', null)
    .where((eb) => eb.or([eb('received_at', 'is', null), eb('received_at', '=', at)]))
    .returning(['id', 'receiver_id'])
    .executeTakeFirst()
  if (!visit) return undefined
  await db
    .deleteFrom('reception')
    .where('dealer_id', '=', dealerId)
    .where('visit_id', '=', visit.id)
    .execute()
  return visit
}

/** Locks the day's visit of a customer waiting in the store and returns its id. */
export async function lockWaiting(
  db: Executor,
  { dealerId }: Scope,
  { customerId, day }: { readonly customerId: number; readonly day: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('visit')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', customerId)
    .where('day', '=', day)
    .where('left_at', 'is', null)
    .where('receiver_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** Locks the customer's visit of the day, and inserts an ended one if there is none. `receiverId` is 0 for none. */
export async function lockDayVisit(
  db: Executor,
  { dealerId, memberId }: Scope,
  { customerId, day, now }: Omit<Coming, 'type'>,
): Promise<{ id: number; receiverId: number; hasLeft: boolean }> {
  const values = rowFrom<'visit'>('credit', {
    dealer_id: dealerId,
    customer_id: customerId,
    day,
    type: visitType.confirmed,
    registered_at: now,
    registered_by: memberId,
    came_at: now,
    left_at: now,
    ...credited,
  })
  const { rows } = await sql<{ id: number; receiverId: number; hasLeft: boolean }>`
    with ${creditOf(dealerId, customerId)}
    insert into ${target('visit')} as v ${values}
    on conflict (dealer_id, customer_id, day) do update set day = excluded.day
    returning v.id, coalesce(v.receiver_id, 0) as "receiverId", v.left_at is not null as "hasLeft"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the visit is missing')
  return row
}

/** Locks the open visits these members are receiving. `receptionId` identifies the latest reception. */
async function lockReceivedBy(
  db: Executor,
  { dealerId }: Scope,
  { memberIds, day }: { readonly memberIds: readonly number[]; readonly day: string },
): Promise<{ visitId: number; receptionId: number }[]> {
  const { rows } = await sql<{ visitId: number; receptionId: number }>`
    select v.id as "visitId", coalesce((
             select r.id from reception r
             where r.dealer_id = ${dealerId} and r.member_id = v.receiver_id and r.received_at = v.received_at and r.visit_id = v.id
             order by r.id desc limit 1), 0) as "receptionId"
    from visit v
    where v.dealer_id = ${dealerId} and v.day = ${day}::date and v.left_at is null and v.receiver_id = any(${memberIds}::bigint[])
    order by v.id for update of v`.execute(db)
  return rows
}

/** Removes these members as receivers. Returns their visits, each with the reception that ended. */
export async function dropReceivers(
  db: Executor,
  scope: Scope,
  who: { readonly memberIds: readonly number[]; readonly day: string },
): Promise<{ visitId: number; receptionId: number }[]> {
  const visits = await lockReceivedBy(db, scope, who)
  if (visits.length > 0)
    await db
      .updateTable('visit')
      .set({ receiver_id: null, received_at: null, warned_at: null })
      .where('dealer_id', '=', scope.dealerId)
      .where(
        'id',
        'in',
        visits.map(({ visitId }) => visitId),
      )
      .execute()
  return visits
}

/**
 * Restores dropped receivers with their start times, for customers who still wait and were received by no one since. Compares times before
 * ids, because ids begin lower once Citus has moved a shard to another worker.
 */
export async function restoreReceivers(
  db: Executor,
  { dealerId }: Scope,
  {
    visits,
    day,
  }: { readonly visits: readonly { visitId: number; receptionId: number }[]; readonly day: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${target('visit')} v set receiver_id = r.member_id, received_at = r.received_at, warned_at = null,
                       first_receiver_id = coalesce(v.first_receiver_id, r.member_id)
    from unnest(${visits.map((one) => one.visitId)}::bigint[], ${visits.map((one) => one.receptionId)}::bigint[]) as g (visit_id, reception_id)
    join reception r on r.dealer_id = ${dealerId} and r.id = g.reception_id
    where v.dealer_id = ${dealerId} and v.id = g.visit_id and v.day = ${day}::date and v.left_at is null and v.receiver_id is null
      and v.came_at <= r.received_at
      and not exists (
        select from reception later
        where later.dealer_id = ${dealerId} and later.visit_id = g.visit_id
          and (later.received_at, later.id) > (r.received_at, r.id))
    returning v.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Sets the receiver of a customer in the store, replacing any other. */
export async function setReceiver(
  db: Executor,
  { dealerId }: Scope,
  { visitId, memberId, now }: { readonly visitId: number; readonly memberId: number; readonly now: Date },
): Promise<void> {
  await sql`
    with noted as (
      insert into ${target('reception')} (dealer_id, member_id, visit_id, received_at)
      select ${dealerId}::int, ${memberId}::bigint, v.id, ${now}::timestamptz
      from visit v
      where v.dealer_id = ${dealerId} and v.id = ${visitId} and not exists (
        select 1 from reception
        where dealer_id = ${dealerId} and member_id = ${memberId} and received_at = ${now} and visit_id = ${visitId})
    )
    update ${target('visit')} set receiver_id = ${memberId}, received_at = ${now},
                     first_receiver_id = coalesce(first_receiver_id, ${memberId}::bigint)
    where dealer_id = ${dealerId} and id = ${visitId}`.execute(db)
}

/** Whether the member receives a customer now. */
export async function isServing(
  db: Executor,
  { dealerId }: Scope,
  { memberId, day }: { readonly memberId: number; readonly day: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('day', '=', day)
    .where('receiver_id', '=', memberId)
    .where('left_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a visit of the day and returns it with the customer's owner. */
export async function lockVisit(
  db: Executor,
  { dealerId }: Scope,
  { visitId, day }: { readonly visitId: number; readonly day: string },
) {
  const { rows } = await sql<{
    customerId: number
    name: string
    ownerId: number
    receiverId: number
    receiverName: string
    leftAt: Date | null
  }>`
    select v.customer_id as "customerId", c.name, d.owner_id as "ownerId", coalesce(v.receiver_id, 0) as "receiverId",
           coalesce(m.name, '') as "receiverName", v.left_at as "leftAt"
    from visit v
    join customer c on c.dealer_id = ${dealerId} and c.id = v.customer_id
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    left join member m on m.dealer_id = ${dealerId} and m.id = v.receiver_id
    where v.dealer_id = ${dealerId} and v.id = ${visitId} and v.day = ${day}::date
    for update of v`.execute(db)
  return rows[0]
}

/** Ends a visit, or reopens it. */
export async function setLeft(
  db: Executor,
  { dealerId }: Scope,
  visitId: number,
  leftAt: Date | null,
): Promise<void> {
  await db
    .updateTable('visit')
    .set({ left_at: leftAt })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', visitId)
    .execute()
}

/** Lists the customers in the store, longest stay first. */
export async function listPresent(
  db: Executor,
  scope: Scope,
  day: string,
): Promise<Omit<PresentVisit, 'suggestedId'>[]> {
  const { rows } = await sql<Omit<PresentVisit, 'suggestedId'>>`
    select v.id as "visitId", v.customer_id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, c.gender,
           d.level, ${specNames} as "specName", d.owner_id as "ownerId", o.name as "ownerName", v.type,
           epoch(v.came_at) as "cameAt", coalesce(v.receiver_id, 0) as "receiverId", coalesce(r.name, '') as "receiverName",
           epoch(v.received_at) as "receivedAt", coalesce(epoch(${waitsSince(scope.dealerId)}), 0) as "waitsSince",
           ${carOut(scope.dealerId, sql`v.customer_id`)} as drive, ${stopped} as stopped, ${seesOwner(scope, 'd.owner_id')} as "isSeen"
    from visit v
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = v.customer_id
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    join member o on o.dealer_id = ${scope.dealerId} and o.id = d.owner_id
    left join member r on r.dealer_id = ${scope.dealerId} and r.id = v.receiver_id
    where v.dealer_id = ${scope.dealerId} and v.day = ${day}::date and v.left_at is null
    order by v.came_at, v.id`.execute(db)
  return rows
}

interface Expecting {
  readonly day: string
  readonly now: Date
  /** Only these customers, and those who have booked a car with one of these plates. */
  readonly of?: { readonly customerIds: readonly number[]; readonly plates: readonly string[] }
}

/** Lists customers with a visit or a test drive planned for the day who have not come yet, earliest first, those without an hour last. */
export async function listExpected(
  db: Executor,
  scope: Scope,
  { day, now, of }: Expecting,
): Promise<ExpectedVisit[]> {
  const condition = of
    ? sql`(d.customer_id = any(${of.customerIds}::bigint[]) or t.plate = any(${of.plates}::text[]))`
    : sql`true`
  const { rows } = await sql<ExpectedVisit>`
    select c.id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.level, ${specNames} as "specName",
           d.owner_id as "ownerId", o.name as "ownerName", d.next_activity_type as "activityType",
           epoch(d.next_follow_at) as "dueAt", coalesce(a.minutes, 0) as minutes, coalesce(t.plate, '') as plate,
           ${isConfirmed(scope.dealerId)} as "isConfirmed", coalesce(${isEndangered(scope.dealerId, now)}, false) as "isEndangered",
           ${seesOwner(scope, 'd.owner_id')} as "isSeen"
    from deal d
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = d.customer_id
    join member o on o.dealer_id = ${scope.dealerId} and o.id = d.owner_id
    left join activity a on a.dealer_id = ${scope.dealerId} and a.deal_id = d.id and a.completed_at is null and a.cancelled_at is null
    left join test_car t on t.dealer_id = ${scope.dealerId} and t.id = a.test_car_id
    where d.dealer_id = ${scope.dealerId} and d.is_current and d.next_follow_at is not null
      and d.next_follow_at >= ${day}::date::timestamp at time zone 'Asia/Shanghai'
      and d.next_follow_at < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      and d.next_activity_type in ${literals(arrivalTypes)} and ${condition}
      and not exists (
        select from visit v where v.dealer_id = ${scope.dealerId} and v.customer_id = d.customer_id and v.day = ${day}::date)
    order by a.minutes is null, d.next_follow_at, d.id limit ${sql.lit(mostExpected)}`.execute(db)
  return rows
}

/** Lists members who can receive customers, with their open and latest receptions and whether they ever signed in. */
export async function listReceivers(db: Executor, { dealerId }: Scope, day: string): Promise<DeskMember[]> {
  const { rows } = await sql<DeskMember>`
    select m.id as "memberId", m.name as "userName", m.role, coalesce(t.serving, 0)::int as serving,
           case when m.activated_at is null then 'inactive' else '' end as absence,
           (select count(*)::int from reception r
            where r.dealer_id = ${dealerId} and r.member_id = m.id
              and r.received_at >= ${day}::date::timestamp at time zone 'Asia/Shanghai') as "receivedTotal",
           epoch((
             select r.received_at from reception r
             where r.dealer_id = ${dealerId} and r.member_id = m.id order by r.received_at desc limit 1)) as "receivedAt"
    from member m
    left join (
      select receiver_id, count(*) as serving
      from visit where dealer_id = ${dealerId} and day = ${day}::date and receiver_id is not null and left_at is null
      group by receiver_id) as t on t.receiver_id = m.id
    where m.dealer_id = ${dealerId} and m.status = 0 and m.left_at is null and m.role = any(${owningRoles}::int[])`.execute(
    db,
  )
  return rows
}

/** Counts the visits of a day, and those that have ended. */
export async function countDay(
  db: Executor,
  { dealerId }: Scope,
  since: Date,
): Promise<{ todayTotal: number; leftTotal: number }> {
  const { rows } = await sql<{ todayTotal: number; leftTotal: number }>`
    select count(*)::int as "todayTotal", (count(*) filter (where left_at is not null))::int as "leftTotal"
    from visit where dealer_id = ${dealerId} and registered_at >= ${since}`.execute(db)
  return rows[0] ?? { todayTotal: 0, leftTotal: 0 }
}

/**
 * Moves a merged customer's visits to the survivor. Of two on the same day the open one is kept, or the survivor's. Returns whether there
 * were any.
 */
export async function moveVisits(
  db: Executor,
  { dealerId }: Scope,
  { masterId, slaveId }: { readonly masterId: number; readonly slaveId: number },
): Promise<boolean> {
  const dropped = await sql`
    delete from ${target('visit')} v using visit o
    where v.dealer_id = ${dealerId} and o.dealer_id = ${dealerId} and o.day = v.day
      and ((v.customer_id = ${masterId} and o.customer_id = ${slaveId} and v.left_at is not null and o.left_at is null)
        or (v.customer_id = ${slaveId} and o.customer_id = ${masterId} and (v.left_at is not null or o.left_at is null)))
    returning v.id`.execute(db)
  const moved = await db
    .updateTable('visit')
    .set({ customer_id: masterId })
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', slaveId)
    .returning('id')
    .execute()
  return dropped.rows.length + moved.length > 0
}

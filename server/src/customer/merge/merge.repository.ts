import type { Level } from '@showroom/contract/customer/level.rules'
import type { MergeInfo } from '@showroom/contract/customer/merge.schema'
import { sql } from 'kysely'
import { Overtaken } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { OpenActivity } from '../follow/activity.repository.ts'
import { atWork } from '../handover/owner.repository.ts'
import { maskedSecondPhone } from '../numbers.repository.ts'

export interface Holder {
  readonly customerId: number
  readonly isMerged: boolean
}

/** Returns the file that has the mobile: a live one, otherwise the last one that had it before its merge. */
export async function findHolder(
  db: Executor,
  scope: Scope,
  mobile: string,
  exceptId: number,
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    (select c.id as "customerId", false as "isMerged" from customer c
     where c.dealer_id = ${scope.dealerId} and c.mobile = ${mobile} and c.mobile <> '' and c.merged_into_id is null and c.id <> ${exceptId})
    union all
    (select c.id, true from customer c
     where c.dealer_id = ${scope.dealerId} and c.mobile = ${mobile} and c.merged_into_id is not null and ${exceptId} not in (c.id, c.merged_into_id)
     order by c.id desc limit 1)
    limit 1`.execute(db)
  return rows[0]
}

/** Reads files to compare before a merge, without those that the member does not see. */
export async function listMergeInfo(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<MergeInfo[]> {
  const { rows } = await sql<MergeInfo>`
    select c.id, mask_text(c.name) as name, mask_mobile(c.mobile) as phone, ${maskedSecondPhone} as "secondPhone",
           epoch(d.last_follow_at) as "updatedAt", epoch(c.created_at) as "createdAt",
           d.owner_id as "ownerId", m.name as "ownerName", d.level, d.suspended_at is not null as "isSuspend",
           d.waiting_fail_review as "waitingFailReview",
           (select json_build_object('activityId', a.id, 'type', a.type, 'activityDate', epoch(a.due_at)) from activity a
            where a.dealer_id = ${scope.dealerId} and a.deal_id = d.id and a.completed_at is null and a.cancelled_at is null) as plan,
           (select count(*) from timeline t where t.dealer_id = ${scope.dealerId} and t.customer_id = c.id) as "timelineTotal",
           (select count(*) from deal x where x.dealer_id = ${scope.dealerId} and x.customer_id = c.id) as "dealTotal",
           (select count(*) from vehicle_order o where o.dealer_id = ${scope.dealerId} and o.customer_id = c.id) as "orderTotal",
           (select count(*) from lead l where l.dealer_id = ${scope.dealerId} and l.customer_id = c.id) as "leadTotal"
    from customer c
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    where c.dealer_id = ${scope.dealerId} and c.id = any(${customerIds}::bigint[]) and c.merged_into_id is null
      and ${seesOwner(scope, 'd.owner_id')}`.execute(db)
  return rows
}

/** Ids of files that were already merged into a customer. */
export async function listMergedInto(db: Executor, scope: Scope, customerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('merged_into_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Returns the owner's name, empty for an unknown customer. */
export async function findOwnerName(db: Executor, scope: Scope, customerId: number): Promise<string> {
  const { rows } = await sql<{ ownerName: string }>`
    select m.name as "ownerName"
    from customer c
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId}`.execute(db)
  return rows[0]?.ownerName ?? ''
}

interface Pair {
  readonly masterId: number
  readonly slaveId: number
}

/** How the merged customer is followed from now on. */
export interface GoingOn {
  /** The deal that stays current; `pastDealId` becomes history. */
  readonly dealId: number
  readonly pastDealId: number
  readonly ownerId: number
  /** The present owner of the deal that stays. */
  readonly formerOwnerId: number
  /** The next planned activity; undefined without one. */
  readonly plan: OpenActivity | undefined
  /** The past deal is the same opportunity as the current one, instead of one that ended before it. */
  readonly isSame: boolean
  /** Planned activities that `plan` replaces: they are completed as merged. */
  readonly endedIds: readonly number[]
}

/**
 * Moves deals and activities of the slave to the master and makes one of the two deals current. Other open activities, such as the return
 * visit after a delivery, stay open in their deal and go to the owner.
 */
export async function moveRecords(
  db: Executor,
  scope: Scope,
  { masterId, slaveId }: Pair,
  { dealId, pastDealId, isSame, ownerId, formerOwnerId, plan, endedIds }: GoingOn,
  now: Date,
): Promise<void> {
  const { dealerId } = scope
  // The order matters: a customer has one current deal, and a deal one open activity.
  await sql`
    update ${target('deal')} set is_current = false, next_follow_at = null, next_activity_type = 0, suspended_at = null, resume_at = null,
                    ${isSame ? sql`merged_at` : sql`superseded_at`} = ${now}::timestamptz
    where dealer_id = ${dealerId} and id = ${pastDealId}`.execute(db)
  await sql`
    update ${target('deal')} set customer_id = ${masterId} where dealer_id = ${dealerId} and customer_id = ${slaveId}`.execute(
    db,
  )
  const isGiven = ownerId !== formerOwnerId
  const moved = await sql`
    ${isGiven ? sql`with at_work as (${atWork(dealerId, [ownerId])})` : sql``}
    update ${target('deal')} set ${isGiven ? sql`owner_id = ${ownerId},` : sql``}
                    last_follow_at = greatest(last_follow_at, (
                      select past.last_follow_at from deal past where past.dealer_id = ${dealerId} and past.id = ${pastDealId})),
                    next_follow_at = coalesce(${plan?.dueAt ?? null}::timestamptz, next_follow_at),
                    next_activity_type = coalesce(${plan?.type ?? null}::smallint, next_activity_type)
    where dealer_id = ${dealerId} and id = ${dealId} ${isGiven ? sql`and exists (select from at_work)` : sql``}
    returning id`.execute(db)
  if (moved.rows.length === 0) throw new Overtaken()
  await sql`
    update ${target('customer')} set current_deal_id = ${dealId} where dealer_id = ${dealerId} and id = ${masterId}`.execute(
    db,
  )
  // Completed without a type, so that it does not count as a contact.
  if (endedIds.length > 0)
    await sql`
      update ${target('activity')} set completed_at = ${now}::timestamptz, completed_by = ${scope.memberId}, result = '{"isMerged": true}'
      where dealer_id = ${dealerId} and id = any(${endedIds}::bigint[])`.execute(db)
  await sql`
    update ${target('activity')} set
      customer_id = ${masterId},
      deal_id = case when id = ${plan?.id ?? null} then ${dealId} else deal_id end,
      owner_id = case when completed_at is null and cancelled_at is null then ${ownerId} else owner_id end
    where dealer_id = ${dealerId} and (customer_id = ${slaveId}
      or (customer_id = ${masterId} and completed_at is null and cancelled_at is null))`.execute(db)
}

/** Reads the level of a deal, which event subscribers may have changed since it was locked. */
export async function findLevel(db: Executor, scope: Scope, dealId: number): Promise<Level> {
  const row = await db
    .selectFrom('deal')
    .select('level')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
  return row.level as Level
}

interface InheritedOrder {
  readonly dealId: number
  /** Deal in which the order was approved. */
  readonly fromDealId: number
  readonly deliverOn: string
  readonly paymentType: number
}

/** Sets a followed deal to ordered, since it now has an approved order of another deal. */
export async function inheritOrder(
  db: Executor,
  scope: Scope,
  order: InheritedOrder,
  now: Date,
): Promise<void> {
  const { dealerId } = scope
  await sql`
    update ${target('deal')} d set level = 'O', level_before = d.level, ordered_at = coalesce(s.ordered_at, ${now}),
                      deliver_planned_on = ${order.deliverOn}::date, pay_type = ${order.paymentType}::smallint
    from deal s
    where d.dealer_id = ${dealerId} and d.id = ${order.dealId} and s.dealer_id = ${dealerId} and s.id = ${order.fromDealId}
      and d.level in ('N', 'H', 'A', 'B', 'C')`.execute(db)
}

/**
 * Marks the slave's file as merged and completes the master's: unites tags and fills empty fields, a street only within the same region.
 * Files merged into the slave earlier now point to the master.
 */
export async function joinPersons(
  db: Executor,
  scope: Scope,
  { masterId, slaveId }: Pair,
  numbers: { mobile: string; secondPhone: string },
): Promise<void> {
  const { dealerId } = scope
  // Must come first, to free the mobile in the unique index.
  await sql`
    update ${target('customer')} set merged_into_id = ${masterId}, row_version = row_version + (id = ${slaveId})::int
    where dealer_id = ${dealerId} and (id = ${slaveId} or merged_into_id = ${slaveId})`.execute(db)
  await sql`
    update ${target('customer')} m set
      mobile = ${numbers.mobile}, second_phone = ${numbers.secondPhone},
      weixin = coalesce(nullif(m.weixin, ''), s.weixin),
      qq = coalesce(nullif(m.qq, ''), s.qq),
      birthday = coalesce(m.birthday, s.birthday),
      identify_type = case when m.identify_no = '' and s.identify_no <> '' then s.identify_type else m.identify_type end,
      identify_no = coalesce(nullif(m.identify_no, ''), s.identify_no),
      gender = case when m.gender = 0 then s.gender else m.gender end,
      company_name = case when m.type = 2 and m.company_name = '' then s.company_name else m.company_name end,
      province = case when m.province = '' and m.address = '' then s.province else m.province end,
      city = case when m.province = '' and m.address = '' then s.city else m.city end,
      area = case when m.province = '' and m.address = '' then s.area else m.area end,
      address = case when m.address = '' and (m.province = '' or (m.province, m.city, m.area) = (s.province, s.city, s.area))
                     then s.address else m.address end,
      is_wecom = m.is_wecom or s.is_wecom,
      no_sms = m.no_sms or s.no_sms,
      tags = (select coalesce(left(string_agg(tag, ' ' order by first), 200), '') from (
                select tag, min(position) as first
                from unnest(string_to_array(concat_ws(' ', nullif(m.tags, ''), nullif(s.tags, '')), ' '))
                     with ordinality as t (tag, position) where tag <> '' group by tag) as united)
    from customer s
    where m.dealer_id = ${dealerId} and m.id = ${masterId} and s.dealer_id = ${dealerId} and s.id = ${slaveId}`.execute(
    db,
  )
}

/** Removes the store's mobile from the group's, unless another live file has it. */
export async function dropGroupMobile(
  db: Executor,
  scope: Scope,
  groupId: number,
  mobile: string,
): Promise<void> {
  if (groupId === 0 || mobile === '') return
  const { rows: files } = await sql`
    select from customer c
    where c.dealer_id = ${scope.dealerId} and c.mobile = ${mobile} and c.mobile <> '' and c.merged_into_id is null`.execute(
    db,
  )
  if (files.length === 0)
    await sql`
      delete from ${target('group_mobile')} g
      where g.group_id = ${groupId} and g.mobile = ${mobile} and g.dealer_id = ${scope.dealerId}`.execute(db)
}

/** Gives a merged file the mobile by which it is still found. */
export async function setMergedMobile(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  mobile: string,
): Promise<void> {
  await db
    .updateTable('customer')
    .set({ mobile })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', customerId)
    .where('merged_into_id', 'is not', null)
    .execute()
}

import { newType } from '@showroom/contract/customer/add.schema'
import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { factsOf } from '@showroom/contract/customer/timeline.schema'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import { Overtaken } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'
import { target } from '../../platform/db/target.ts'
import type { DB } from '../../platform/db/tables.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { TimelineEntry } from '../customer.repository.ts'
import { isPlannedLate } from '../follow/activity.repository.ts'
import { atWork, refuseLeft } from '../handover/owner.repository.ts'
import { ofMerged } from './on-file.repository.ts'

/** Form that a customer file is opened with: the dialog's fields, but gender may be 0 (unknown) for online leads. */
export type FileForm = Omit<NewCustomer, 'gender'> & { readonly gender: 0 | 1 | 2 }

/** Columns of the customer and deal rows. Rows are passed as JSON, so one statement text serves any number of them. */
const personColumns = [
  'dealer_id',
  'name',
  'mobile',
  'second_phone',
  'weixin',
  'gender',
  'type',
  'company_name',
  'tags',
  'province',
  'city',
  'area',
  'address',
  'identify_type',
  'identify_no',
  'birthday',
  'qq',
  'created_at',
  'created_by',
] as const satisfies readonly (keyof DB['customer'])[]
const dealColumns = [
  'dealer_id',
  'customer_id',
  'owner_id',
  'level',
  'from_source',
  'other_source',
  'business_type',
  'budget',
  'buy_count',
  'buy_province',
  'buy_city',
  'buy_area',
  'is_remote',
  'buycar_on',
  'is_replace',
  'series_ids',
  'competitor_series_ids',
  'old_series_id',
  'proof_images',
  'remark',
  'created_at',
  'created_by',
  'last_follow_at',
  'next_follow_at',
  'next_activity_type',
] as const satisfies readonly (keyof DB['deal'])[]
const columnsOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

/**
 * Inserts customers and returns their ids by mobile. A unique index leaves out mobiles that are already on file, also under concurrency.
 * Ids follow the input order, but rows are inserted sorted by mobile, so that overlapping batches wait for each other instead of
 * deadlocking.
 */
export async function insertCustomers(
  db: Executor,
  scope: Scope,
  customers: readonly FileForm[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await insertPersons(db, {
    persons: JSON.stringify(customers.map((customer) => customerValues(scope, customer, now))),
  })
  return new Map(rows.map(({ id, mobile }) => [mobile, id]))
}

const insertPersons = statement<{ persons: string }, { id: number; mobile: string }>(
  ({ persons }) => sql`
    with numbered as materialized (
      select nextval(pg_get_serial_sequence('customer', 'id')) as new_id, p.*
      from jsonb_populate_recordset(null::customer, ${persons}::jsonb) as p
    )
    insert into ${target('customer')} (id, ${columnsOf(personColumns)})
    select new_id, ${columnsOf(personColumns)} from numbered order by mobile
    on conflict (dealer_id, mobile) where mobile <> '' and merged_into_id is null do nothing
    returning id, mobile`,
)

const customerValues = (
  scope: Scope,
  { addition, ...customer }: FileForm,
  now: Date,
): Pick<Insertable<DB['customer']>, (typeof personColumns)[number]> => ({
  dealer_id: scope.dealerId,
  name: customer.name,
  mobile: customer.mobile,
  second_phone: customer.secondardPhone,
  weixin: customer.weixin,
  gender: customer.gender,
  type: customer.type,
  company_name: customer.type === 2 ? customer.companyName : '',
  tags: customer.tags,
  province: addition.province,
  city: addition.city,
  area: addition.area,
  address: addition.address,
  identify_type: addition.identifyType,
  identify_no: addition.idNo.toUpperCase(),
  birthday: addition.birthday || null,
  qq: addition.qq,
  created_at: now,
  created_by: scope.memberId,
})

export interface NewDeal {
  readonly customerId: number
  readonly ownerId: number
  readonly isRemote: number
  readonly proofImages: readonly string[]
  readonly nextFollowAt: Date
  /** The last contact with a customer who buys again. */
  readonly lastContactAt?: Date
  readonly now: Date
}

/** The last contact with a customer whom no one has contacted: it sorts first, and lies before every day. */
const neverContacted = new Date(0)

/** Inserts a customer's next deal, makes it the current one and returns its id. */
export async function insertDeal(
  db: Executor,
  scope: Scope,
  customer: FileForm,
  deal: NewDeal,
): Promise<number> {
  const { dealerId } = scope
  const { rows } = await sql<{ id: number }>`
    with at_work as (${atWork(dealerId, [deal.ownerId])}), made as (
      insert into ${target('deal')} (${columnsOf(dealColumns)})
      select ${columnsOf(dealColumns)}
      from jsonb_populate_record(null::deal, ${JSON.stringify(dealValues(scope, customer, deal))}::jsonb) as d
      where d.owner_id in (select id from at_work)
      returning id, customer_id
    )
    update ${target('customer')} c set current_deal_id = made.id from made
    where c.dealer_id = ${dealerId} and c.id = made.customer_id
    returning made.id`.execute(db)
  const [made] = rows
  if (!made) throw new Overtaken()
  return made.id
}

export interface FirstDeal {
  readonly customer: FileForm
  readonly deal: NewDeal
  /** First timeline rows, in order. */
  readonly story: readonly Pick<TimelineEntry, 'type' | 'subject' | 'content' | 'facts' | 'leadId'>[]
}

export interface OpenedFile {
  readonly customerId: number
  readonly dealId: number
  readonly activityId: number
  /** The mobile was waiting in the WeCom pool; its contact now belongs to this file. */
  readonly weixinClueExisted: boolean
}

/**
 * Opens the first deals of just inserted customers, each with its first planned activity and timeline rows. Also claims their contacts in
 * the WeCom pool and adds their mobiles to the group's. Uses one statement, since leads and imports open thousands of files.
 *
 * A mobile of a merged file belongs to the survivor: the new customer is deleted again and left out. This check runs after the insert, so
 * that an insert which waited for a merge to release the mobile sees the merge.
 */
export async function insertFirstDeals(
  db: Executor,
  scope: Scope,
  { memberName, groupId }: { readonly memberName: string; readonly groupId: number },
  firsts: readonly FirstDeal[],
): Promise<OpenedFile[]> {
  const owners = [...new Set(firsts.map(({ deal }) => deal.ownerId))]
  const opened = await openFirst(db, {
    dealerId: scope.dealerId,
    groupId,
    memberName,
    owners,
    mobiles: firsts.map(({ customer }) => customer.mobile),
    deals: JSON.stringify(firsts.map(({ customer, deal }) => dealValues(scope, customer, deal))),
    persons: JSON.stringify(
      firsts.map(({ customer, deal }) => ({
        customer_id: deal.customerId,
        mobile: customer.mobile,
        test_series_id: customer.nextTestSpecId || null,
        minutes: customer.nextMinutes || null,
        test_car_id: customer.nextCarId || null,
        is_late: isPlannedLate({
          dueAt: deal.nextFollowAt,
          minutes: customer.nextMinutes,
          at: deal.now,
          isArriving: customer.newType === newType.frontDesk,
        }),
      })),
    ),
    story: JSON.stringify(
      firsts.flatMap(({ deal, story }) =>
        story.map(({ leadId = 0, facts, ...row }) => ({
          customer_id: deal.customerId,
          lead_id: leadId,
          facts: facts && factsOf(facts),
          ...row,
        })),
      ),
    ),
  })
  if (opened.length < firsts.length) await refuseLeft(db, scope, owners)
  return opened
}

interface FirstDeals {
  readonly dealerId: number
  readonly groupId: number
  readonly memberName: string
  readonly owners: readonly number[]
  readonly mobiles: readonly string[]
  readonly deals: string
  readonly persons: string
  readonly story: string
}

const openFirst = statement<FirstDeals, OpenedFile>(
  ({ dealerId, groupId, memberName, owners, mobiles, deals, persons, story }) => sql`
    with person as materialized (
      select * from jsonb_to_recordset(${persons}::jsonb) as p (customer_id bigint, mobile text, test_series_id int, minutes smallint, test_car_id int, is_late boolean)
    ), theirs as materialized (
      select customer_id from person where mobile in (select mobile from (${ofMerged(dealerId, sql`${mobiles}::text[]`)}) as m)
    ), given_up as (
      delete from ${target('customer')} where dealer_id = ${dealerId} and id in (select customer_id from theirs)
    ), at_work as (
      ${atWork(dealerId, owners)}
    ), made as (
      insert into ${target('deal')} (${columnsOf(dealColumns)})
      select ${columnsOf(dealColumns)} from jsonb_populate_recordset(null::deal, ${deals}::jsonb) as d
      where d.customer_id not in (select customer_id from theirs) and d.owner_id in (select id from at_work)
      returning *
    ), shared as (
      insert into ${target('group_mobile')} (group_id, mobile, dealer_id)
      select ${groupId}::int, p.mobile, ${dealerId}::int from made m join person p on p.customer_id = m.customer_id
      where ${groupId}::int <> 0 and p.mobile <> ''
      order by p.mobile
      on conflict do nothing
    ), planned as (
      insert into ${target('activity')} (dealer_id, customer_id, deal_id, owner_id, from_source, type, due_at, test_series_id, minutes, test_car_id, is_late, created_at)
      select ${dealerId}::int, m.customer_id, m.id, m.owner_id, m.from_source, m.next_activity_type, m.next_follow_at, p.test_series_id,
             p.minutes, p.test_car_id, p.is_late, m.created_at
      from made m join person p on p.customer_id = m.customer_id
      returning id, deal_id
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts, lead_id)
      select ${dealerId}::int, m.customer_id, m.id, m.created_at, m.created_by, ${memberName}::text, m.level,
             s.type, s.subject, s.content, s.facts, s.lead_id
      from rows from (jsonb_to_recordset(${story}::jsonb)
             as (customer_id bigint, lead_id bigint, type smallint, subject text, content text, facts jsonb))
             with ordinality as s (customer_id, lead_id, type, subject, content, facts, place)
      join made m on m.customer_id = s.customer_id
      order by s.place
    ), claimed as (
      update ${target('wecom_contact')} w set claimed_customer_id = p.customer_id
      from person p
      where w.dealer_id = ${dealerId} and w.mobile = p.mobile and w.claimed_customer_id is null
      returning p.customer_id
    )
    update ${target('customer')} c set current_deal_id = m.id, is_wecom = c.is_wecom or w.customer_id is not null
    from made m join planned a on a.deal_id = m.id left join claimed w on w.customer_id = m.customer_id
    where c.dealer_id = ${dealerId} and c.id = m.customer_id
    returning c.id as "customerId", m.id as "dealId", a.id as "activityId", w.customer_id is not null as "weixinClueExisted"`,
)

const dealValues = (
  scope: Scope,
  customer: FileForm,
  deal: NewDeal,
): Pick<Insertable<DB['deal']>, (typeof dealColumns)[number]> => ({
  dealer_id: scope.dealerId,
  customer_id: deal.customerId,
  owner_id: deal.ownerId,
  level: customer.level,
  from_source: customer.fromSource,
  other_source: customer.otherSource || customer.customSource,
  business_type: customer.businessType,
  budget: customer.budget,
  buy_count: customer.buyCount,
  buy_province: customer.buyProvince,
  buy_city: customer.buyCity,
  buy_area: customer.buyArea,
  is_remote: deal.isRemote,
  buycar_on: customer.buycarDate ? dayText(customer.buycarDate) : null,
  is_replace: customer.businessType === 3,
  series_ids: customer.specIds,
  competitor_series_ids: customer.competitionSerieses,
  old_series_id: customer.addPurchaseOldSeriesId || null,
  proof_images: [...deal.proofImages],
  remark: customer.remark,
  created_at: deal.now,
  created_by: scope.memberId,
  last_follow_at: deal.lastContactAt ?? neverContacted,
  next_follow_at: deal.nextFollowAt,
  next_activity_type: customer.nextActivityType,
})

/** Claims the mobile's contact in the WeCom pool for a file. Returns true if one was waiting there. */
export async function claimWecomContact(
  db: Executor,
  scope: Scope,
  mobile: string,
  customerId: number,
): Promise<boolean> {
  const { rows } = await sql`
    with claimed as (
      update ${target('wecom_contact')} set claimed_customer_id = ${customerId}
      where dealer_id = ${scope.dealerId} and mobile = ${mobile} and claimed_customer_id is null
      returning claimed_customer_id
    )
    update ${target('customer')} c set is_wecom = true
    from claimed where c.dealer_id = ${scope.dealerId} and c.id = claimed.claimed_customer_id
    returning c.id`.execute(db)
  return rows.length > 0
}

/** Whether a file that takes this mobile would claim a WeCom contact. False if a file of the store already has the mobile. */
export async function waitsInWecomPool(db: Executor, scope: Scope, mobile: string): Promise<boolean> {
  const { rows } = await sql`
    select from wecom_contact where dealer_id = ${scope.dealerId} and mobile = ${mobile} and claimed_customer_id is null
      and not exists (select from customer
        where dealer_id = ${scope.dealerId} and mobile = ${mobile} and mobile <> '' and merged_into_id is null)
      and not exists (select from customer
        where dealer_id = ${scope.dealerId} and mobile = ${mobile} and merged_into_id is not null)`.execute(
    db,
  )
  return rows.length > 0
}

/** Records for the group that this store has the mobile; does nothing without a group. */
export async function insertGroupMobile(
  db: Executor,
  scope: Scope,
  groupId: number,
  mobile: string,
): Promise<void> {
  if (groupId === 0) return
  await db
    .insertInto('group_mobile')
    .values({ group_id: groupId, mobile, dealer_id: scope.dealerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import { findMerged } from './on-file.repository.ts'

/** What a file is opened with: as the dialog has it, save that an online lead does not tell the gender (0). */
export type FileForm = Omit<NewCustomer, 'gender'> & { readonly gender: 0 | 1 | 2 }

/**
 * Inserts customers and tells their ids by mobile. Who is on file already is left out, however many try at once (a unique index
 * decides), and so is whose number a merge put away: it belongs to the file that is left. They are numbered as they come, and put in by
 * their mobiles: two batches with the same ones in another order wait instead of deadlocking.
 */
export async function insertCustomers(
  db: Executor,
  scope: Scope,
  customers: readonly FileForm[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const ids = customers.length > 1 ? await takeCustomerIds(db, customers.length) : []
  const values = customers.map((customer, at) => ({
    ...customerValues(scope, customer, now),
    ...(ids[at] !== undefined && { id: ids[at] }),
  }))
  const rows = await db
    .insertInto('customer')
    .values(values.toSorted((one, other) => (one.mobile < other.mobile ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['dealer_id', 'mobile'])
        // In words, not as parameters: a plan made for any parameter would not find the partial index.
        .where(sql<boolean>`mobile <> '' and merged_into_id is null`)
        .doNothing(),
    )
    .returning(['id', 'mobile'])
    .execute()
  const made = new Map(rows.map(({ id, mobile }) => [mobile, id]))
  // Looked for after the insert: one that waited for a merge to let go of the number finds what the merge did.
  const merged = await findMerged(db, scope, [...made.keys()].filter(Boolean))
  if (merged.size === 0) return made
  const theirs = rows.filter(({ mobile }) => merged.has(mobile)).map(({ id }) => id)
  await db.deleteFrom('customer').where('dealer_id', '=', scope.dealerId).where('id', 'in', theirs).execute()
  for (const mobile of merged.keys()) made.delete(mobile)
  return made
}

async function takeCustomerIds(db: Executor, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('customer', 'id')) as id from generate_series(1, ${count}::int)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

const customerValues = (scope: Scope, { addition, ...customer }: FileForm, now: Date) => ({
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
  readonly now: Date
}

/** Opens deals and makes each its customer's current one; tells their ids by customer. */
export async function insertDeals(
  db: Executor,
  scope: Scope,
  deals: readonly { customer: FileForm; deal: NewDeal }[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .with('made', (qb) =>
      qb
        .insertInto('deal')
        .values(deals.map(({ customer, deal }) => dealValues(scope, customer, deal)))
        .returning(['id', 'customer_id']),
    )
    .updateTable('customer as c')
    .from('made')
    .set((eb) => ({ current_deal_id: eb.ref('made.id') }))
    .where('c.dealer_id', '=', scope.dealerId)
    .whereRef('c.id', '=', 'made.customer_id')
    .returning(['made.id', 'made.customer_id'])
    .execute()
  return new Map(rows.map((row) => [row.customer_id, row.id]))
}

/** Opens one deal. */
export async function insertDeal(
  db: Executor,
  scope: Scope,
  customer: FileForm,
  deal: NewDeal,
): Promise<number> {
  const made = await insertDeals(db, scope, [{ customer, deal }])
  return made.get(deal.customerId) ?? 0
}

const dealValues = (scope: Scope, customer: FileForm, deal: NewDeal) => ({
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
  buycar_on: customer.buycarDate ? shanghaiDay(customer.buycarDate) : null,
  is_replace: customer.businessType === 3,
  series_ids: customer.specIds,
  competitor_series_ids: customer.competitionSerieses,
  old_series_id: customer.addPurchaseOldSeriesId || null,
  proof_images: [...deal.proofImages],
  remark: customer.remark,
  created_at: deal.now,
  created_by: scope.memberId,
  last_follow_at: deal.now,
  next_follow_at: deal.nextFollowAt,
  next_activity_type: customer.nextActivityType,
})

/** YYYY-MM-DD in Asia/Shanghai. */
export const shanghaiDay = (seconds: number): string =>
  new Date((seconds + 28_800) * 1000).toISOString().slice(0, 10)

export interface Reached {
  readonly customerId: number
  readonly mobile: string
}

/** Claims contacts of the WeCom pool for their files. Tells the mobiles that were waiting there. */
export async function claimWecomContacts(
  db: Executor,
  scope: Scope,
  files: readonly Reached[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mobile: string }>`
    with claimed as (
      update wecom_contact w set claimed_customer_id = f.customer_id
      from unnest(${files.map((file) => file.mobile)}::text[], ${files.map((file) => file.customerId)}::bigint[]) as f (mobile, customer_id)
      where w.dealer_id = ${scope.dealerId} and w.mobile = f.mobile and w.claimed_customer_id is null
      returning w.mobile, f.customer_id
    ), recorded as (
      update customer c set is_wecom = true
      from claimed where c.dealer_id = ${scope.dealerId} and c.id = claimed.customer_id
    )
    select mobile from claimed`.execute(db)
  return new Set(rows.map(({ mobile }) => mobile))
}

/** Claims the contact for one file. True when the mobile was waiting in the pool. */
export const claimWecomContact = async (
  db: Executor,
  scope: Scope,
  mobile: string,
  customerId: number,
): Promise<boolean> => (await claimWecomContacts(db, scope, [{ mobile, customerId }])).has(mobile)

/** Tells the group which of its stores holds the mobiles. */
export async function insertGroupMobiles(
  db: Executor,
  scope: Scope,
  groupId: number,
  mobiles: readonly string[],
): Promise<void> {
  if (groupId === 0 || mobiles.length === 0) return
  await db
    .insertInto('group_mobile')
    .values(mobiles.map((mobile) => ({ group_id: groupId, mobile, dealer_id: scope.dealerId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const insertGroupMobile = (
  db: Executor,
  scope: Scope,
  groupId: number,
  mobile: string,
): Promise<void> => insertGroupMobiles(db, scope, groupId, [mobile])

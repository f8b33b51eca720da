import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Inserts a customer; undefined when the mobile is on file already, however many try at once (a unique index decides). */
export async function insertCustomer(
  db: Executor,
  scope: Scope,
  customer: NewCustomer,
  now: Date,
): Promise<number | undefined> {
  const { addition } = customer
  const row = await db
    .insertInto('customer')
    .values({
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
    .onConflict((conflict) =>
      conflict
        .columns(['dealer_id', 'mobile'])
        // In words, not as parameters: a plan made for any parameter would not find the partial index.
        .where(sql<boolean>`mobile <> '' and merged_into_id is null`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface NewDeal {
  readonly customerId: number
  readonly ownerId: number
  readonly isRemote: number
  readonly proofImages: readonly string[]
  readonly nextFollowAt: Date
  readonly now: Date
}

/** Opens the customer's deal and makes it the current one. */
export async function insertDeal(
  db: Executor,
  scope: Scope,
  customer: NewCustomer,
  deal: NewDeal,
): Promise<number> {
  const { id } = await db
    .insertInto('deal')
    .values({
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
      buycar_on: customer.buycarDate ? sql`${shanghaiDay(customer.buycarDate)}::date` : null,
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
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('customer')
    .set({ current_deal_id: id })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', deal.customerId)
    .execute()
  return id
}

/** YYYY-MM-DD in Asia/Shanghai. */
export const shanghaiDay = (seconds: number): string =>
  new Date((seconds + 28_800) * 1000).toISOString().slice(0, 10)

/** Who owns the customer with that mobile, to tell in the refusal. */
export async function findOwnerByMobile(db: Executor, scope: Scope, mobile: string) {
  return db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.onRef('d.dealer_id', '=', 'c.dealer_id').onRef('d.id', '=', 'c.current_deal_id'),
    )
    .innerJoin('member as m', (join) =>
      join.onRef('m.dealer_id', '=', 'd.dealer_id').onRef('m.id', '=', 'd.owner_id'),
    )
    .select(['c.id as customerId', 'm.name as ownerName'])
    .where('c.dealer_id', '=', scope.dealerId)
    .where('c.mobile', '=', mobile)
    .where('c.merged_into_id', 'is', null)
    .executeTakeFirst()
}

/** Claims a contact of the WeCom pool for the new file. True when the mobile was waiting there. */
export async function claimWecomContact(
  db: Executor,
  scope: Scope,
  mobile: string,
  customerId: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('wecom_contact')
    .set({ claimed_customer_id: customerId })
    .where('dealer_id', '=', scope.dealerId)
    .where('mobile', '=', mobile)
    .where('claimed_customer_id', 'is', null)
    .returning('mobile')
    .executeTakeFirst()
  if (claimed)
    await db
      .updateTable('customer')
      .set({ is_wecom: true })
      .where('dealer_id', '=', scope.dealerId)
      .where('id', '=', customerId)
      .execute()
  return claimed !== undefined
}

/** Tells the group which of its stores holds the mobile. */
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

/** Names of series of our own by their ids; unknown ids are left out. */
export async function readSeriesById(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('series')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Which of the ids are competitor series. */
export async function readCompetitorIds(db: Executor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('competitor_series')
    .select('id')
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

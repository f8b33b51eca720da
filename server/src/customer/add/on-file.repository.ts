import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CustomerOnFile } from '@showroom/contract/customer/add.schema'
import type { CustomerState } from '@showroom/contract/customer/customer.rules'
import { dayText } from '@showroom/contract/kernel/day'
import type { z } from 'zod'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import { statement } from '../../platform/db/statement.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'

import { orderCounts } from '../customer.repository.ts'
import { stopped } from '../list/list.repository.ts'

/** Finds the file that already has a number. */

type Value = number | RawBuilder<unknown>

// Each lookup has its own query branch to use its partial index; a combined condition would read all files of the store.

/** Selects `mobile`, `id` and `rank` of surviving files whose merged files had those numbers, as mobile or as further number. */
export const ofMerged = (dealerId: Value, mobiles: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select mobile, merged_into_id as id, 1 as rank from customer
  where dealer_id = ${dealerId} and mobile = any(${mobiles}) and mobile <> '' and merged_into_id is not null
  union all
  select n.mobile, c.merged_into_id, 2 from customer c cross join lateral unnest(contact_numbers(c.second_phone)) as n (mobile)
  where c.dealer_id = ${dealerId} and c.merged_into_id is not null and c.second_phone <> ''
    and contact_numbers(c.second_phone) && ${mobiles} and n.mobile = any(${mobiles})`

/**
 * Selects `mobile` and `id` of the files that those numbers belong to: the live file with that mobile, otherwise the survivor of a merged
 * one.
 */
const ofNumbers = (dealerId: Value, mobiles: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct on (mobile) mobile, id
  from (
    select mobile, id, 0 as rank from customer
    where dealer_id = ${dealerId} and mobile = any(${mobiles}) and mobile <> '' and merged_into_id is null
    union all ${ofMerged(dealerId, mobiles)}
  ) as found
  order by mobile, rank, id`

/** SQL expression for the id of the file that the number belongs to. */
export const fileOfNumber = (dealerId: Value, mobile: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(select found.id from (${ofNumbers(dealerId, sql`array[${mobile}]`)}) as found)`

type Looked = { readonly dealerId: number; readonly mobiles: readonly string[] }
type Found = { mobile: string; id: number }
const onFile = statement<Looked, Found>(
  ({ dealerId, mobiles }) => ofNumbers(dealerId, sql`${mobiles}::text[]`) as RawBuilder<Found>,
)
const merged = statement<Looked, Found>(
  ({ dealerId, mobiles }) => ofMerged(dealerId, sql`${mobiles}::text[]`) as RawBuilder<Found>,
)

/** Returns files by mobile; a number of a merged file leads to the survivor. */
export async function findOnFile(
  db: Executor,
  { dealerId }: Scope,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await onFile(db, { dealerId, mobiles })).map(({ mobile, id }) => [mobile, id]))
}

/** Returns those of the numbers that belonged to a merged file, with the surviving files. */
export async function findMerged(
  db: Executor,
  { dealerId }: Scope,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await merged(db, { dealerId, mobiles })).map(({ mobile, id }) => [mobile, id]))
}

/** Finds the customer that has the number, with the owner's name for refusals. */
export async function findOwnerByMobile(db: Executor, scope: Scope, mobile: string) {
  const { rows } = await sql<{ customerId: number; ownerName: string }>`
    select f.id as "customerId", m.name as "ownerName"
    from (${ofNumbers(scope.dealerId, sql`${[mobile]}::text[]`)}) as f
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = f.id
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id`.execute(db)
  return rows[0]
}

/** Describes a file of the store to the front desk, with numbers masked, as in the tip on a number on file. */
export async function describeOnFile(db: Executor, { dealerId }: Scope, customerId: number, now: Date) {
  const { rows } = await sql<z.infer<typeof CustomerOnFile>>`
    select c.id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile,
           coalesce(nullif(mask_id_no(c.identify_no), ''), '无') as "identifyNo", m.name as "ownerName", ${stopped} as stopped,
           exists (select from visit v where v.dealer_id = ${dealerId} and v.customer_id = c.id
                   and v.day = ${dayText(secondsOf(now))}::date and v.left_at is null) as "isPresent"
    from customer c
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${dealerId} and m.id = d.owner_id
    where c.dealer_id = ${dealerId} and c.id = ${customerId}`.execute(db)
  return rows[0]
}

/** Reads a short description of a file that the member sees, with the state that decides the next step. */
export async function describeFile(db: Executor, scope: Scope, customerId: number) {
  const { rows } = await sql<{ name: string; state: CustomerState }>`
    select mask_text(c.name) as name,
           json_build_object('level', d.level, 'isSuspend', d.suspended_at is not null, 'waitingFailReview', d.waiting_fail_review,
             'openOrders', orders."openOrders", 'undelivered', orders.undelivered) as state
    from customer c
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    cross join lateral (
      select ${orderCounts} from vehicle_order o
      where o.dealer_id = ${scope.dealerId} and o.customer_id = c.id) as orders
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId} and ${seesOwner(scope, 'd.owner_id')}`.execute(
    db,
  )
  const [file] = rows
  return file && { ...file, customerId, level: file.state.level }
}

/** Increments the row versions of files. */
export async function bumpVersions(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return
  await sql`
    update ${target('customer')} set row_version = row_version + 1
    where dealer_id = ${scope.dealerId} and id = any(${customerIds}::bigint[])`.execute(db)
}

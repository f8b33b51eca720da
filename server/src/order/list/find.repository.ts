import { cleanSerial } from '@showroom/contract/kernel/clean'
import { mostFound } from '@showroom/contract/find/find.schema'
import type { Find } from '@showroom/contract/find/find.schema'
import { sql } from 'kysely'
import { onTheWay } from '@showroom/contract/order/verify.rules'
import { type Condition, literals, readOnce, seesOwner } from '../../platform/db/conditions.ts'
import { type Key, closeness, formOf, idsByKey, isWide } from '../../platform/db/search.ts'
import type { Scope } from '../../platform/session/session.ts'

/** An order number: its letters, the day, and five digits. */
const digits = 11

/** The range of order numbers with this prefix, with or without the letters and the number of a line; undefined if the keyword is none. */
function numbersFrom(key: string): { first: string; last: string } | undefined {
  const part = /^(?:DD)?(\d{6,11})(?:-\d*)?$/.exec(cleanSerial(key))?.[1]
  return part === undefined
    ? undefined
    : { first: `DD${part.padEnd(digits, '0')}`, last: `DD${part.padEnd(digits, '9')}` }
}

/** Ids of a store's orders that match the key by the buyer's name or phone, or by order number. */
export function ordersByKey(dealerId: number, key: Key): Condition {
  const numbers = typeof key === 'string' ? numbersFrom(key) : undefined
  const ids = idsByKey(dealerId, 'vehicle_order_buyer', key)
  // A range, because the index on order numbers supports it with any parameter.
  return numbers
    ? sql`(select n.id from vehicle_order n
           where n.dealer_id = ${dealerId} and n.order_no between ${numbers.first} and ${numbers.last} union all ${ids})`
    : ids
}

/** Like `formOf`. A keyword that may be an order number has no form, because it needs its own statement. */
export function orderFormOf(dealerId: number, key: string) {
  const of = formOf(dealerId, key)
  return numbersFrom(key) ? { ...of, form: undefined, keyIn: () => key } : of
}

/** For a key with thousands of equal matches the index walk finds the latest first: `is true` makes PostgreSQL hash the matching orders. */
function wantedOf({ dealerId }: Scope, { key, orderIds }: Find): { wanted: Condition; order: Condition } {
  const latest = sql`o.created_at desc, o.id desc`
  if (key === '') return { wanted: sql`o.id = any(${orderIds}::bigint[])`, order: latest }
  const ids = ordersByKey(dealerId, key)
  return isWide(key)
    ? { wanted: sql`(o.id in ${ids}) is true`, order: latest }
    : { wanted: sql`o.id in ${ids}`, order: sql`${closeness(key, 'o')}, ${latest}` }
}

/**
 * The few best matches for the key, or the orders with the ids, as a JSON array of `FoundOrder`: of owners whom the member sees, and with
 * `allocates` those of the store on their way, without the number.
 */
export function foundOrders(
  scope: Scope,
  query: Find,
  { opens, allocates }: { readonly opens: boolean; readonly allocates: boolean },
): Condition {
  const { wanted, order } = wantedOf(scope, query)
  const isSeen = sql`(${sql.lit(opens)} and ${seesOwner(scope, 'o.owner_id')})`
  const sees = allocates ? sql`(${isSeen} or o.status in ${literals(onTheWay)})` : isSeen
  return sql`(
    select coalesce(json_agg(r), '[]')::text
    from (
      select o.id as "orderId", o.order_no as "orderNo", mask_text(o.name) as name, case when ${isSeen} then mask_mobile(o.phone) else '' end as phone, o.status,
             m.name as "ownerName", ${isSeen} as "isSeen", epoch(o.created_at) as "createdDate", coalesce((
               select s.name || ' ' || model.name
               from vehicle_order_line l join series s on s.id = l.series_id join model on model.id = l.model_id
               where l.dealer_id = ${scope.dealerId} and l.order_id = o.id order by l.id limit 1), '') as "modelName"
      from ${readOnce(sql`select o.id
        from vehicle_order o
        where o.dealer_id = ${scope.dealerId} and ${wanted} and ${sees}
        order by ${order} limit ${sql.lit(mostFound)}`)} as page
      join vehicle_order o on o.dealer_id = ${scope.dealerId} and o.id = page.id
      join member m on m.dealer_id = ${scope.dealerId} and m.id = o.owner_id
      order by ${order}
    ) as r)`
}

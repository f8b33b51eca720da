import { timelineType } from '@showroom/contract/customer/customer.rules'
import { factsOf } from '@showroom/contract/customer/timeline.schema'
import { sql } from 'kysely'
import type { Acting } from '../../platform/http/handler.ts'
import { lockCustomers } from '../lock.ts'

/**
 * Follow-ups of an older system. They are rows of the timeline alone: reports and reviews count activities, so these count nowhere.
 */

export interface ImportedFollow {
  readonly rowNo: number
  readonly customerId: number
  readonly at: Date
  readonly said: string
  /** How the customer was contacted, as written. */
  readonly way: string
  /** Name of the member as written; `memberId` is 0 for an unknown name. */
  readonly person: string
  readonly memberId: number
}

/**
 * Adds follow-ups to timelines and moves the last follow-up of a file to a later one. Returns the rows that were added; others are in the
 * timeline already, or their customer is out of reach (`missing`).
 */
export async function importFollows(
  acting: Acting,
  follows: readonly ImportedFollow[],
): Promise<{ added: ReadonlySet<number>; missing: ReadonlySet<number> }> {
  const { db, session } = acting
  const { dealerId } = session.scope
  const customers = await lockCustomers(
    acting,
    follows.map(({ customerId }) => customerId),
  )
  const given = follows.flatMap(({ rowNo, customerId, at, said, way, person, memberId }) => {
    const file = customers.get(customerId)
    if (!file) return []
    return [
      {
        row_no: rowNo,
        customer_id: customerId,
        deal_id: file.dealId,
        level: file.level,
        at,
        member_id: memberId,
        person,
        content: way ? `${way}：${said}` : said,
        facts: factsOf({ kind: 'imported', said, way }),
      },
    ]
  })
  const { rows } = await sql<{ rowNo: number }>`
    with given as (
      select distinct on (customer_id, at, content) *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (row_no int, customer_id bigint, deal_id bigint, level text,
        at timestamptz, member_id bigint, person text, content text, facts jsonb)
      order by customer_id, at, content, row_no
    ), fresh as (
      select * from given g where not exists (
        select from timeline t
        where t.dealer_id = ${dealerId} and t.customer_id = g.customer_id and t.created_at = g.at
          and t.type = ${sql.lit(timelineType.imported)} and t.content = g.content)
    ), recorded as (
      insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select ${dealerId}::int, customer_id, deal_id, at, member_id, person, level, ${sql.lit(timelineType.imported)}, '导入', content, facts
      from fresh order by customer_id, at, row_no
    ), moved as (
      update deal d set last_follow_at = f.at
      from (select deal_id, max(at) as at from fresh group by deal_id) as f
      where d.dealer_id = ${dealerId} and d.id = f.deal_id and d.last_follow_at < f.at
    )
    select row_no as "rowNo" from fresh`.execute(db)
  return {
    added: new Set(rows.map(({ rowNo }) => rowNo)),
    missing: new Set(follows.filter((one) => !customers.has(one.customerId)).map(({ rowNo }) => rowNo)),
  }
}

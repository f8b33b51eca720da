import { sql } from 'kysely'
import type { TimelineType } from '@showroom/contract/customer/customer.rules'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { NewVersion } from '../handover/assign.repository.ts'

export interface TagsOf {
  readonly customerId: number
  readonly tags: string
}

/** Reads the customers' own tags; the caller has locked the files. */
export async function readTags(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<TagsOf>`
    select id as "customerId", tags from customer
    where dealer_id = ${scope.dealerId} and id = any(${customerIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ customerId, tags }) => [customerId, tags]))
}

/** Writes the tags of locked customers, with a timeline row for each. */
export async function tagAll(
  db: Executor,
  scope: Scope,
  tagged: readonly TagsOf[],
  by: {
    readonly memberName: string
    readonly now: Date
    readonly type: TimelineType
    readonly subject: string
  },
): Promise<NewVersion[]> {
  const { rows } = await sql<NewVersion>`
    with tagged as (
      select c.id, c.current_deal_id, d.level, t.tags, c.tags as before
      from unnest(${tagged.map((one) => one.customerId)}::bigint[], ${tagged.map((one) => one.tags)}::text[]) as t (customer_id, tags)
      join customer c on c.dealer_id = ${scope.dealerId} and c.id = t.customer_id
      join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select ${scope.dealerId}::int, id, current_deal_id, ${by.now}::timestamptz, ${scope.memberId}::bigint, ${by.memberName}::text,
             level, ${by.type}::smallint, ${by.subject}::text, case when tags = '' then '清空标签' else '标签：' || tags end,
             jsonb_strip_nulls(jsonb_build_object('kind', 'tagged', 'tags', nullif(tags, ''), 'before', nullif(before, '')))
      from tagged
    )
    update ${target('customer')} c set tags = t.tags, row_version = row_version + 1 from tagged t
    where c.dealer_id = ${scope.dealerId} and c.id = t.id
    returning c.id as "customerId", c.row_version as "rowVersion"`.execute(db)
  return rows
}

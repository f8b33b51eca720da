import { timelineType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { HeldFile } from '../lock.repository.ts'
import { atWork, refuseLeft } from './owner.repository.ts'

/** Ids of the customers that the member owns. */
export async function listOwned(db: Executor, { dealerId }: Scope, memberId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select customer_id as id from deal where dealer_id = ${dealerId} and owner_id = ${memberId} and is_current`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Names of members by id. */
export async function nameMembers(
  db: Executor,
  { dealerId }: Scope,
  memberIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('member')
    .select(['id', 'name'])
    .where('dealer_id', '=', dealerId)
    .where('id', 'in', memberIds)
    .execute()
}

export interface Gift {
  /** The file as it was locked. */
  readonly file: HeldFile
  readonly ownerId: number
}

interface GiftText {
  readonly by: string
  readonly subject: string
  /** Appended to the text with the old and new owner. */
  readonly note: string
  readonly now: Date
}

/**
 * Gives each locked customer to a member: deals, open activities, timeline and versions in one statement, whose snapshot is younger than
 * the locks. Uses the values read with the locks instead of reading the files again. Returns the new versions.
 */
export async function giveAll(
  db: Executor,
  scope: Scope,
  gifts: readonly Gift[],
  text: GiftText,
): Promise<ReadonlyMap<number, number>> {
  const { dealerId } = scope
  const files = gifts.map(({ file }) => file)
  const heirs = gifts.map((one) => one.ownerId)
  const { rows } = await sql<{ id: number; rowVersion: number }>`
    with heir as (
      ${atWork(dealerId, [...new Set(heirs)])}
    ), moved as materialized (
      select g.id, g.customer_id, g.level, g.owner_id, m.name as from_name, n.name as to_name
      from unnest(${files.map((one) => one.customerId)}::bigint[], ${files.map((one) => one.dealId)}::bigint[],
                  ${files.map((one) => one.level)}::text[], ${files.map((one) => one.ownerId)}::bigint[],
                  ${heirs}::bigint[]) as g (customer_id, id, level, from_id, owner_id)
      join member m on m.dealer_id = ${dealerId} and m.id = g.from_id
      join heir n on n.id = g.owner_id
    ), given as (
      update ${target('deal')} d set owner_id = moved.owner_id from moved where d.dealer_id = ${dealerId} and d.id = moved.id
    ), planned as (
      -- Return visits of earlier deals, too.
      update ${target('activity')} a set owner_id = moved.owner_id
      from moved join deal e on e.dealer_id = ${dealerId} and e.customer_id = moved.customer_id
      where a.dealer_id = ${dealerId} and a.deal_id = e.id and a.completed_at is null and a.cancelled_at is null
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select ${dealerId}::int, customer_id, id, ${text.now}::timestamptz, ${scope.memberId}::bigint, ${text.by}::text, level,
             ${timelineType.reassigned}::smallint, ${text.subject}::text,
             '客户经理：' || from_name || ' → ' || to_name || ${text.note}::text,
             jsonb_build_object('kind', 'reassigned', 'from', from_name, 'to', to_name)
      from moved
    )
    update ${target('customer')} c set row_version = c.row_version + 1 from moved
    where c.dealer_id = ${dealerId} and c.id = moved.customer_id
    returning c.id, c.row_version as "rowVersion"`.execute(db)
  if (rows.length < gifts.length) await refuseLeft(db, scope, heirs)
  return new Map(rows.map(({ id, rowVersion }) => [id, rowVersion]))
}

import type { ContactAnswer } from '@showroom/contract/contact/contact.schema'
import { sql } from 'kysely'
import { fileOfNumber } from '../customer/index.ts'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'
import type { ReadContact } from '../platform/wecom/contacts.ts'

/** Contacts of WeCom that members of the store have. */

/** The member's userid at WeCom in lower case; undefined without a binding. */
export async function findOwnUser(db: Executor, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('wecom_binding')
    .select('user_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.user_id.toLowerCase()
}

/** The userids, in lower case, of members of the store; of these ones only, if given. */
export async function listUsersOf(
  db: Executor,
  { dealerId }: Pick<Scope, 'dealerId'>,
  corpId: string,
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select lower(b.user_id) as "userId"
    from member m join wecom_binding b on b.account_id = m.account_id and b.corp_id = ${corpId}
    where m.dealer_id = ${dealerId} and m.status = 0 and m.left_at is null
      and (${among ?? null}::text[] is null or lower(b.user_id) = any(${among ?? []}::text[]))`.execute(db)
  return rows.map((row) => row.userId)
}

/**
 * Stores the state of a contact as read from WeCom, for the store's members. An older read changes nothing, so the order of reads does not
 * matter. A contact that no member of the store has is deleted, unless a file is bound to it.
 */
export async function storeContact(
  db: Executor,
  scope: Pick<Scope, 'dealerId'>,
  contact: { readonly externalId: string; readonly corpId: string; readonly readAt: Date } & ReadContact,
): Promise<void> {
  const { dealerId } = scope
  const { externalId, corpId, readAt, name, followUsers } = contact
  const own = new Set(
    await listUsersOf(
      db,
      scope,
      corpId,
      followUsers.map(({ userId }) => userId),
    ),
  )
  const ownUsers = followUsers.filter(({ userId }) => own.has(userId))
  if (ownUsers.length === 0) {
    await sql`
      delete from ${target('contact')}
      where dealer_id = ${dealerId} and external_id = ${externalId} and read_at <= ${readAt}
        and customer_id is null`.execute(db)
    await sql`
      update ${target('contact')} set user_ids = '{}', read_at = ${readAt}
      where dealer_id = ${dealerId} and external_id = ${externalId} and read_at <= ${readAt}`.execute(db)
    return
  }
  const tags = new Map(ownUsers.flatMap((one) => one.tags.map((tag) => [tag.id || tag.name, tag] as const)))
  const labels = [...tags.values()]
  const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))]
  const values = sql.join([
    sql`${name}`,
    sql`${unique(ownUsers.map(({ userId }) => userId))}::text[]`,
    sql`${unique(ownUsers.flatMap(({ mobiles }) => mobiles))}::text[]`,
    sql`${unique(labels.map((tag) => tag.name))}::text[]`,
    sql`${unique(labels.map((tag) => tag.id))}::text[]`,
  ])
  await sql`
    insert into ${target('contact')} as c (dealer_id, external_id, read_at, name, user_ids, mobiles, tags, tag_ids)
    values (${dealerId}, ${externalId}, ${readAt}, ${values})
    on conflict (dealer_id, external_id) do update set
      read_at = excluded.read_at, user_ids = excluded.user_ids,
      name = case when c.is_erased then c.name else excluded.name end,
      mobiles = case when c.is_erased then c.mobiles else excluded.mobiles end,
      tags = case when c.is_erased then c.tags else excluded.tags end,
      tag_ids = case when c.is_erased then c.tag_ids else excluded.tag_ids end
    where c.read_at <= excluded.read_at`.execute(db)
}

/** When the contact was read last for the store; undefined if it is unknown there. */
export async function findReadAt(
  db: Executor,
  { dealerId }: Scope,
  externalId: string,
  userId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('contact')
    .select('read_at')
    .where('dealer_id', '=', dealerId)
    .where('external_id', '=', externalId)
    .where(sql<boolean>`user_ids @> array[${userId}]`)
    .executeTakeFirst()
  return row?.read_at
}

/** The contact as the member sees it, who must have it at WeCom. */
export async function findContact(
  db: Executor,
  scope: Scope,
  externalId: string,
  userId: string,
): Promise<ContactAnswer | undefined> {
  const { dealerId } = scope
  const { rows } = await sql<ContactAnswer>`
    with own as materialized (
      select mask_text(c.name) as name, c.tags, c.mobiles, c.customer_id, not c.is_erased and c.customer_id is not null as is_bound
      from contact c
      where c.dealer_id = ${dealerId} and c.external_id = ${externalId} and c.user_ids @> array[${userId}]
    ), wanted as materialized (
      select customer_id as id from own where is_bound
      union
      select ${fileOfNumber(dealerId, sql`noted.mobile`)} from own cross join unnest(own.mobiles) as noted (mobile) where not is_bound
    ), seen as materialized (
      select x.id, x.name, x.mobile, m.name as owner_name
      from wanted
      join customer x on x.dealer_id = ${dealerId} and x.id = wanted.id and x.merged_into_id is null and not x.is_erased
      join deal d on d.dealer_id = ${dealerId} and d.id = x.current_deal_id and ${seesOwner(scope, 'd.owner_id')}
      left join member m on m.dealer_id = ${dealerId} and m.id = d.owner_id
    )
    select own.name, array(select mask_text(tag) from unnest(own.tags) as tag) as tags,
           case when own.is_bound then coalesce((select seen.id from seen where seen.id = own.customer_id), 0) else 0 end as "customerId",
           own.is_bound and not exists (select from seen where seen.id = own.customer_id) as "isElsewhere",
           case when own.is_bound then '[]' else coalesce((
             select jsonb_agg(jsonb_build_object('customerId', seen.id, 'name', seen.name, 'mobile', mask_mobile(seen.mobile),
                      'ownerName', coalesce(seen.owner_name, '')) order by seen.id)
             from seen), '[]') end as offered
    from own`.execute(db)
  return rows[0]
}

/** Locks the contact, which the member must have at WeCom, and returns the file it is bound to: 0 for none. */
export async function lockContact(
  db: Executor,
  { dealerId }: Scope,
  externalId: string,
  userId: string,
): Promise<{ readonly customerId: number; readonly name: string } | undefined> {
  const { rows } = await sql<{ customerId: number; name: string }>`
    select case when is_erased then 0 else coalesce(customer_id, 0) end as "customerId", name from contact
    where dealer_id = ${dealerId} and external_id = ${externalId} and user_ids @> array[${userId}]
    for update`.execute(db)
  return rows[0]
}

/** Binds a locked contact to a file; to none if `customerId` is 0. */
export async function changeBinding(
  db: Executor,
  { dealerId, memberId }: Scope,
  externalId: string,
  { customerId, at }: { readonly customerId: number; readonly at: Date },
): Promise<void> {
  const isBound = customerId > 0
  await db
    .updateTable('contact')
    .set({
      customer_id: isBound ? customerId : null,
      bound_by: isBound ? memberId : null,
      bound_at: isBound ? at : null,
      is_erased: false,
    })
    .where('dealer_id', '=', dealerId)
    .where('external_id', '=', externalId)
    .execute()
}

/** SQL expression: whether a file has a contact at WeCom, bound or from the pool. */
export const hasContact = ({ dealerId }: Scope, customerId: number) =>
  sql<boolean>`(
    exists (select from contact where dealer_id = ${dealerId} and customer_id = ${customerId})
    or exists (select from wecom_contact where dealer_id = ${dealerId} and claimed_customer_id = ${customerId}))`

/** Contacts of the store with a label, or with any if the id is empty. */
export async function listTagged(
  db: Executor,
  { dealerId }: Pick<Scope, 'dealerId'>,
  tagId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select external_id as id from contact
    where dealer_id = ${dealerId} and ${tagId === '' ? sql`tag_ids <> '{}'` : sql`tag_ids @> array[${tagId}]`}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Contacts of the store's member that were read after the instant. */
export async function listKnown(
  db: Executor,
  { dealerId }: Pick<Scope, 'dealerId'>,
  userId: string,
): Promise<{ id: string; readAt: Date }[]> {
  const { rows } = await sql<{ id: string; readAt: Date }>`
    select external_id as id, read_at as "readAt" from contact
    where dealer_id = ${dealerId} and user_ids @> array[${userId}]`.execute(db)
  return rows
}

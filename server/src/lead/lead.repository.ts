import { factTexts } from '@showroom/contract/lead/intake.schema'
import { rowTextMax } from '@showroom/contract/lead/list.schema'
import { worksLeads } from '@showroom/contract/lead/lead.rules'
import type { ClueEvent } from '@showroom/contract/lead/lead.schema'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import { theDealer } from '../platform/db/dealer.ts'
import type { Scope, Session } from '../platform/session/session.ts'

/** Facts from sources about a prospect (`lead.facts`); empty if there are none. */
const facts = sql.join(
  [...factTexts, 'zhwxUrl'].flatMap((name) => [
    sql.lit(name),
    sql`coalesce(mask_text(l.facts ->> ${sql.lit(name)}), '')`,
  ]),
)

/** Condition that a member sees lead `l`: all of the store for members who work leads or see the whole store, otherwise those with a visible owner. */
export const seesLead = (scope: Scope, worksAll: boolean) =>
  worksAll || scope.sees === 'all'
    ? sql`true`
    : sql`l.owner_id is not null and ${seesOwner(scope, 'l.owner_id')}`

/** `LeadTimes` of dealer `store`. */
export const hoursJson = sql`json_build_object('inTime', store.work_starts, 'offTime', store.work_ends,
  'clearWithin', store.clear_within_minutes * 60, 'followWithin', store.follow_within_minutes * 60)`

/** Working seconds of lead `l` in dealer `store`; -1 while there is nothing to measure. */
export const secondsTaken = {
  clearing: sql`coalesce(l.clear_seconds, -1)`,
  following: sql`coalesce(l.follow_seconds, working_seconds(l.assigned_at, l.first_follow_at, store.work_starts, store.work_ends), -1)`,
} as const

/** The lead's only number is the second one. */
export const lacksMobile = sql`l.mobile = '' and l.second_phone <> ''`

/** The person was erased: each lead begins with a number. */
export const isErased = sql`l.mobile = '' and l.second_phone = ''`

/** The number of a row of leads, masked. */
export const shownNumber = sql`mask_mobile(coalesce(nullif(l.mobile, ''), l.second_phone))`

/** The beginning of a text for a row. Masks before cutting, because a cut number would not be recognized. */
export const beginningOf = (column: string) =>
  sql`left(mask_text(${sql.ref(column)}), ${sql.lit(rowTextMax)})`

/** Names for a list of ids in the form, in the form's order. */
const namesIn = (key: string, table: 'series' | 'competitor_series', name: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(${name} order by k.position), '[]')
  from jsonb_array_elements_text(l.form -> ${sql.lit(key)}) with ordinality as k (id, position)
  join ${sql.table(table)} f on f.id = k.id::int)`

/** Data entered in cleaning for a lead that waits for an owner; null once it has one. */
const formJson = sql`case when l.form is not null and l.owner_id is null then json_build_object(
  'businessType', (l.form ->> 'businessType')::int, 'buyCount', (l.form ->> 'buyCount')::int,
  'specNames', ${namesIn('specIds', 'series', sql`f.name`)},
  'competitionNames', ${namesIn('competitionSerieses', 'competitor_series', sql`f.brand_name || ' ' || f.series_name`)},
  'remark', mask_text(l.form ->> 'remark')) end`

/**
 * The customer with the mobile of a lead without customer. A number of a merged customer leads to the survivor. Each half uses its own
 * partial index: combined, PostgreSQL would read all customers of the store.
 */
const onFileJson = sql`(
  select json_build_object('name', mask_text(f.name), 'ownerName', o.name)
  from (
    select id, 0 as place from customer
    where dealer_id = ${theDealer} and mobile = l.mobile and mobile <> '' and merged_into_id is null
    union all
    select merged_into_id, 1 from customer
    where dealer_id = ${theDealer} and mobile = l.mobile and mobile <> '' and merged_into_id is not null
  ) as found
  join customer f on f.dealer_id = ${theDealer} and f.id = found.id
  join deal fd on fd.dealer_id = ${theDealer} and fd.id = f.current_deal_id
  join member o on o.dealer_id = ${theDealer} and o.id = fd.owner_id
  where l.customer_id is null
  order by found.place limit 1)`

/** Fields of the source that could not be read; null if there are none. */
const warningsJson = sql`(
  select mask_text(w.warnings::text)::jsonb from lead_delivery w
  where w.dealer_id = ${theDealer} and w.lead_id = l.id and w.warnings <> '[]' order by w.id limit 1)`

/** Condition that a reviewer sees the lead through a defeat request of its customer's current deal `d`. */
const reviewsDeal = ({ reviews }: Scope) =>
  reviews
    ? sql`exists (select from defeat_request f where f.dealer_id = ${theDealer} and f.deal_id = d.id)`
    : sql`false`

/** A lead with the store's hours, as JSON with masked numbers, for members who see it or its customer, or review its defeat. */
export async function findLead(
  db: Executor,
  scope: Scope,
  worksAll: boolean,
  leadId: number,
): Promise<{ lead: string; hours: string } | undefined> {
  const { rows } = await sql<{ lead: string; hours: string }>`
    select ${hoursJson}::text as hours, jsonb_strip_nulls(jsonb_build_object(
      'clueId', l.id, 'name', mask_text(l.name), 'phone', mask_mobile(l.mobile), 'secondardPhone', mask_mobile(l.second_phone), 'lacksMobile', ${lacksMobile}, 'isErased', ${isErased},
      'status', l.status, 'clearStatus', l.clear_status,
      'seriesName', coalesce(mask_text(l.facts ->> 'seriesName'), s.name, ''), 'mappingSeriesName', coalesce(s.name, ''),
      'mappingSpecId', coalesce(l.series_id, 0), 'province', mask_text(l.province), 'city', mask_text(l.city), 'area', l.area,
      'buyProvince', mask_text(coalesce(d.buy_province, l.form ->> 'buyProvince', l.province)),
      'buyCity', mask_text(coalesce(d.buy_city, l.form ->> 'buyCity', l.city)),
      'buyArea', coalesce(d.buy_area, l.form ->> 'buyArea', l.area), 'isRemote', l.is_remote,
      'sourceName', coalesce(source.display, ''), 'remark', mask_text(l.remark), 'createTime', epoch(l.created_at), 'clueLevel', l.clue_level,
      'ownerId', coalesce(l.owner_id, 0), 'ownerName', coalesce(m.name, ''),
      'customerId', case when ${seesOwner(scope, 'd.owner_id')} or ${reviewsDeal(scope)} then coalesce(c.id, 0) else 0 end, 'isRepeat', l.is_repeat,
      'invalidReason', l.invalid_reason, 'clearRemark', mask_text(l.clear_remark), 'noContactTimes', l.no_contact_times,
      'assignedDate', epoch(l.assigned_at), 'clearSeconds', ${secondsTaken.clearing}, 'followSeconds', ${secondsTaken.following},
      'form', ${formJson}, 'onFile', ${onFileJson}, 'warnings', ${warningsJson},
      'paymentMoney', coalesce((l.facts ->> 'paymentMoney')::bigint, 0),
      'historySpec', coalesce(mask_text(l.facts ->> 'historySpec'), '[]'), 'attentionSeries', coalesce(mask_text(l.facts ->> 'attentionSeries'), '[]'))
      || jsonb_build_object(${facts}))::text as lead
    from lead l
    join dealer store on store.id = l.dealer_id
    left join series s on s.id = l.series_id
    left join dictionary source on source.kind = 'onlineSources' and source.value = l.source_id::text
    left join member m on m.dealer_id = ${scope.dealerId} and m.id = l.owner_id
    left join customer c on c.dealer_id = ${scope.dealerId} and c.id = l.customer_id
    left join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where l.dealer_id = ${scope.dealerId} and l.id = ${leadId} and ((${seesLead(scope, worksAll)}) or ${seesOwner(scope, 'd.owner_id')} or ${reviewsDeal(scope)})`.execute(
    db,
  )
  return rows[0]
}

/** The lead's history, newest first. */
export async function listLeadEvents(db: Executor, scope: Scope, leadId: number): Promise<ClueEvent[]> {
  const { rows } = await sql<ClueEvent>`
    select e.id, epoch(e.created_at) as "createdAt", e.handle_name as "handleOwnerName", e.result,
           e.follow_name as "followOwnerName", mask_text(e.remark) as remark
    from lead_event e
    where e.dealer_id = ${scope.dealerId} and e.lead_id = ${leadId}
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** The unmasked numbers, only for the call that reveals them. */
export async function findLeadNumbers(
  db: Executor,
  session: Session,
  leadId: number,
): Promise<{ mobile: string; second_phone: string } | undefined> {
  const { scope } = session
  const { rows } = await sql<{ mobile: string; second_phone: string }>`
    select l.mobile, l.second_phone from lead l
    where l.dealer_id = ${scope.dealerId} and l.id = ${leadId} and ${seesLead(scope, worksLeads(session))}`.execute(
    db,
  )
  return rows[0]
}

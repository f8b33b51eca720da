import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import type { ClueEvent } from '@showroom/contract/lead/lead.schema'
import { sql } from 'kysely'
import { seesOwner } from '../customer/index.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** What sources tell about a prospect beside the lead's own columns (`lead.facts`); empty where they told nothing. */
const factTexts = [
  'siteDesc',
  'zhwxUrl',
  'buyCarIndex',
  'budget',
  'replaceProbability',
  'loanProbability',
  'configurePrefer',
  'onlinePrefer',
  'customerCity',
  'purpose',
  'openingRemarks',
  'specIntroduction',
  'activityRecommend',
  'pricingStrategy',
  'inviteToShop',
] as const

const facts = sql.join(
  factTexts.flatMap((name) => [sql.lit(name), sql`coalesce(mask_text(l.facts ->> ${sql.lit(name)}), '')`]),
)

/** A lead as JSON, numbers masked: for its owner and those above, and for who sees the customer that it became. */
export async function findLead(db: Executor, scope: Scope, leadId: number): Promise<string | undefined> {
  const { rows } = await sql<{ lead: string }>`
    select json_build_object(
      'clueId', l.id, 'name', l.name, 'phone', mask_mobile(l.mobile), 'status', l.status, 'clearStatus', l.clear_status,
      'seriesName', coalesce(l.facts ->> 'seriesName', s.name, ''), 'mappingSeriesName', coalesce(s.name, ''),
      'mappingSpecId', coalesce(l.series_id, 0), 'province', l.province, 'city', l.city,
      'buyProvince', coalesce(d.buy_province, l.province), 'buyCity', coalesce(d.buy_city, l.city),
      'buyArea', coalesce(d.buy_area, ''), 'isRemote', coalesce(d.is_remote, case
        when l.city = '' then 3 when l.city = store.city then 2 else 1 end),
      'sourceName', coalesce(source.display, ''), 'createTime', epoch(l.created_at), 'clueLevel', l.clue_level,
      'ownerName', coalesce(m.name, ''), 'paymentMoney', coalesce((l.facts ->> 'paymentMoney')::bigint, 0),
      'historySpec', coalesce(l.facts ->> 'historySpec', '[]'), 'attentionSeries', coalesce(l.facts ->> 'attentionSeries', '[]'),
      ${facts})::text as lead
    from lead l
    join dealer store on store.id = l.dealer_id
    left join series s on s.id = l.series_id
    left join dictionary source on source.kind = 'onlineSources' and source.value = l.source_id::text
    left join member m on m.dealer_id = l.dealer_id and m.id = l.owner_id
    left join customer c on c.dealer_id = l.dealer_id and c.id = l.customer_id
    left join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    where l.dealer_id = ${scope.dealerId} and l.id = ${leadId}
      and (${seesOwner(scope, 'l.owner_id')} or ${seesOwner(scope, 'd.owner_id')})`.execute(db)
  return rows[0]?.lead
}

/** What became of a lead, newest first: the rows of its customer's timeline that speak of it. */
export async function listLeadEvents(db: Executor, scope: Scope, leadId: number): Promise<ClueEvent[]> {
  const { rows } = await sql<ClueEvent>`
    select t.id, epoch(t.created_at) as "createdAt", t.owner_name as "handleOwnerName", t.subject as result,
           coalesce(m.name, '') as "followOwnerName", mask_text(t.content) as remark
    from lead l
    join timeline t on t.dealer_id = l.dealer_id and t.customer_id = l.customer_id and t.lead_id = l.id
    left join member m on m.dealer_id = l.dealer_id and m.id = l.owner_id
    where l.dealer_id = ${scope.dealerId} and l.id = ${leadId}
    order by t.created_at desc, t.id desc`.execute(db)
  return rows
}

export interface CityLead {
  /** Whoever sends it twice sends it once. */
  readonly externalId: string
  readonly name: string
  readonly mobile: string
  readonly seriesId: number | null
  readonly province: string
  readonly city: string
  readonly remark: string
  readonly now: Date
}

/**
 * Gives a lead to a store of that city, to the one whose last of this kind is the longest ago; to none where there is no other store.
 * One after the other: two at once would choose the same store.
 */
export async function passToCity(db: Executor, scope: Scope, lead: CityLead): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('city pool'), hashtext(${lead.province + lead.city}))`.execute(
    db,
  )
  await sql`
    insert into lead (dealer_id, external_id, source_id, status, name, mobile, series_id, province, city, remark, created_at)
    select d.id, ${lead.externalId}, ${cityPoolSource}::int, 1, ${lead.name}, ${lead.mobile}, ${lead.seriesId}::int,
           ${lead.province}, ${lead.city}, ${lead.remark}, ${lead.now}::timestamptz
    from dealer d
    where d.province = ${lead.province} and d.city = ${lead.city} and d.id <> ${scope.dealerId}
    order by (select max(l.created_at) from lead l where l.dealer_id = d.id and l.source_id = ${cityPoolSource}) nulls first, d.id
    limit 1
    on conflict do nothing`.execute(db)
}

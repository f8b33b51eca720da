import { ask } from '../database.ts'

/** Result of auditing acknowledged leads: none may be missing, duplicated, or have two owners. */

export interface Audit {
  readonly lost: number
  readonly twice: number
  /**
   * Leads that break their store's policy: each must be notified once, and owned by one member where the system
   * assigns.
   */
  readonly wrong: number
  readonly owned: number
  /** Over all stores where the system assigns: the most leads of a member minus the fewest. */
  readonly spread: number
}

/** Audits the leads whose external id begins with the prefix. */
export async function auditLeads(url: string, prefix: string, sent: number): Promise<Audit> {
  const [totals] = await ask<{ total: number; different: number; wrong: number; owned: number }>(
    url,
    `select count(*)::int as total, count(distinct l.external_id)::int as different, count(l.owner_id)::int as owned,
            count(*) filter (where t.came <> 1 or l.source_id <> 10 or case when d.online_policy = 3
              then l.status <> 2 or l.owner_id is null or t.given <> 1 or t.follow_name <> m.name
                   or f.files <> 1 or f.owner_id <> l.owner_id or f.customer_id <> l.customer_id or f.told <> 1
              else l.status <> 1 or l.owner_id is not null or t.given <> 0 or f.files <> 0 end)::int as wrong
     from lead l
     join dealer d on d.id = l.dealer_id
     left join member m on m.dealer_id = l.dealer_id and m.id = l.owner_id
     cross join lateral (
       select count(*) filter (where result = '线索进入') as came, count(*) filter (where result = '新线索分配') as given,
              max(follow_name) as follow_name
       from lead_event where dealer_id = l.dealer_id and lead_id = l.id) as t
     cross join lateral (
       select count(*) as files, max(deal.owner_id) as owner_id, max(c.id) as customer_id,
              max((select count(*) from timeline where dealer_id = c.dealer_id and customer_id = c.id and lead_id = l.id)) as told
       from customer c join deal on deal.dealer_id = c.dealer_id and deal.customer_id = c.id
       where c.dealer_id = l.dealer_id and c.mobile = l.mobile and c.mobile <> '' and c.merged_into_id is null) as f
     where starts_with(l.external_id, $1)`,
    [prefix],
  )
  const [even] = await ask<{ spread: number }>(
    url,
    `select coalesce(max(most - fewest), 0)::int as spread from (
       select max(total) as most, min(total) as fewest from (
         select m.dealer_id, count(l.id) as total
         from dealer d
         join member m on m.dealer_id = d.id and m.role = 4
         left join lead l on l.dealer_id = m.dealer_id and l.owner_id = m.id and starts_with(l.external_id, $1)
         where d.online_policy = 3 and d.code like 'L0%'
         group by m.dealer_id, m.id) as of_member
       group by dealer_id) as of_store`,
    [prefix],
  )
  const { total = 0, different = 0, wrong = 0, owned = 0 } = totals ?? {}
  return { lost: sent - different, twice: total - different, wrong, owned, spread: even?.spread ?? 0 }
}

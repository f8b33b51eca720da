-- A lead points at the deal that it opened or joined, and a past deal tells how it ended: the customer bought again (superseded), or it was
-- the same opportunity as another one, entered twice (merged). Merged deals are not counted.

alter table lead add deal_id bigint;
alter table deal
  add superseded_at timestamptz,
  add merged_at timestamptz;

-- Merges of the past, by the audit. Earlier releases always made the merged file's deal history.
create temporary table past_merge on commit drop as
  select distinct on (a.dealer_id, deal_id) a.dealer_id,
         coalesce((a.detail ->> 'pastDealId')::bigint, (a.detail ->> 'slaveDealId')::bigint, c.current_deal_id) as deal_id,
         a.at, coalesce(a.detail ->> 'pastDeal', 'merged') = 'merged' as is_merged
  from audit a
  left join customer c on c.dealer_id = a.dealer_id and c.id = (a.detail ->> 'slaveCustomerId')::bigint
  where a.action = 'merge'
  order by a.dealer_id, deal_id, a.at;
update deal d set merged_at = m.at from past_merge m
where m.is_merged and m.dealer_id = d.dealer_id and m.deal_id = d.id and not d.is_current;
update deal d set superseded_at = coalesce(
  (select m.at from past_merge m where m.dealer_id = d.dealer_id and m.deal_id = d.id),
  (select min(n.created_at) from deal n
   where n.dealer_id = d.dealer_id and n.customer_id = d.customer_id and n.created_at > d.created_at and n.merged_at is null),
  d.last_follow_at)
where not d.is_current and d.merged_at is null;

drop index lead_counted;
-- The newest deal that is not after the lead's assignment, otherwise the first.
update lead l set deal_id = (
  select d.id from deal d
  where d.dealer_id = l.dealer_id and d.customer_id = l.customer_id and d.merged_at is null
  order by d.created_at <= coalesce(l.assigned_at, l.created_at) desc,
           case when d.created_at <= coalesce(l.assigned_at, l.created_at) then d.created_at end desc nulls last, d.created_at, d.id
  limit 1)
where l.customer_id is not null;
create index lead_counted on lead (dealer_id, created_at)
  include (owner_id, source_id, series_id, status, is_repeat, customer_id, deal_id, first_follow_at, clear_seconds);

-- A lead that gets a customer joins its current deal.
create function deal_of_lead() returns trigger language plpgsql as $$
begin
  select current_deal_id into new.deal_id from customer where dealer_id = new.dealer_id and id = new.customer_id;
  return new;
end $$;
create trigger lead_joined before insert or update of customer_id on lead
  for each row when (new.customer_id is not null and new.deal_id is null) execute function deal_of_lead();

-- The release before does not write it.
create function deal_superseded() returns trigger language plpgsql as $$
begin
  new.superseded_at := now();
  return new;
end $$;
create trigger deal_passed before update of is_current on deal
  for each row when (old.is_current and not new.is_current and new.superseded_at is null and new.merged_at is null)
  execute function deal_superseded();

-- What is counted of a lead's deal, beside what was counted of every row's deal, from the index that is there for the id anyway.
alter table deal drop constraint deal_pkey;
alter table deal add primary key (dealer_id, id) include (from_source, other_source, series_ids, level, status, arrived_at);

-- Files are counted where their deal was created, also if the customer bought again.
drop index deal_counted;
create index deal_counted on deal (dealer_id, created_at, id)
  include (customer_id, owner_id, level, status, from_source, other_source, series_ids, arrived_at, buy_city, buy_area, business_type, is_current)
  where merged_at is null;

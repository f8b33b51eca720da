-- Online leads: how they come in, what cleaning finds, whose they become.

-- Seconds between two instants that lie within a store's daily hours (`HH:MM`, Asia/Shanghai, which has no summer time). The same as
-- `workingSeconds` of the contract's lead rules; a test holds them together.
create function working_seconds(since timestamptz, until timestamptz, starts text, ends text) returns int
language sql immutable strict parallel safe as $$
  with clock as (
    select since at time zone 'Asia/Shanghai' as a, until at time zone 'Asia/Shanghai' as b,
           extract(epoch from starts::time)::int as low, extract(epoch from ends::time)::int as high
  ), parts as (
    select greatest(high - low, 0) as length, b::date - a::date as days,
           least(greatest(floor(extract(epoch from a::time))::int - low, 0), greatest(high - low, 0)) as into_a,
           least(greatest(floor(extract(epoch from b::time))::int - low, 0), greatest(high - low, 0)) as into_b
    from clock
  )
  select case when until <= since then 0 else days * length + into_b - into_a end from parts
$$;

-- The instant of which `seconds` working seconds have gone by at `until`: what began before it has lasted longer. Infinitely long ago
-- where the store is never open.
create function working_since(until timestamptz, seconds int, starts text, ends text) returns timestamptz
language sql immutable strict parallel safe as $$
  with clock as (
    select until at time zone 'Asia/Shanghai' as u, extract(epoch from starts::time)::int as low,
           extract(epoch from ends::time)::int - extract(epoch from starts::time)::int as length
  ), spent as (
    -- Working seconds from the first moment of the day to the instant sought: below 0 where that lies on a day before.
    select u::date as day, low, length,
           least(greatest(floor(extract(epoch from u::time))::int - low, 0), length) - seconds as rest
    from clock
  ), days as (
    -- The end of a day rather than the start of the next: the earliest of the instants that have the same working time.
    select day, low, length, rest, ceil(rest::numeric / nullif(length, 0))::int - 1 as back from spent
  )
  select case when length <= 0 then '-infinity'::timestamptz
              else (day + back + make_interval(secs => low + rest - back * length)) at time zone 'Asia/Shanghai' end
  from days
$$;

alter table lead
  -- What cleaning entered, by the names of the wire: the customer file that the lead becomes once somebody owns it.
  add form jsonb,
  add invalid_reason smallint not null default 0,
  add clear_remark text not null default '',
  add home_province text not null default '',
  add home_city text not null default '',
  add cleared_by int,
  -- 1 yes, 2 no, 3 not known: lives in or buys in another city than the store's.
  add is_remote smallint not null default 3,
  add no_contact_times int not null default 0,
  -- What was done last: 1 assignment, 2 cleaning.
  add last_task smallint not null default 0,
  -- Told once that it waits longer than allowed.
  add overdue_at timestamptz,
  add first_follow_at timestamptz,
  -- The page's tab (contract: leadTab); 0 for closed ones, which only the last tab shows.
  add tab smallint not null generated always as (
    case status when 1 then 1 when 12 then 5 when 4 then 4 when 3 then 0 else 3 end) stored;
update lead l set is_remote = case when l.city = '' then 3 when l.city = d.city then 2 else 1 end,
                  last_task = case when l.status in (4, 12, 5) then 2 when l.status = 2 then 1 else 0 end,
                  no_contact_times = case when l.status = 12 then 1 else 0 end,
                  -- Not to be measured again, nor counted as waiting for its owner.
                  first_follow_at = coalesce(
                    (select min(a.completed_at) from activity a
                     where a.dealer_id = l.dealer_id and a.customer_id = l.customer_id and a.completed_at >= l.assigned_at),
                    l.assigned_at + make_interval(secs => l.follow_seconds))
from dealer d where d.id = l.dealer_id;
-- Page and total of a tab, and of all, whatever the filters.
create index lead_tab on lead (dealer_id, tab, created_at desc, id desc) include (owner_id, source_id, clue_level, is_remote);
drop index lead_created;
create index lead_created on lead (dealer_id, created_at desc, id desc) include (owner_id, source_id, clue_level, is_remote);
create index lead_search on lead using gin (search_tokens(dealer_id, name, mobile)) with (fastupdate = off);
create index lead_owned on lead (dealer_id, owner_id, tab, created_at desc, id desc) where owner_id is not null;
create index lead_unassigned on lead (dealer_id, created_at, id) where status = 5;
-- What the system gives out where it assigns, oldest first.
create index lead_backlog on lead (dealer_id, created_at, id) where status in (1, 5);
-- Repeats: who sent the same number before.
create index lead_mobile on lead (dealer_id, mobile);
-- Customers whose first follow-up is still to be measured, and leads that wait for cleaning.
create index lead_unfollowed on lead (dealer_id, customer_id) include (owner_id) where assigned_at is not null and first_follow_at is null;
create index lead_uncleared on lead (created_at) where status = 1 and overdue_at is null;

-- What happened to a lead, one row an action. A lead that became a customer is told in that customer's timeline too.
create table lead_event (
  dealer_id int not null,
  id bigint generated by default as identity,
  lead_id bigint not null,
  created_at timestamptz not null,
  -- Who did it; 0 for the system.
  member_id int not null,
  handle_name text not null,
  result text not null,
  -- Whose it became.
  follow_name text not null default '',
  remark text not null default '',
  primary key (dealer_id, id)
);
create index lead_event_lead on lead_event (dealer_id, lead_id, created_at desc, id desc);
create trigger lead_event_append_only before update on lead_event for each row execute function refuse_change();
insert into lead_event (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
select dealer_id, lead_id, at, member_id, handle_name, result, follow_name, remark
from (
  select dealer_id, id as lead_id, created_at as at, 0 as member_id, '系统' as handle_name, '线索进入' as result, '' as follow_name,
         remark, 0 as place
  from lead
  union all
  -- Of one that became a customer the timeline tells it; of the others nobody wrote down who it was.
  select dealer_id, id, cleared_at, 0, '', case clear_status when 1 then '清洗有效' when 2 then '清洗无效' else '未接通' end, '', '', 1
  from lead where cleared_at is not null and clear_status <> 0 and customer_id is null
  union all
  select t.dealer_id, t.lead_id, t.created_at, t.member_id, t.owner_name, t.subject, coalesce(m.name, ''), t.content, t.id
  from timeline t
  join lead l on l.dealer_id = t.dealer_id and l.id = t.lead_id
  left join member m on m.dealer_id = l.dealer_id and m.id = l.owner_id
  where t.lead_id <> 0
) as told
order by at, place;

-- Who may send leads: a portal, or the maker's own site, with a key and a secret of its own. It names a store by its code.
create table lead_source (
  id int generated by default as identity primary key,
  key text not null unique,
  -- The shared secret, sealed with the server's own.
  sealed_secret bytea not null,
  -- Code of onlineSources.
  source_id int not null,
  name text not null,
  -- Leads a second, by each server process.
  rate int not null default 200 check (rate > 0),
  active boolean not null default true,
  created_at timestamptz not null
);

-- What came in: kept before anything is made of it, so that a kill loses nothing. Refused ones are kept as well and can be replayed.
create table lead_delivery (
  -- 0 where the delivery names no store of ours.
  dealer_id int not null,
  id bigint generated by default as identity,
  -- Id of lead_source.
  source_key int not null,
  external_id text not null,
  -- 0 waiting, 1 a lead, 2 refused.
  state smallint not null default 0,
  body jsonb not null,
  -- [{path, text}]
  errors jsonb not null default '[]',
  lead_id bigint,
  received_at timestamptz not null,
  handled_at timestamptz,
  -- Receipt of the delivery that a replay of this refused one made.
  replayed_as text,
  primary key (dealer_id, id)
);
create unique index lead_delivery_external on lead_delivery (dealer_id, source_key, external_id) where state <> 2;
create index lead_delivery_waiting on lead_delivery (dealer_id, id) where state = 0;
create index lead_delivery_refused on lead_delivery (source_key, id) where state = 2 and replayed_as is null;
create index lead_delivery_handled on lead_delivery (handled_at) where state <> 0;

-- When a member was last given a lead by the system: of those with equally few, the one who waits longest is next.
alter table member add last_lead_at timestamptz;

-- Leads that wait because nobody was there are given out when somebody is: each server process listens.
create function tell_member_available() returns trigger language plpgsql as $$
begin
  perform pg_notify('lead_backlog', new.dealer_id::text);
  return new;
end $$;
create trigger member_available after insert or update of activated_at, status, left_at, role on member
  for each row when (new.activated_at is not null and new.status = 0 and new.left_at is null)
  execute function tell_member_available();

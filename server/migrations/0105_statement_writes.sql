-- Triggers that read or write another table, or notify, do their work for the release before alone: this release's sessions set
-- `showroom.writes`, because their statements do that work. A later release drops these triggers.

create or replace function owner_at_work() returns trigger language plpgsql as $$
declare
  owner text := new.dealer_id || ':' || new.owner_id;
begin
  if current_setting('showroom.writes', true) = 'statement' then return new; end if;
  if current_setting('showroom.owner_at_work', true) is distinct from owner then
    perform from member where dealer_id = new.dealer_id and id = new.owner_id and left_at is null for key share;
    if not found then
      raise exception 'member % has left', new.owner_id using errcode = 'SR001';
    end if;
    perform set_config('showroom.owner_at_work', owner, true);
  end if;
  return new;
end $$;

create or replace function deal_superseded() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return new; end if;
  new.superseded_at := now();
  return new;
end $$;

create or replace function deal_of_lead() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return new; end if;
  select current_deal_id into new.deal_id from customer where dealer_id = new.dealer_id and id = new.customer_id;
  return new;
end $$;

create or replace function source_of_activity() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return new; end if;
  select from_source into new.from_source from deal where dealer_id = new.dealer_id and id = new.deal_id;
  return new;
end $$;

create or replace function source_of_order() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return new; end if;
  select from_source, other_source into new.from_source, new.other_source
  from deal where dealer_id = new.dealer_id and id = new.deal_id;
  return new;
end $$;

create or replace function credit_visit() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return new; end if;
  new.first_receiver_id := coalesce(new.first_receiver_id, new.receiver_id);
  if new.deal_id is null then
    select d.id, d.owner_id into new.deal_id, new.owner_id
    from customer c join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    where c.dealer_id = new.dealer_id and c.id = new.customer_id;
  end if;
  return new;
end $$;

create or replace function note_reception() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  insert into reception (dealer_id, member_id, visit_id, received_at)
  select new.dealer_id, new.receiver_id, new.id, new.received_at
  where not exists (
    select from reception
    where dealer_id = new.dealer_id and member_id = new.receiver_id and received_at = new.received_at and visit_id = new.id);
  return null;
end $$;

create or replace function note_source() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  if new.from_source <> old.from_source then
    update activity set from_source = new.from_source
    where dealer_id = new.dealer_id and customer_id = new.customer_id and deal_id = new.id;
  end if;
  update vehicle_order set from_source = new.from_source, other_source = new.other_source
  where dealer_id = new.dealer_id and deal_id = new.id;
  return null;
end $$;

create or replace function note_order_buyer() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  insert into vehicle_order_buyer (dealer_id, order_id, name, contact_name, phone)
  values (new.dealer_id, new.id, new.name, new.contact_name, new.phone)
  on conflict (dealer_id, order_id) do update
  set name = excluded.name, contact_name = excluded.contact_name, phone = excluded.phone;
  return null;
end $$;

create or replace function note_order_vehicles() returns trigger language plpgsql as $$
declare
  of record;
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  -- One after another: each is found by its key, whatever the plan was made for.
  for of in select distinct dealer_id, order_id from written loop
    update vehicle_order o set series_ids = l.series, model_ids = l.models
    from (
      select coalesce(array_agg(series_id order by id), '{}') as series, coalesce(array_agg(model_id order by id), '{}') as models
      from vehicle_order_line where dealer_id = of.dealer_id and order_id = of.order_id) as l
    where o.dealer_id = of.dealer_id and o.id = of.order_id and (o.series_ids, o.model_ids) is distinct from (l.series, l.models);
  end loop;
  return null;
end $$;

create or replace function merged_before() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  update deal set merged_at = new.at, superseded_at = null
  where dealer_id = new.dealer_id and id = (new.detail ->> 'slaveDealId')::bigint and not is_current and merged_at is null;
  return null;
end $$;

create or replace function tell_session_gone() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  perform pg_notify('session_changed', 'token:' || encode(old.token_hash, 'hex'));
  return null;
end $$;

create or replace function tell_session_ended() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  perform pg_notify('session_changed', 'token:' || encode(new.token_hash, 'hex'));
  return null;
end $$;

create or replace function tell_rights_changed() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  perform pg_notify('session_changed', 'dealer:' || new.dealer_id);
  return null;
end $$;

create or replace function tell_dealer_changed() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  perform pg_notify('session_changed', 'dealer:' || new.id);
  return null;
end $$;

create or replace function tell_member_available() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  perform pg_notify('lead_backlog', new.dealer_id::text);
  return null;
end $$;

create or replace function tell_base_changed() returns trigger language plpgsql as $$
begin
  if current_setting('showroom.writes', true) = 'statement' then return null; end if;
  perform pg_notify('base_changed', tg_table_name);
  return null;
end $$;

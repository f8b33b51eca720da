-- What a hand-over of 20,000 customers pays for each of them, once.

-- An order is found by its buyer's names and number. They stand beside it once more, because their index is the dearest to write of all, and
-- PostgreSQL writes it anew whenever anything of an order's row changes: for 8,000 orders that go to another member it was three quarters
-- of the time.
drop index vehicle_order_search;
create table vehicle_order_buyer (
  dealer_id int not null,
  order_id bigint not null,
  name text not null,
  contact_name text not null,
  phone text not null,
  primary key (dealer_id, order_id),
  foreign key (dealer_id, order_id) references vehicle_order (dealer_id, id) on delete cascade
);
insert into vehicle_order_buyer (dealer_id, order_id, name, contact_name, phone)
select dealer_id, id, name, contact_name, phone from vehicle_order;
create index vehicle_order_search on vehicle_order_buyer
  using gin (search_tokens(dealer_id, name || ' ' || contact_name, phone)) with (fastupdate = off);

create function note_order_buyer() returns trigger language plpgsql as $$
begin
  insert into vehicle_order_buyer (dealer_id, order_id, name, contact_name, phone)
  values (new.dealer_id, new.id, new.name, new.contact_name, new.phone)
  on conflict (dealer_id, order_id) do update
  set name = excluded.name, contact_name = excluded.contact_name, phone = excluded.phone;
  return null;
end $$;
create trigger vehicle_order_made after insert on vehicle_order
  for each row execute function note_order_buyer();
create trigger vehicle_order_buyer_changed after update of name, contact_name, phone on vehicle_order
  for each row when ((new.name, new.contact_name, new.phone) is distinct from (old.name, old.contact_name, old.phone))
  execute function note_order_buyer();

-- Source and series of a deal, which reports join by its id: in the index that is there for the id anyway, not in one of their own.
drop index deal_traits;
alter table deal drop constraint deal_pkey;
alter table deal add primary key (dealer_id, id) include (from_source, other_source, series_ids);

-- Whoever was found at work is so until the transaction ends, since their row is held: each new owner is looked at once.
create or replace function owner_at_work() returns trigger language plpgsql as $$
declare
  owner text := new.dealer_id || ':' || new.owner_id;
begin
  if current_setting('showroom.owner_at_work', true) is distinct from owner then
    perform from member where dealer_id = new.dealer_id and id = new.owner_id and left_at is null for key share;
    if not found then
      raise exception 'member % has left', new.owner_id using errcode = 'SR001';
    end if;
    perform set_config('showroom.owner_at_work', owner, true);
  end if;
  return new;
end $$;

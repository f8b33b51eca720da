-- An order tells by itself where its customer came from, as follow-ups do: lists and reports of orders that are filtered or told apart by the
-- source read their index alone. From the deals, the reviewed ones of a month that came online took six times as long.

alter table vehicle_order
  -- As its deal has them.
  add from_source smallint not null default 0,
  add other_source bigint not null default 0;
drop index vehicle_order_created, vehicle_order_owner, vehicle_order_submitted, vehicle_order_reviewed, vehicle_order_unallocated,
  vehicle_order_making, vehicle_order_equipped, vehicle_order_approved, vehicle_order_delivered;
update vehicle_order o set from_source = d.from_source, other_source = d.other_source
from deal d where d.dealer_id = o.dealer_id and d.id = o.deal_id;

create index vehicle_order_created on vehicle_order (dealer_id, created_at desc, id desc)
  include (status, business_type, from_source, other_source, owner_id, line_count);
create index vehicle_order_owner on vehicle_order (dealer_id, owner_id, created_at desc, id desc)
  include (status, business_type, from_source, other_source, line_count);
create index vehicle_order_submitted on vehicle_order (dealer_id, created_at desc, id desc)
  include (business_type, from_source, other_source, owner_id) where status = 2;
create index vehicle_order_reviewed on vehicle_order (dealer_id, created_at desc, id desc)
  include (status, business_type, from_source, other_source, owner_id) where reviewed_at is not null;
create index vehicle_order_unallocated on vehicle_order (dealer_id, created_at desc, id desc)
  include (business_type, from_source, other_source, owner_id, series_ids, model_ids) where status = 3;
create index vehicle_order_making on vehicle_order (dealer_id, created_at desc, id desc)
  include (business_type, from_source, other_source, owner_id, series_ids, model_ids) where status in (15, 16, 17);
create index vehicle_order_equipped on vehicle_order (dealer_id, created_at desc, id desc)
  include (business_type, from_source, other_source, owner_id, series_ids, model_ids) where status = 4;
create index vehicle_order_approved on vehicle_order (dealer_id, reviewed_at)
  include (from_source, other_source, approved_owner_id, deal_id, series_ids) where status in (3, 4, 14, 15, 16, 17, 19);
create index vehicle_order_delivered on vehicle_order (dealer_id, delivered_at)
  include (from_source, other_source, delivered_owner_id, deal_id, series_ids) where status in (14, 19);

create function source_of_order() returns trigger language plpgsql as $$
begin
  select from_source, other_source into new.from_source, new.other_source
  from deal where dealer_id = new.dealer_id and id = new.deal_id;
  return new;
end $$;
-- Whoever fills a whole store says it.
create trigger vehicle_order_sourced before insert on vehicle_order
  for each row when (new.from_source = 0) execute function source_of_order();

drop trigger deal_source_changed on deal;
create or replace function note_source() returns trigger language plpgsql as $$
begin
  if new.from_source <> old.from_source then
    update activity set from_source = new.from_source
    where dealer_id = new.dealer_id and customer_id = new.customer_id and deal_id = new.id;
  end if;
  update vehicle_order set from_source = new.from_source, other_source = new.other_source
  where dealer_id = new.dealer_id and deal_id = new.id;
  return null;
end $$;
create trigger deal_source_changed after update of from_source, other_source on deal
  for each row when ((new.from_source, new.other_source) is distinct from (old.from_source, old.other_source))
  execute function note_source();

-- An order tells by itself which series and models its lines are for, in their order: who looks for a car, and the reports by series, find them
-- in the index that has all the rest. From its lines, one order after another, a store's list of a series took three times as long.

alter table vehicle_order
  add series_ids int[] not null default '{}',
  add model_ids int[] not null default '{}';
drop index vehicle_order_live, vehicle_order_approved, vehicle_order_delivered;
update vehicle_order o set series_ids = l.series, model_ids = l.models
from (
  select dealer_id, order_id, array_agg(series_id order by id) as series, array_agg(model_id order by id) as models
  from vehicle_order_line group by 1, 2) as l
where l.dealer_id = o.dealer_id and l.order_id = o.id;
-- Each step on the way to a car is a list of its own.
create index vehicle_order_unallocated on vehicle_order (dealer_id, created_at desc, id desc)
  include (owner_id, business_type, deal_id, customer_id, series_ids, model_ids) where status = 3;
create index vehicle_order_making on vehicle_order (dealer_id, created_at desc, id desc)
  include (owner_id, business_type, deal_id, customer_id, series_ids, model_ids) where status in (15, 16, 17);
create index vehicle_order_equipped on vehicle_order (dealer_id, created_at desc, id desc)
  include (owner_id, business_type, deal_id, customer_id, series_ids, model_ids) where status = 4;
create index vehicle_order_approved on vehicle_order (dealer_id, reviewed_at) include (approved_owner_id, deal_id, series_ids)
  where status in (3, 4, 14, 15, 16, 17, 19);
create index vehicle_order_delivered on vehicle_order (dealer_id, delivered_at) include (delivered_owner_id, deal_id, series_ids)
  where status in (14, 19);

create function note_order_vehicles() returns trigger language plpgsql as $$
declare
  of record;
begin
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
create trigger vehicle_order_lines_made after insert on vehicle_order_line
  referencing new table as written for each statement execute function note_order_vehicles();
create trigger vehicle_order_lines_changed after update on vehicle_order_line
  referencing new table as written for each statement execute function note_order_vehicles();
create trigger vehicle_order_lines_gone after delete on vehicle_order_line
  referencing old table as written for each statement execute function note_order_vehicles();

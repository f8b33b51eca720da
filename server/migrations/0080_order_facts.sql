-- A decision about an order stands again when its next submission is withdrawn or cancelled, so that it stays in the list of reviewed orders.
update vehicle_order o set reviewed_at = s.ended_at, reviewed_by = s.ended_by
from (
  select distinct on (dealer_id, order_id) dealer_id, order_id, ended_at, ended_by
  from order_submission where outcome in (1, 2) order by dealer_id, order_id, ended_at desc, id desc) as s
where o.status in (1, 8) and o.reviewed_at is null and s.dealer_id = o.dealer_id and s.order_id = o.id;

-- An order that moves to another deal, as merges and approvals do, takes that deal's source.
create trigger vehicle_order_moved before update of deal_id on vehicle_order
  for each row when (new.deal_id <> old.deal_id) execute function source_of_order();
update vehicle_order o set from_source = d.from_source, other_source = d.other_source
from deal d
where d.dealer_id = o.dealer_id and d.id = o.deal_id
  and (o.from_source, o.other_source) is distinct from (d.from_source::smallint, d.other_source::bigint);

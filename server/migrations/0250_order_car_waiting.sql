-- outside a transaction
-- Orders that wait for a car by their approval, the longest waiting first. The release before reads vehicle_order_unallocated.
create index concurrently if not exists vehicle_order_car_waiting on vehicle_order (dealer_id, reviewed_at, id)
  include (business_type, from_source, other_source, owner_id, series_ids, model_ids) where status = 3;

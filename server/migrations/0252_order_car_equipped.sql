-- outside a transaction
-- Orders that have a car by their approval, the longest waiting first. The release before reads vehicle_order_equipped.
create index concurrently if not exists vehicle_order_car_equipped on vehicle_order (dealer_id, reviewed_at, id)
  include (business_type, from_source, other_source, owner_id, series_ids, model_ids) where status = 4;

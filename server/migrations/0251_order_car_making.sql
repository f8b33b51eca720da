-- outside a transaction
-- Orders that are at the maker by their approval, the longest waiting first. The release before reads vehicle_order_making.
create index concurrently if not exists vehicle_order_car_making on vehicle_order (dealer_id, reviewed_at, id)
  include (business_type, from_source, other_source, owner_id, series_ids, model_ids) where status in (15, 16, 17);

-- outside a transaction
-- Orders to review by their submission, the longest waiting first. The release before reads vehicle_order_submitted.
create index concurrently if not exists vehicle_order_waiting on vehicle_order (dealer_id, submitted_at, id)
  include (business_type, from_source, other_source, owner_id) where status = 2;

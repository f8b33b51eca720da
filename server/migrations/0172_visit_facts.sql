-- outside a transaction
-- Arrivals that list and reports count, with their series.
create index concurrently if not exists visit_facts on visit (dealer_id, registered_at desc, id desc)
  include (customer_id, type, deal_id, owner_id, first_receiver_id, main_series_id);

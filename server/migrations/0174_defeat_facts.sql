-- outside a transaction
-- Defeats that reports count, with their series.
create index concurrently if not exists defeat_request_facts on defeat_request (dealer_id, reviewed_at)
  include (owner_id, deal_id, main_series_id) where state = 1 and revived_at is null;

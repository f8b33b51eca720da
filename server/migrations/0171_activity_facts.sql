-- outside a transaction
-- Completed activities that reports count, with their series.
create index concurrently if not exists activity_facts on activity (dealer_id, completed_at)
  include (completed_by, completed_type, deal_id, from_source, main_series_id) where completed_at is not null;

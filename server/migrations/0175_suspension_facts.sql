-- outside a transaction
-- Dormancies that reports count, with their series.
create index concurrently if not exists suspension_facts on suspension (dealer_id, began_at) include (owner_id, deal_id, main_series_id);

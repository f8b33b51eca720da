-- outside a transaction
-- The appointments of a day.
create index concurrently if not exists activity_appointed on activity (dealer_id, due_at) where minutes is not null;

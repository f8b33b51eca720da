-- outside a transaction
-- Open appointments without a result yet, for the job that settles them.
create index concurrently if not exists activity_unsettled on activity (dealer_id, due_at)
  where minutes is not null and kept is null and completed_at is null and cancelled_at is null;

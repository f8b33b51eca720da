-- outside a transaction
-- Appointments that reports count, by their day.
create index concurrently if not exists activity_invited on activity (dealer_id, due_at)
  include (owner_id, kept_owner_id, kept, test_car_id, minutes, deal_id)
  where minutes is not null and (kept is not null or (completed_at is null and cancelled_at is null));

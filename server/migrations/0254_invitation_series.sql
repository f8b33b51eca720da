-- outside a transaction
-- Appointments that reports count, with the series that they keep. The release before reads activity_invitation_facts.
create index concurrently if not exists activity_invitation_series on activity (dealer_id, due_at)
  include (owner_id, kept_owner_id, kept, test_car_id, minutes, deal_id, main_series_id, kept_series_id)
  where minutes is not null and not is_late and (kept is not null or (completed_at is null and cancelled_at is null));

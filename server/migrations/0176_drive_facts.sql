-- outside a transaction
-- Drives of test-drive cars that reports count, with series and owner.
create index concurrently if not exists test_drive_facts on test_drive (dealer_id, back_at)
  include (activity_id, car_id, out_at, owner_id, main_series_id) where back_at is not null;

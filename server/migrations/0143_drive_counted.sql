-- outside a transaction
-- Drives of test-drive cars that reports count, by the day of the return.
create index concurrently if not exists test_drive_counted on test_drive (dealer_id, back_at) include (activity_id, car_id, out_at)
  where back_at is not null;

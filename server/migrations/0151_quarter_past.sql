-- outside a transaction
-- 0150 replaces it.
drop index concurrently if exists test_car_quarter_past;

-- outside a transaction
-- Booked quarters of a store by their time. Release 1.0.0 indexed them without the store.
create index concurrently if not exists test_car_quarter_store on test_car_quarter (dealer_id, starts_at);

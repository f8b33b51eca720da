-- outside a transaction
-- Release 1.0.0 alone has it. The quarters of an activity are few and lie in the index of its store.
drop index concurrently if exists test_car_quarter_activity;

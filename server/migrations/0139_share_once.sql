-- outside a transaction
-- A test drive has one record of the maker's system.
create unique index concurrently if not exists test_share_activity on test_share (dealer_id, activity_id) where activity_id is not null;

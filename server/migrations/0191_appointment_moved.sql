-- outside a transaction
-- The activities of an appointment that was moved.
create index concurrently if not exists activity_moved on activity (dealer_id, appointment_id) where appointment_id is not null;

-- outside a transaction
-- Recordings by age, for their deletion after the days that the operator keeps them.
create index concurrently if not exists call_record_recorded on call_record (dealer_id, started_at) where audio_key <> '';

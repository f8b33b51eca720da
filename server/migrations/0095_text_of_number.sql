-- outside a transaction
-- Texts to a number: an erasure looks for them.
create index concurrently if not exists sms_outbox_mobile on sms_outbox (mobile);

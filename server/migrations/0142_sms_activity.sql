-- The appointment that a text is about. A text that waits for its provider is given up when that has ended; null for others.
alter table sms_message add column activity_id bigint;

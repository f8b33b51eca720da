-- outside a transaction
-- The links of a customer whose number has changed.
create index concurrently if not exists appointment_link_activity on appointment_link (dealer_id, activity_id);

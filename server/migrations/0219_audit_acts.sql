-- outside a transaction
-- What members did, newest first, without their sign-ins (kind 1), which are most of the rows.
create index concurrently if not exists audit_acts on audit (dealer_id, at desc, id desc) where kind <> 1;

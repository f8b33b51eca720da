-- outside a transaction
-- What updates replaced, by age: it is deleted store by store after a day.
create index concurrently if not exists import_change_age on import_change (dealer_id, created_at);

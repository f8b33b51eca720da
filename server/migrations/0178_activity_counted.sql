-- outside a transaction
-- 0171 replaces it.
drop index concurrently if exists activity_counted;

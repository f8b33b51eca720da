-- outside a transaction
-- least release: 1.1.0
-- 0171 replaces it.
drop index concurrently if exists activity_counted;

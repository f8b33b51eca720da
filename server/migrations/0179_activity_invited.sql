-- outside a transaction
-- least release: 1.1.0
-- 0173 replaces it.
drop index concurrently if exists activity_invited;

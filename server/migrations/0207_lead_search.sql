-- outside a transaction
-- least release: 1.1.0
-- 0206 replaces it.
drop index concurrently if exists lead_search;

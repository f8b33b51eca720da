-- outside a transaction
-- 0173 replaces it.
drop index concurrently if exists activity_invited;

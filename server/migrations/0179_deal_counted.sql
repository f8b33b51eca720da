-- outside a transaction
-- 0177 replaces it.
drop index concurrently if exists deal_counted;

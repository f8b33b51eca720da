-- outside a transaction
-- Places in the city, by age: they are deleted store by store a day after the last view.
create index concurrently if not exists dealer_rank_age on dealer_rank (dealer_id, counted_at);

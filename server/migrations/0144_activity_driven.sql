-- outside a transaction
-- Owner and deal of planned test drives, for the drives that reports count.
create index concurrently if not exists activity_driven on activity (dealer_id, id) include (owner_id, kept_owner_id, deal_id)
  where type = 3;

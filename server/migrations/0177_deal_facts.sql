-- outside a transaction
-- Files that reports count, with the source they were opened with. It replaces deal_counted.
create index concurrently if not exists deal_facts on deal (dealer_id, created_at, id)
  include (customer_id, owner_id, level, status, from_source, other_source, series_ids, arrived_at, buy_city, buy_area, business_type, is_current,
           opened_source)
  where merged_at is null;

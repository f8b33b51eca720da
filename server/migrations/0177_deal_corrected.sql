-- outside a transaction
-- Files with a corrected source, by which 线索总量 differs from the files of today.
create index concurrently if not exists deal_corrected on deal (dealer_id, created_at)
  include (owner_id, level, from_source, other_source, opened_source, series_ids, arrived_at)
  where opened_source is not null and merged_at is null;

-- outside a transaction
-- Finds leads without a mobile by the number that lists show. Must read as in platform/db/search.ts.
create index concurrently if not exists lead_number_search on lead
  using gin (search_tokens(dealer_id, name, coalesce(nullif(mobile, ''), second_phone))) with (fastupdate = off);

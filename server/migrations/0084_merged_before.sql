-- A merge by release 0.1.0, which knows no `merged_at`, always makes the same opportunity of both deals. It records no `pastDeal`.
create function merged_before() returns trigger language plpgsql as $$
begin
  update deal set merged_at = new.at, superseded_at = null
  where dealer_id = new.dealer_id and id = (new.detail ->> 'slaveDealId')::bigint and not is_current and merged_at is null;
  return null;
end $$;
create trigger merged_before after insert on audit for each row
  when (new.action = 'merge' and new.detail ? 'slaveDealId' and not new.detail ? 'pastDeal') execute function merged_before();

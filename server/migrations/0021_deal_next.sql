-- What is due on a day, as the customer list is asked for it.
create index deal_next on deal (dealer_id, next_follow_at) include (owner_id, level, status, created_at, id)
  where is_current and next_follow_at is not null;

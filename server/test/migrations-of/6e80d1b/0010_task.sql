-- Follow-up tasks: page, total and the numbers on the tabs come from these indexes alone, whatever of the usual filters is set.

-- A store's open tasks by due day, and those of a member.
create index activity_due_day on activity (dealer_id, due_at, id) include (owner_id, type, customer_id)
  where completed_at is null and cancelled_at is null;
drop index activity_due;
create index activity_due on activity (dealer_id, owner_id, due_at, id) include (type, customer_id)
  where completed_at is null and cancelled_at is null;

-- What was done, the newest first.
drop index activity_done;
create index activity_done on activity (dealer_id, completed_at desc, id desc)
  include (owner_id, completed_type, type, customer_id) where completed_at is not null;

-- Vacuumed often, as the deals are: an index answers alone only where no row has changed since.
alter table activity set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- What a task's filters ask of the customer's current deal.
drop index deal_current;
create unique index deal_current on deal (dealer_id, customer_id) include (owner_id, level, from_source, series_ids) where is_current;

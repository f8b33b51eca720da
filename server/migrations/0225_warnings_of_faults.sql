-- The first failure since the last success.
alter table outside_door add failing_since timestamptz;
-- Faults of the installation that its admins were told of; a row goes when its fault has ended.
create table system_fault (
  name text primary key,
  warned_at timestamptz not null
);

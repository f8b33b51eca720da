-- When a store was closed; null while it is open. Its incoming leads go to the successor, if there is one.
alter table dealer add column closed_at timestamptz;
alter table dealer add column successor_id int;

-- The planned test drive that a record of the maker's system belongs to; null for a record on its own.
alter table test_share add column activity_id bigint;

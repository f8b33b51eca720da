-- The files that were merged into a file, with their names, which are its former names.
create index customer_merged_into on customer (dealer_id, merged_into_id) include (name) where merged_into_id is not null;

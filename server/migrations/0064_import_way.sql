-- Imports that update files: 0 new files only, 1 fill blanks, 2 overwrite.
alter table customer_import
  add way smallint not null default 0,
  add update_total int not null default 0,
  add unchanged_total int not null default 0,
  add skipped_total int not null default 0,
  -- Files whose update was undone, and those that had changed since.
  add undone_total int not null default 0,
  add kept_total int not null default 0,
  -- Until when the updates can be undone.
  add undo_until timestamptz;
-- States of a row: also 4 to update, 5 updated, 6 unchanged, 7 skipped.
alter table customer_import_row
  add customer_id bigint,
  -- What an update changes, as shown: {who, lines: [{field, before, after}]}.
  add changes jsonb;
drop index customer_import_row_waiting;
create index customer_import_row_waiting on customer_import_row (dealer_id, import_id, row_no) where state in (0, 4);
-- An import is also at work while its updates are undone (7).
drop index customer_import_work;
create index customer_import_work on customer_import (created_at) where state in (0, 2, 7);

-- What an update replaced, kept for a day.
create table import_change (
  dealer_id int not null,
  import_id bigint not null,
  row_no int not null,
  customer_id bigint not null,
  -- Version of the file after the update.
  row_version int not null,
  -- {customer: {column: value}, deal: {column: value}}
  before jsonb not null,
  created_at timestamptz not null,
  primary key (dealer_id, import_id, row_no)
);
create index import_change_created on import_change (created_at);

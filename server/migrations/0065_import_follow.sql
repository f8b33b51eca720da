-- Follow-ups of an older system, from another sheet of an import's workbook.
alter table customer_import
  -- {sheet, headingRow, match, open} as in sheet_table.
  add follow_table jsonb,
  add follow_total int not null default 0,
  add follow_done_total int not null default 0,
  add follow_success_total int not null default 0,
  add follow_duplicate_total int not null default 0,
  add follow_fail_total int not null default 0;

create table import_follow (
  dealer_id int not null,
  import_id bigint not null,
  -- As the sheet counts.
  row_no int not null,
  -- 0 to import, 1 imported, 2 in the timeline already, 3 wrong.
  state smallint not null,
  -- Mobile, time, way, content and person as in the sheet.
  cells text[] not null,
  -- {mobile, at, way, said, person, memberId}; at in epoch seconds.
  form jsonb,
  errors jsonb not null default '[]',
  primary key (dealer_id, import_id, row_no)
);
create index import_follow_waiting on import_follow (dealer_id, import_id, row_no) where state = 0;

-- Which field each column of a workbook holds, as members of the store matched them once for these headings.
create table import_match (
  dealer_id int not null,
  -- Hash of all headings of the row, in any order.
  headings text not null,
  -- {hash of a heading: field}; an empty field is a column to leave out.
  fields jsonb not null,
  member_id bigint not null,
  changed_at timestamptz not null,
  primary key (dealer_id, headings)
);

-- What words in the cells of workbooks mean, as members of the store matched them once.
create table import_word (
  dealer_id int not null,
  -- Kind of the words, such as sources.
  kind text not null,
  -- Hash of the word.
  word text not null,
  -- The code or id that it names; 0 is a word to leave out.
  code bigint not null,
  member_id bigint not null,
  changed_at timestamptz not null,
  primary key (dealer_id, kind, word)
);
-- {field: value} for all rows, as chosen last for these headings; a word is its code.
alter table import_match add column whole jsonb not null default '{}';

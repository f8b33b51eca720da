-- Leaves to upload that were given, until what came is used: what nobody used within a day goes, file and row.
create table upload (
  dealer_id int not null,
  key text not null,
  member_id bigint not null,
  asked_at timestamptz not null,
  -- When a record took it; from then on the record has it.
  used_at timestamptz,
  primary key (dealer_id, key)
);
create index upload_unused on upload (dealer_id, asked_at) where used_at is null;
create index upload_used on upload (dealer_id, used_at) where used_at is not null;

-- Monthly targets of the store and its members.

create table month_target (
  dealer_id int not null,
  id bigint generated always as identity,
  -- First day of the month.
  month date not null,
  -- Null for the store's own target.
  member_id bigint,
  -- A measure of contract/src/target/target.rules.ts.
  measure text not null,
  -- Null for none.
  basic int check (basic >= 0),
  sprint int check (sprint >= 0),
  challenge int check (challenge >= 0),
  row_version int not null default 1,
  primary key (dealer_id, id),
  unique nulls not distinct (dealer_id, month, member_id, measure)
);

-- Each value that a target was set to, with its author; rows are never changed.
create table month_target_change (
  dealer_id int not null,
  id bigint generated always as identity,
  month date not null,
  member_id bigint,
  measure text not null,
  basic int,
  sprint int,
  challenge int,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (dealer_id, id)
);
create index month_target_change_of on month_target_change (dealer_id, month, member_id, measure, id);

-- Whether all members read the team's numbers.
alter table dealer add column ranks_members boolean not null default false;

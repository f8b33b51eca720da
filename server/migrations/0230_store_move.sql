-- The store that took over all rows of a closed one; its links and files of before lead there.
alter table dealer add column merged_into_id int;

-- A merge of a closed store into another (`into_id`), or its removal, with the place up to which it is done.
create table store_move (
  store_id int primary key,
  into_id int,
  place jsonb not null,
  began_at timestamptz not null,
  ended_at timestamptz
);

-- These rows leave a store only with all others of it.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  named text := regexp_replace(tg_table_name, '_\d+$', '');
begin
  if named not in ('audit', 'export_log') then
    if tg_op = 'UPDATE' and coalesce(current_setting('showroom.erasing', true), '') = 'on' then
      return new;
    end if;
    if tg_op = 'DELETE' and coalesce(current_setting('showroom.moving_store', true), '') = 'on' then
      return old;
    end if;
  end if;
  raise exception '% is append-only', named;
end $$;

create or replace function refuse_removal() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('showroom.moving_store', true), '') = 'on' then
    return old;
  end if;
  raise exception '% rows are never removed', regexp_replace(tg_table_name, '_\d+$', '');
end $$;

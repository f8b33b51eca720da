-- In a database distributed by Citus the rows lie in parts of a table, whose names end in a number, as lead_event_102105.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  named text := regexp_replace(tg_table_name, '_\d+$', '');
begin
  if named = 'lead_event' and tg_op = 'UPDATE' and coalesce(current_setting('showroom.erasing', true), '') = 'on' then
    return new;
  end if;
  raise exception '% is append-only', named;
end $$;

create or replace function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never removed', regexp_replace(tg_table_name, '_\d+$', '');
end $$;

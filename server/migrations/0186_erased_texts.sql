-- An erasure takes the person out of append-only texts, too, as notes of the store and remarks of members who sign in. The audit and the
-- log of exports have no such case.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  named text := regexp_replace(tg_table_name, '_\d+$', '');
begin
  if named not in ('audit', 'export_log') and tg_op = 'UPDATE'
     and coalesce(current_setting('showroom.erasing', true), '') = 'on' then
    return new;
  end if;
  raise exception '% is append-only', named;
end $$;

-- Processes keep dictionaries, series and regions in memory: whoever changes one tells them all, in the transaction that does.
create function tell_base_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('base_changed', tg_table_name);
  return null;
end $$;

create trigger base_changed after insert or update or delete or truncate on dictionary
  for each statement execute function tell_base_changed();
create trigger base_changed after insert or update or delete or truncate on region
  for each statement execute function tell_base_changed();
create trigger base_changed after insert or update or delete or truncate on series
  for each statement execute function tell_base_changed();
create trigger base_changed after insert or update or delete or truncate on competitor_series
  for each statement execute function tell_base_changed();

-- What was done with customers who came by themselves (线下跟进) is counted by the activities alone. Read from its deal, the source of each of
-- the thousands that a store does in a month took twice as long as all the rest of the report.

alter table activity
  -- As its deal has it.
  add from_source smallint not null default 0;
drop index activity_counted;
update activity a set from_source = d.from_source from deal d where d.dealer_id = a.dealer_id and d.id = a.deal_id;
create index activity_counted on activity (dealer_id, completed_at) include (completed_by, completed_type, deal_id, from_source)
  where completed_at is not null;

create function source_of_activity() returns trigger language plpgsql as $$
begin
  select from_source into new.from_source from deal where dealer_id = new.dealer_id and id = new.deal_id;
  return new;
end $$;
-- Whoever fills a whole store says it.
create trigger activity_made before insert on activity
  for each row when (new.from_source = 0) execute function source_of_activity();

create function note_source() returns trigger language plpgsql as $$
begin
  update activity set from_source = new.from_source
  where dealer_id = new.dealer_id and customer_id = new.customer_id and deal_id = new.id;
  return null;
end $$;
create trigger deal_source_changed after update of from_source on deal
  for each row when (new.from_source <> old.from_source) execute function note_source();

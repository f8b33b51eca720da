-- A visit is the one record of an arrival, and the one thing counted as 到店 (docs/decisions/0061-one-arrival.md).
alter table visit
  -- The deal and its owner when the visit was recorded.
  add deal_id bigint,
  add owner_id bigint,
  -- Who received the customer first, on any stay of the day. Never changes afterwards.
  add first_receiver_id bigint;

create function credit_visit() returns trigger language plpgsql as $$
begin
  new.first_receiver_id := coalesce(new.first_receiver_id, new.receiver_id);
  if new.deal_id is null then
    select d.id, d.owner_id into new.deal_id, new.owner_id
    from customer c join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    where c.dealer_id = new.dealer_id and c.id = new.customer_id;
  end if;
  return new;
end $$;
create trigger visit_credited before insert or update of receiver_id on visit
  for each row execute function credit_visit();

-- The list's page and total, and the numbers, from the index alone.
drop index visit_registered;
create index visit_registered on visit (dealer_id, registered_at desc, id desc)
  include (customer_id, type, deal_id, owner_id, first_receiver_id);
create index reception_of_visit on reception (dealer_id, visit_id, id);

-- Stores whose arrivals of before are not all visits yet. The job `past-arrivals` works backwards a week at a time: later than
-- `until` all is done.
create table visit_past (
  dealer_id int primary key,
  until timestamptz not null
);
insert into visit_past (dealer_id, until) select id, 'infinity' from dealer;
create index visit_uncredited on visit (dealer_id, registered_at) where deal_id is null;

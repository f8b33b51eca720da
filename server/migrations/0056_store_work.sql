-- Stores that have work waiting in a queue. Whoever adds work adds a row in the same transaction; whoever serves the store replaces all
-- rows that it sees by one that says when the next is due. Rows are only ever added and removed, so that nobody waits for another.
create table store_work (
  -- 0 for work of no store, as a code that is asked for before anybody is known.
  dealer_id int not null,
  queue text not null,
  id bigint generated always as identity,
  -- No process looks at the store for this queue before.
  due_at timestamptz not null,
  primary key (dealer_id, queue, id)
);
create index store_work_due on store_work (queue, due_at, dealer_id);

-- The store on whose behalf a text goes; 0 for a code.
alter table sms_outbox add dealer_id int not null default 0;

-- The next work of one store, and of a lead's source within it.
create index sms_outbox_of_store on sms_outbox (dealer_id, kind, due_at) where due_at is not null;
create index lead_delivery_by_source on lead_delivery (dealer_id, source_key, id) where state = 0;
create index notice_push_of_store on notice_push (dealer_id, due_at) where state = 0;
create index customer_import_of_store on customer_import (dealer_id, created_at) where state in (0, 2);
create index customer_bulk_of_store on customer_bulk (dealer_id, created_at) where finished_at is null;
create index deal_wakes_of_store on deal (dealer_id, resume_at) where suspended_at is not null and is_current;
create index lead_uncleared_of_store on lead (dealer_id, created_at) where status = 1 and overdue_at is null;

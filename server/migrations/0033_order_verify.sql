-- The lists of orders to review, reviewed, and under way: page and total of each from its index, newest first or last.
create index vehicle_order_submitted on vehicle_order (dealer_id, created_at desc, id desc)
  include (owner_id, business_type, deal_id, customer_id) where status = 2;
create index vehicle_order_reviewed on vehicle_order (dealer_id, created_at desc, id desc)
  include (status, owner_id, business_type, deal_id, customer_id) where reviewed_at is not null;
create index vehicle_order_live on vehicle_order (dealer_id, created_at desc, id desc)
  include (status, owner_id, business_type, deal_id, customer_id) where status in (3, 15, 16, 17, 4, 19);

-- The vehicles that the maker has given a line, by their identification numbers.
alter table vehicle_order_line add vins text[] not null default '{}';

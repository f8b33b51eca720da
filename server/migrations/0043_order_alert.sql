-- An order that somebody should look at is told of once a case: by what, and what makes it a case of its own.
create table order_alert (
  dealer_id int not null,
  order_id bigint not null,
  -- 1 the review waits, 2 the delivery is near, 3 its day is past, 4 the deposit is missing.
  alert smallint not null,
  -- When the order was submitted, or for which day its delivery is planned.
  since text not null,
  told_at timestamptz not null,
  primary key (dealer_id, order_id, alert, since)
);
-- Other orders of who buys, by the same number, as long as they are neither completed nor cancelled.
create index vehicle_order_phone on vehicle_order (dealer_id, phone)
  where status in (1, 2, 3, 4, 6, 15, 16, 17, 19) and phone <> '';

-- What happens to an appointment once: texts to the customer, the reminder of its owner, the customer's confirmation.
create table appointment_event (
  dealer_id int not null,
  activity_id bigint not null,
  -- 1 text when booked, 2 text when moved, 3 text of the evening before, 4 reminder of the owner, 5 confirmed by the customer.
  kind smallint not null,
  at timestamptz not null,
  primary key (dealer_id, activity_id, kind)
);
create index appointment_event_at on appointment_event (dealer_id, at);

-- Addresses sent to customers, by which they confirm, move or cancel an appointment.
create table appointment_link (
  dealer_id int not null,
  token_hash bytea not null,
  activity_id bigint not null,
  created_at timestamptz not null,
  primary key (dealer_id, token_hash)
);
create index appointment_link_age on appointment_link (dealer_id, created_at);

-- The store's texts about appointments. Stores without a row send none.
create table appointment_text (
  dealer_id int primary key,
  is_on boolean not null,
  booked text not null,
  moved text not null,
  evening text not null,
  -- Appointments made before it get no text.
  on_since timestamptz not null
);

-- Secret addresses of members' calendars.
create table calendar_feed (
  dealer_id int not null,
  member_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  primary key (dealer_id, member_id)
);
create unique index calendar_feed_token on calendar_feed (dealer_id, token_hash);

-- Browsers in which members receive notices by Web Push. A device moves to the store that its person signs in to.
create table push_device (
  id bigint generated always as identity primary key,
  account_id int not null,
  at_dealer_id int not null,
  -- The session that used it last.
  token_hash bytea not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  -- What the test push carries; null once the browser has shown that it arrived.
  proof text,
  created_at timestamptz not null,
  succeeded_at timestamptz
);
create unique index push_device_endpoint on push_device (endpoint);
create index push_device_account on push_device (account_id, at_dealer_id);
create index push_device_session on push_device (token_hash);

-- Pushes on their way: a device has one waiting of each kind of notice, whichever arrives in the meantime.
create table device_push (
  dealer_id int not null,
  id bigint generated always as identity,
  push_device_id bigint not null,
  kind smallint not null,
  -- 0 waiting, 1 sent, 2 not to be sent any more: `failure` has the reason.
  state smallint not null default 0 check (state between 0 and 2),
  tries smallint not null default 0,
  due_at timestamptz not null,
  failure text not null default '',
  primary key (dealer_id, id)
);
create unique index device_push_waiting on device_push (dealer_id, push_device_id, kind) where state = 0;
create index device_push_due on device_push (due_at) where state = 0;
create index device_push_settled on device_push (due_at) where state > 0;

-- Texts on their way: written in the transaction of what they tell of, sent once that is committed.
create table sms_outbox (
  id bigint generated always as identity primary key,
  -- 1 a code, 2 a text of the product's own, 3 a text to a customer.
  kind smallint not null check (kind between 1 and 3),
  -- Empty for a code that was asked for a number that nobody has: the row is written alike, and goes to nobody.
  mobile text not null,
  -- What is sent, sealed by the server's secret, until there is an outcome.
  sealed bytea,
  -- What its sender knows it by.
  about text not null default '',
  -- The hash of what who asked for it may ask the outcome by.
  ticket_hash bytea unique,
  -- 0 waiting, 1 on its way, 2 sent, 3 refused, 4 delivered, 5 not delivered.
  state smallint not null default 0 check (state between 0 and 5),
  -- Of sending, and once it is sent of asking whether it was delivered.
  tries smallint not null default 0,
  -- When it is to be sent, or asked for; nothing where there is no more to do.
  due_at timestamptz,
  -- After that it serves nobody any more.
  expires_at timestamptz not null,
  -- Who took it, 1 the first provider; what the provider knows it by; and its code of why not.
  provider smallint not null default 0,
  receipt text not null default '',
  code text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz
);
create index sms_outbox_due on sms_outbox (kind, due_at) where due_at is not null;
create index sms_outbox_created on sms_outbox (created_at);

-- Texts to customers go the same way now; what was on its way by the old one is seconds old, and nobody knows whether it went.
update sms_message set state = 2, failure = '发送中断，结果未知' where state in (0, 3);
drop index sms_message_work;

-- The other numbers of a store's policy: kept for clients that send them, without effect.
alter table dealer
  add column policy_fail smallint not null default 0,
  add column policy_delay smallint not null default 0,
  add column policy_delivery smallint not null default 0;

-- Ways in by outside systems. What the server keeps of a sign-in that goes by way of one until it comes back: found by the hash of its
-- state, spent once, good for ten minutes and in one browser.
create table door_state (
  state_hash bytea primary key,
  -- 1 WeCom, 2 single sign-on, 3 somebody scanned whom no account is bound to yet.
  kind smallint not null check (kind between 1 and 3),
  browser_hash bytea not null,
  facts jsonb not null default '{}',
  created_at timestamptz not null
);
create index door_state_created on door_state (created_at);

-- Whom a person is at WeCom. Userids know no case, and are unique within a company only.
create table wecom_binding (
  account_id int primary key,
  corp_id text not null,
  user_id text not null,
  bound_at timestamptz not null
);
create unique index wecom_binding_user on wecom_binding (corp_id, lower(user_id));

-- Whom a person is at the provider of single sign-on.
create table sso_binding (
  issuer text not null,
  subject text not null,
  account_id int not null,
  bound_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index sso_binding_account on sso_binding (account_id, issuer);

-- By which way in: 1 account, 2 WeCom, 3 single sign-on, which is signed out of as well.
alter table session add column way smallint not null default 1;

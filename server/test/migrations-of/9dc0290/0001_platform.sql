-- What the platform keeps for itself: sessions, idempotency keys, limits, audit. No business noun here.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Masking, as contract/src/kernel/mask.ts does it. Plain SQL, so the planner inlines them.
create function mask_mobile(mobile text) returns text language sql immutable parallel safe return
  case when length(mobile) >= 11 then left(mobile, 3) || '****' || right(mobile, 4)
       when length(mobile) > 2 then '****' || right(mobile, 2)
       else mobile end;

create function mask_id_no(id_no text) returns text language sql immutable parallel safe return
  case when length(id_no) > 7 then left(id_no, 3) || repeat('*', length(id_no) - 7) || right(id_no, 4)
       when id_no = '' then '' else '****' end;

-- Free text that people typed: mobile and identity numbers in it are masked when it is read, never when it is kept.
create function mask_text(content text) returns text language sql immutable parallel safe return
  case when content ~ '1[3-9]\d[- ]?\d{4}[- ]?\d{4}|\d{17}' then
    regexp_replace(
      regexp_replace(content, '(?<!\d)(\d{3})\d{3}(?:19|20)\d\d[01]\d[0-3]\d(\d{3}[\dXx])(?!\d)', '\1***********\2', 'g'),
      '(?<!\d)((?:(?:00)?86[- ]?)?1[3-9]\d)[- ]?\d{4}[- ]?(\d{4})(?!\d)', '\1****\2', 'g')
  else content end;

-- Epoch seconds of an instant; 0 for none, as the wire has it.
create function epoch(at timestamptz) returns bigint language sql stable parallel safe return
  coalesce(extract(epoch from at)::bigint, 0);

-- The first second of a day in Asia/Shanghai; 0 for none.
create function day_epoch(day date) returns bigint language sql immutable parallel safe return
  coalesce((day - date '1970-01-01')::bigint * 86400 - 28800, 0);

-- Only the SHA-256 of a session's token is kept.
create table session (
  token_hash bytea primary key,
  dealer_id int not null,
  member_id int not null,
  account_id int not null,
  device text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index session_account on session (account_id);
create index session_member on session (dealer_id, member_id);
create index session_last_seen on session (last_seen_at);

-- The first answer of a write, given again to a repeat with the same key and body.
create table idempotency_key (
  dealer_id int not null,
  member_id int not null,
  key text not null,
  path text not null,
  request_hash bytea not null,
  answer text,
  created_at timestamptz not null,
  primary key (dealer_id, member_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- Counters of limits: so many events of a subject in a window, on all nodes together.
create table rate_limit (
  subject text primary key,
  hits int not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz
);
create index rate_limit_ends on rate_limit (window_ends_at);

-- Append-only record of what must be answerable later: who, what, which record, from where.
create table audit (
  dealer_id int not null,
  id bigint generated always as identity,
  at timestamptz not null,
  account_id int,
  member_id int,
  action text not null,
  record text not null default '',
  ip text not null default '',
  detail jsonb not null default '{}',
  primary key (dealer_id, id)
);
create index audit_at on audit (dealer_id, at);
create index audit_record on audit (dealer_id, action, record);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update on audit for each row execute function refuse_change();
-- Kept at least 180 days.
create trigger audit_kept before delete on audit for each row when (old.at > now() - interval '180 days')
  execute function refuse_change();

create table captcha (
  id text primary key,
  answer text not null,
  created_at timestamptz not null
);
create index captcha_created on captcha (created_at);

-- One live code per number and purpose.
create table sms_code (
  mobile text not null,
  purpose text not null,
  code text not null,
  sent_at timestamptz not null,
  wrong_tries int not null default 0,
  primary key (mobile, purpose)
);


-- Browsers that somebody signed in from before: a long-lived random cookie, of which only the SHA-256 is kept. Codes asked for from
-- there, and tries to sign in, are counted apart from those of everywhere else, which any stranger can use up.
create table known_browser (
  account_id int not null,
  mark_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, mark_hash)
);
create index known_browser_mark on known_browser (mark_hash);
create index known_browser_last_used on known_browser (last_used_at);

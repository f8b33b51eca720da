-- Fingerprint of the secret that sealed values of this database, in one row.
create table server_secret (
  id int primary key default 1 check (id = 1),
  fingerprint text not null,
  accepted_at timestamptz not null default now()
);

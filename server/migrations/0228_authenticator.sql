-- The authenticator of an account, where the installation has no SMS (docs/decisions/0135-authenticators.md).
create table authenticator (
  account_id int primary key,
  -- Null until its first code.
  enrolled_at timestamptz,
  sealed_secret bytea,
  -- Codes of this time step and of earlier ones are used.
  last_step bigint not null default 0,
  -- Keyed by the secret, so that they outlast a change of FILE_SECRET.
  recovery_hashes bytea[] not null default '{}',
  -- A secret that waits for its first code, by the hash of its ticket; `kept_session` asked for it and stays open.
  ticket_hash bytea,
  sealed_offer bytea,
  offered_at timestamptz,
  kept_session bytea
);
create unique index authenticator_ticket on authenticator (ticket_hash);

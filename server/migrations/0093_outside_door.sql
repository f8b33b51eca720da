-- Outcomes of requests to outside systems, over all processes: one row a system. Without personal data: times and the kind of a failure.
create table outside_door (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- Kind of the last failure, as `failureKinds` of the contract.
  failure text not null default '',
  -- Failures in a row since the last success.
  failures int not null default 0
);

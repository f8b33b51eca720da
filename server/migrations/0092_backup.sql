-- Runs of `backup`, also those that other programs made (`backup --note`), so that every process knows their age.
create table backup_run (
  id bigint generated always as identity primary key,
  -- base: database, files and secret. files: files and secret. noted: the database, by another program.
  kind text not null check (kind in ('base', 'files', 'noted')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- Where the backup is, as the operator named it.
  place text not null,
  bytes bigint,
  -- Why it failed; null after a success.
  failure text
);
create index backup_run_ended on backup_run (ended_at);

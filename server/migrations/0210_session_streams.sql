-- The event streams of a browser's session, oldest first, over all server processes. The release before does not read it.
alter table session add column streams text[] not null default '{}';

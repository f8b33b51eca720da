-- Files of erased persons: no one works on them any more (docs/decisions/0118).
alter table customer add column is_erased boolean not null default false;

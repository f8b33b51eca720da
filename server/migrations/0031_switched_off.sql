-- What is no longer offered, and still named by what carries it: codes and vehicles are never removed.

alter table dictionary add column is_off boolean not null default false;
alter table series add column is_off boolean not null default false;
alter table model add column is_off boolean not null default false;
alter table configuration add column is_off boolean not null default false;
alter table sku add column is_off boolean not null default false;
alter table competitor_series add column is_off boolean not null default false;

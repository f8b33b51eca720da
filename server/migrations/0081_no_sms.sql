-- The customer receives no texts: sending one is refused.
alter table customer add column no_sms boolean not null default false;

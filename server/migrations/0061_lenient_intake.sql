-- Fields of a delivery that were left out or cut: [{path, text}]. Written once, told in every answer about the delivery.
alter table lead_delivery add column warnings jsonb not null default '[]';
alter table order_delivery add column warnings jsonb not null default '[]';
alter table record_delivery add column warnings jsonb not null default '[]';
-- The lead's page shows them.
create index lead_delivery_warned on lead_delivery (dealer_id, lead_id) where warnings <> '[]';

-- The district or county city that a source named.
alter table lead add column area text not null default '';

-- A further number of the prospect. Without a mobile it is the lead's only number; an erased lead has neither.
alter table lead add column second_phone text not null default '';

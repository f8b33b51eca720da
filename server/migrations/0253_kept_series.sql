-- Series of an appointment when it was settled, beside kept_owner_id. A later completion of the row changes main_series_id, which the release
-- before reads for both. Null reads as main_series_id.
alter table activity add column kept_series_id int;

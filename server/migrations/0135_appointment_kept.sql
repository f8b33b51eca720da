-- Whether an appointment by the hour was kept. The release before leaves both columns null.
alter table activity
  -- The customer came on the day (true), or had not come when the store closed (false: 爽约). Null until either is known.
  add column kept boolean,
  -- Owner at that moment, for whom the appointment counts.
  add column kept_owner_id bigint;

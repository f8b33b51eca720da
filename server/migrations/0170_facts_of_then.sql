-- What happened keeps the series and the owner of its moment (docs/decisions/0116). The release before leaves the columns null, which
-- reads as today's value of the deal; the job `past-series` fills rows of before.
alter table activity
  -- Main series of the deal when the activity was completed or its appointment settled; the driven one for a test drive; 0 for none.
  add column main_series_id int,
  -- An appointment planned after its hour, or after the customer had come on its day: it was no invitation, so reports do not count it.
  add column is_late boolean not null default false;
alter table visit add column main_series_id int;
alter table defeat_request add column main_series_id int;
alter table suspension add column main_series_id int;
alter table test_drive
  -- Series of the car, and owner of the drive, when the car came back.
  add column main_series_id int,
  add column owner_id bigint;
alter table deal
  -- Source with which the file was opened, since it was corrected; null for one that never was.
  add column opened_source smallint;
-- Stores whose facts of before may lack their series. The job `past-series` works backwards a week at a time: later than `until` all is done.
create table series_past (
  dealer_id int primary key,
  until timestamptz not null,
  -- Rows whose series the timeline or the row itself knew, and those that took the deal's of today.
  known int not null default 0,
  assumed int not null default 0
);
insert into series_past (dealer_id, until) select id, 'infinity' from dealer;

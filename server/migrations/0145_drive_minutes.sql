-- Agreed length of a test drive that began without an appointment; null for planned ones, whose activity has the length. The release before
-- ignores it and takes such a drive for one without an hour.
alter table test_drive add column minutes smallint;

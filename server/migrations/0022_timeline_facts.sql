-- What a timeline row tells, as data beside its sentence; rows of before have none and are shown by their sentence.
alter table timeline add facts jsonb;

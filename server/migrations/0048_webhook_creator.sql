-- It is a name, where all columns that end in _by hold members' ids.
alter table webhook_endpoint rename column created_by to creator_name;

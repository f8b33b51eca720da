-- Values that files of the network gave, by row: a file that is applied again never undoes what was changed since. Digests, since
-- some values are numbers.
create table network_row (
  -- Sheet and id, like 成员:12.
  thing text primary key,
  given text[] not null
);

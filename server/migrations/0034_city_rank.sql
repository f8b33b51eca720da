-- Same-city ranks, kept while somebody looks: a store's place is all that it learns of the others.

-- What is looked at. The ranks of a city are counted for all its stores at once.
create table rank_question (
  province text not null,
  city text not null,
  -- 1 day, 2 week, 3 month.
  date_type smallint not null check (date_type between 1 and 3),
  -- 0 for all.
  series_id int not null,
  starts_on date not null,
  -- When somebody looked last, to some seconds.
  asked_at timestamptz not null,
  counted_at timestamptz,
  primary key (province, city, date_type, series_id, starts_on)
);
create index rank_question_asked on rank_question (asked_at);

create table dealer_rank (
  dealer_id int not null,
  date_type smallint not null,
  series_id int not null,
  starts_on date not null,
  -- {measure: [place, place in the same part of the period before]}
  places jsonb not null,
  -- Stores among which it has them.
  total int not null,
  counted_at timestamptz not null,
  primary key (dealer_id, date_type, series_id, starts_on)
);

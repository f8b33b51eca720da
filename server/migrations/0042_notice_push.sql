-- Notices on their way to WeCom: written with the notice where its member is bound and wants it, gone through after the commit.
create table notice_push (
  dealer_id int not null,
  notice_id bigint not null,
  -- 0 waiting, 1 sent, 2 not to be sent any more: `failure` says why.
  state smallint not null default 0 check (state between 0 and 2),
  tries smallint not null default 0,
  due_at timestamptz not null,
  failure text not null default '',
  primary key (dealer_id, notice_id)
);
create index notice_push_due on notice_push (due_at) where state = 0;
create index notice_push_settled on notice_push (due_at) where state > 0;

-- What a member does not want there, by the names of the contract's groups; all of it where there is no row.
create table notice_wish (
  dealer_id int not null,
  member_id bigint not null,
  muted text[] not null,
  primary key (dealer_id, member_id)
);

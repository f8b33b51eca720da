-- Attendance: who signed in and out when, and each day's rules as they held on it.

-- A store's day. It is opened by its first sign or by the job at the beginning of the hours, whichever comes first, and from then on
-- no change of the settings makes anybody late who was not.
create table attendance_day (
  dealer_id int not null,
  day date not null,
  in_time text not null,
  off_time text not null,
  is_rest boolean not null,
  -- Who was due that day: at work, with 签到, and not excused. Known from the beginning of the hours on.
  due_ids bigint[] not null default '{}',
  settled_at timestamptz,
  primary key (dealer_id, day)
);

create table attendance_sign (
  dealer_id int not null,
  id bigint generated always as identity,
  member_id bigint not null,
  -- In Asia/Shanghai, of signed_at.
  day date not null,
  -- 1 in, 2 out.
  type smallint not null check (type in (1, 2)),
  signed_at timestamptz not null,
  is_outside boolean not null,
  -- What the browser said.
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  address text not null default '',
  remark text not null default '',
  primary key (dealer_id, id),
  check ((lat is null) = (lng is null))
);
-- One's own days; and a range of days of the whole store, counted from the index alone.
create index attendance_sign_member on attendance_sign (dealer_id, member_id, day);
create index attendance_sign_day on attendance_sign (dealer_id, day, member_id, signed_at) include (type, is_outside);

-- A sign is never changed.
create trigger attendance_sign_append_only before update or delete on attendance_sign
  for each row execute function refuse_change();

-- 7: who has not signed in is reminded.
alter table notice drop constraint notice_kind_check, add constraint notice_kind_check check (kind between 1 and 7);

-- 签到 is hidden in the tree of rights: it comes with the roles of a store's staff, to who is there already as to who is new.
update dictionary set remark = case remark when '' then '签到' else remark || ',签到' end
where kind = 'dealerMemberRoles' and value in ('1', '3', '4', '5', '6', '7', '8', '10') and remark not like '%签到%';
update member set modules = array_append(modules, '签到')
where role in (1, 3, 4, 5, 6, 7, 8, 10) and left_at is null and not '签到' = any (modules);

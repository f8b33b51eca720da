-- The audit is read by kind, member and record, newest first; each order has its index, so that a page costs the same of any size.
alter table audit add kind smallint not null default 0;
-- What is there gets its kind: the one change that is made to it, and no word of what it says.
alter table audit disable trigger user;
update audit set kind = case
  when action in ('sign-in', 'sign-out', 'password-change') then 1
  when action = 'reveal' then 2
  when action = 'export' then 3
  when action = 'import' then 4
  when action like 'member-leave%' or action like '%handover' then 8
  when action like 'member-%' then 5
  when action = 'setting' then 6
  when action = 'merge' then 7
  when action like '%-defeat' or action like 'order-%' then 9
  else 10 end;
alter table audit enable trigger user;
create index audit_newest on audit (dealer_id, at desc, id desc);
create index audit_kind on audit (dealer_id, kind, at desc, id desc) include (member_id);
create index audit_member on audit (dealer_id, member_id, at desc, id desc);
create index audit_member_kind on audit (dealer_id, member_id, kind, at desc, id desc);
create index audit_of_record on audit (dealer_id, record, at desc, id desc) where record <> '';
drop index audit_at;
drop index audit_record;

-- What was asked for, in words: [{label, text}].
alter table export_log add asked jsonb not null default '[]';
-- The log stays whole against slips, too.
create trigger export_log_kept before delete on export_log for each statement execute function refuse_change();
create trigger export_log_not_emptied before truncate on export_log for each statement execute function refuse_change();

-- Every database in the same state, whichever edition of 0008 to 0010 it ran; identities of members and custom sources as wide as all
-- others; and what a delivery of a lead needs to be tried again.

-- Dropped before the tables are rewritten, so that it is built once.
drop index deal_owner;

-- A member's id, and a custom source's, wherever they stand.
drop trigger member_changed on member;
alter table member alter id type bigint, alter manager_id type bigint;
create trigger member_changed after insert or update of role, modules, manager_id, status, left_at, name on member
  for each row execute function tell_rights_changed();
alter table custom_source alter id type bigint;
alter table session alter member_id type bigint;
alter table idempotency_key alter member_id type bigint;
alter table audit alter member_id type bigint;
alter table customer alter created_by type bigint;
alter table deal alter owner_id type bigint, alter created_by type bigint, alter other_source type bigint;
alter table activity alter owner_id type bigint, alter completed_by type bigint;
alter table timeline alter member_id type bigint;
alter table defeat_request alter requested_by type bigint, alter reviewed_by type bigint;
alter table call_record alter member_id type bigint;
alter table wecom_contact alter added_by type bigint;
alter table vehicle_order alter owner_id type bigint, alter created_by type bigint, alter reviewed_by type bigint;
alter table lead alter owner_id type bigint, alter cleared_by type bigint;
alter table lead_event alter member_id type bigint;
alter table export_log alter member_id type bigint;
alter table customer_import alter member_id type bigint;
alter table customer_import_row alter owner_id type bigint;
alter table notice alter member_id type bigint;

create index deal_owner on deal (dealer_id, owner_id, created_at desc) include (customer_id) where is_current;
create index if not exists activity_pending on activity (dealer_id, type) where completed_at is null and cancelled_at is null;
create index if not exists activity_done_by on activity (dealer_id, owner_id, completed_at desc, id desc)
  include (completed_type, type, customer_id) where completed_at is not null;
alter table notice
  drop constraint if exists notice_kind_check,
  add constraint notice_kind_check check (kind between 1 and 6);

-- Leads that were there before they had histories: what the first edition of 0008 left out. They are those whose coming in nobody told.
create temporary table untold_lead on commit drop as
  select dealer_id, id from lead l
  where not exists (
    select from lead_event e where e.dealer_id = l.dealer_id and e.lead_id = l.id and e.result = '线索进入');
update lead l set
  no_contact_times = greatest(l.no_contact_times, case when l.status = 12 then 1 else 0 end),
  first_follow_at = coalesce(
    l.first_follow_at,
    (select min(a.completed_at) from activity a
     where a.dealer_id = l.dealer_id and a.customer_id = l.customer_id and a.completed_at >= l.assigned_at),
    l.assigned_at + make_interval(secs => l.follow_seconds))
from untold_lead u where u.dealer_id = l.dealer_id and u.id = l.id;
insert into lead_event (dealer_id, lead_id, created_at, member_id, handle_name, result, remark)
select dealer_id, lead_id, at, 0, handle_name, result, remark
from (
  select dealer_id, id as lead_id, created_at as at, '系统' as handle_name, '线索进入' as result, remark, 0 as place
  from lead join untold_lead using (dealer_id, id)
  union all
  select dealer_id, id, cleared_at, '', case clear_status when 1 then '清洗有效' when 2 then '清洗无效' else '未接通' end, '', 1
  from lead join untold_lead using (dealer_id, id)
  where cleared_at is not null and clear_status <> 0 and customer_id is null
    and not exists (select from lead_event e where e.dealer_id = lead.dealer_id and e.lead_id = lead.id)
) as told
order by at, place;

alter table lead_delivery
  -- How often it failed by an error of ours, and when it is tried again; it waits meanwhile.
  add attempts int not null default 0,
  add retry_at timestamptz,
  -- What went wrong the last time: an error code and a constraint, never values.
  add failure text not null default '';

-- Deliveries that an error of ours had refused wait again, unless the sender sent them anew; of those sent several times, the last.
update lead_delivery d set state = 0, errors = '[]', handled_at = null
where d.state = 2 and d.replayed_as is null and d.errors @> '[{"text": "处理失败，请联系系统管理员后重放"}]'
  and not exists (
    select from lead_delivery o
    where o.dealer_id = d.dealer_id and o.source_key = d.source_key and o.external_id = d.external_id
      and (o.state <> 2
           or o.id > d.id and o.replayed_as is null and o.errors @> '[{"text": "处理失败，请联系系统管理员后重放"}]'));

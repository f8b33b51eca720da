-- `last_follow_at` is the last completed contact with the customer: call, WeCom, video, visit, test drive or return
-- visit, or a follow-up of an older system (39). The epoch means
-- none, so that it sorts first and lies before every day. A past deal keeps the last contact of its own time.
create temporary table contact on commit drop as
  select dealer_id, customer_id, deal_id, max(at) as at
  from (
    select dealer_id, customer_id, deal_id, completed_at as at from activity
    where completed_at is not null and completed_type in (1, 2, 3, 8, 14, 15)
    union all
    select dealer_id, customer_id, deal_id, created_at from timeline where type = 39
  ) as told
  group by 1, 2, 3;
update deal d set last_follow_at = coalesce(case when d.is_current then whole.at else own.at end, to_timestamp(0))
from deal x
left join contact own on own.dealer_id = x.dealer_id and own.deal_id = x.id and own.customer_id = x.customer_id
left join (select dealer_id, customer_id, max(at) as at from contact group by 1, 2) whole
  on whole.dealer_id = x.dealer_id and whole.customer_id = x.customer_id
where d.dealer_id = x.dealer_id and d.id = x.id
  and d.last_follow_at <> coalesce(case when d.is_current then whole.at else own.at end, to_timestamp(0));

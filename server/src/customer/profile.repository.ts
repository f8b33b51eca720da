import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import { seesOwner } from './customer.repository.ts'

/** Timeline rows that the file shows at once. */
const mostTimelines = 200

const seriesOf = (column: string) => sql`(
  select coalesce(json_agg(json_build_object('specId', s.id, 'name', s.name)), '[]')
  from series s where s.id = any(${sql.ref(column)}))`

const dealJson = sql`json_build_object(
  'id', d.id, 'ownerId', d.owner_id, 'ownerName', m.name, 'createdAt', epoch(d.created_at), 'level', d.level, 'budget', d.budget,
  'buycarDate', day_epoch(d.buycar_on), 'orderDate', epoch(d.ordered_at),
  'deliverDate', coalesce(nullif(epoch(d.delivered_at), 0), day_epoch(d.deliver_planned_on)),
  'failDate', epoch(d.failed_at), 'suspendDate', epoch(d.suspended_at), 'resumeDate', epoch(d.resume_at),
  'arrivedAt', epoch(d.arrived_at), 'waitingFailReview', d.waiting_fail_review, 'businessType', d.business_type,
  'buyCount', d.buy_count, 'buyProvince', d.buy_province, 'buyCity', d.buy_city, 'buyArea', d.buy_area)`

const customerJson = sql`json_build_object(
  'id', c.id, 'name', c.name, 'mobile', mask_mobile(c.mobile), 'secondardPhone', mask_mobile(c.second_phone), 'weixin', mask_text(c.weixin),
  'gender', c.gender, 'type', c.type, 'companyName', c.company_name, 'tag', mask_text(c.tags), 'fromSource', d.from_source,
  'fromSourceName', coalesce((select display from dictionary where kind = 'customerFromSources' and value = d.from_source::text), ''),
  'otherSource', d.other_source, 'remark', mask_text(d.remark), 'deal', ${dealJson})`

const additionalJson = sql`json_build_object(
  'province', c.province, 'city', c.city, 'area', c.area, 'address', case when c.address = '' then '' else '****' end,
  'idNo', mask_id_no(c.identify_no), 'identifyType', c.identify_type, 'birthday', coalesce(c.birthday::text, ''), 'qq', c.qq)`

const infoJson = sql`json_build_object(
  'systemTags', to_json(d.system_tags), 'intendSerieses', ${seriesOf('d.series_ids')}, 'competitionSeries', (
    select coalesce(json_agg(json_build_object('specId', s.id, 'name', s.brand_name || ' ' || s.series_name)), '[]')
    from competitor_series s where s.id = any(d.competitor_series_ids)),
  'level', d.level, 'dealId', d.id, 'crossRecall', d.cross_recall)`

/** The request that waits for review or was confirmed last. */
const failJson = sql`coalesce((
  select json_build_object('reason', concat_ws(' / ', r.display, nullif(r2.display, '')), 'remark', mask_text(f.remark),
           'followTimes', f.follow_times, 'requestedAt', epoch(f.requested_at), 'requestedBy', coalesce(fm.name, ''))
  from defeat_request f
  left join dictionary r on r.kind = 'failReasons' and r.value = f.reason::text
  left join dictionary r2 on r2.kind = 'failSubReasons' and r2.value = f.sub_reason::text
  left join member fm on fm.dealer_id = f.dealer_id and fm.id = f.requested_by
  where f.dealer_id = d.dealer_id and f.deal_id = d.id and f.state in (0, 1)
  order by f.requested_at desc limit 1),
  '{"reason":"","remark":"","followTimes":0,"requestedAt":0,"requestedBy":""}')`

const pendingJson = (now: Date) => sql`(
  select json_build_object('id', a.id, 'ownerName', coalesce(am.name, ''), 'activityDate', epoch(a.due_at), 'type', a.type,
           'testSpecId', coalesce(a.test_series_id, 0), 'testSpecName', coalesce(s.name, ''),
           'isDelay', (a.due_at at time zone 'Asia/Shanghai')::date < (${now}::timestamptz at time zone 'Asia/Shanghai')::date)
  from activity a
  left join member am on am.dealer_id = a.dealer_id and am.id = a.owner_id
  left join series s on s.id = a.test_series_id
  where a.dealer_id = d.dealer_id and a.deal_id = d.id and a.completed_at is null and a.cancelled_at is null)`

const timelineJson = sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'createdAt', epoch(t.created_at), 'ownerName', t.owner_name, 'level', t.level,
           'type', t.type, 'subject', t.subject, 'content', mask_text(t.content), 'audioUrl', t.audio_key, 'onlineCustomerId', t.lead_id,
           'callId', t.call_id, 'shareId', t.share_id, 'images1', array_to_string(t.image_keys, ','))
           order by t.created_at desc, t.id desc), '[]')
  from (select * from timeline t where t.dealer_id = c.dealer_id and t.customer_id = c.id
        order by t.created_at desc, t.id desc limit ${sql.lit(mostTimelines)}) as t)`

const orderJson = sql`(
  select json_build_object('id', o.id, 'createdAt', epoch(o.created_at), 'orderNo', o.order_no, 'paymentAmount', o.payment_amount_fen / 100.0,
           'orderStatus', o.status, 'businessType', o.business_type, 'deliverDate', day_epoch(o.deliver_on), 'modelDisplay', coalesce((
             select string_agg(s.name || ' ' || mo.name, '、') from vehicle_order_line l join series s on s.id = l.series_id
             join model mo on mo.id = l.model_id where l.dealer_id = o.dealer_id and l.order_id = o.id), ''))
  from vehicle_order o where o.dealer_id = c.dealer_id and o.customer_id = c.id order by o.created_at desc limit 1)`

/** What the edit form starts from: the fields as it sends them back, numbers masked. */
export const editableJson = sql`json_build_object(
  'name', c.name, 'mobile', mask_mobile(c.mobile), 'weixin', mask_text(c.weixin), 'gender', c.gender, 'type', c.type,
  'companyName', c.company_name, 'fromSource', d.from_source, 'otherSource', d.other_source,
  'secondardPhone', mask_mobile(c.second_phone), 'businessType', d.business_type, 'buyCount', d.buy_count,
  'buyProvince', d.buy_province, 'buyCity', d.buy_city, 'buyArea', d.buy_area, 'budget', d.budget,
  'buycarDate', day_epoch(d.buycar_on), 'addPurchaseOldSeriesId', coalesce(d.old_series_id, 0),
  'newMediaImages', array_to_string(d.proof_images, ','), 'addition', ${additionalJson},
  'specIds', array_to_string(d.series_ids, ','), 'competitionSerieses', array_to_string(d.competitor_series_ids, ','), 'tags', c.tags)`

export interface ProfileRow {
  /** The profile as a JSON object, but for what the server adds. Recordings and pictures in it are keys. */
  readonly profile: string
  readonly proof_images: string[]
  /** Whether a timeline row has a recording or pictures. */
  readonly has_media: boolean
}

/** A customer's whole file in one round trip, numbers masked. Undefined when there is none or the member does not see it. */
export async function findProfile(
  db: Executor,
  scope: Scope,
  viewer: { groupId: number; now: Date },
  customerId: number,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select d.proof_images, exists (
      select from timeline t where t.dealer_id = c.dealer_id and t.customer_id = c.id
        and (t.audio_key <> '' or t.image_keys <> '{}')) as has_media, json_build_object(
      'isSuspend', d.suspended_at is not null, 'failInfo', ${failJson}, 'customer', ${customerJson}, 'additional', ${additionalJson},
      'info', ${infoJson},
      'purchaseOldSeries', (select json_build_object('specId', s.id, 'name', s.name) from series s where s.id = d.old_series_id),
      'pendingActivity', ${pendingJson(viewer.now)}, 'timelines', ${timelineJson}, 'order', ${orderJson},
      'orderTotal', orders.total, 'openOrders', orders.open,
      'onlineSourceName', case when d.from_source = 98 then coalesce((
        select display from dictionary where kind = 'onlineSources' and value = d.other_source::text), '') else '' end,
      'isZk', exists (select from group_mobile g
                      where g.group_id = ${viewer.groupId} and g.mobile = c.mobile and g.dealer_id <> c.dealer_id),
      'editable', ${editableJson}, 'rowVersion', c.row_version)::text as profile
    from customer c
    join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
    cross join lateral (
      select count(*) as total, count(*) filter (where o.status in (1, 2, 6)) as open
      from vehicle_order o where o.dealer_id = c.dealer_id and o.customer_id = c.id) as orders
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId} and c.merged_into_id is null
      and ${seesOwner(scope, 'd.owner_id')}`.execute(db)
  return rows[0]
}

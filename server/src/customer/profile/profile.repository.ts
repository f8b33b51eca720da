import { contactRows } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { type Owners, isOwnedBy, literals, ownersOf } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Scope } from '../../platform/session/session.ts'
import { fileIdOf, orderCounts, seesFile } from '../customer.repository.ts'
import { maskedSecondPhone } from '../numbers.repository.ts'

/** Timeline rows in the file, and in each older page. */
const pageRows = 50

/** Keeps the order of the ids: the first series is the main one, and forms send the list back. */
const seriesOf = (column: string) => sql`(
  select coalesce(json_agg(json_build_object('specId', s.id, 'name', s.name) order by array_position(${sql.ref(column)}, s.id)), '[]')
  from series s where s.id = any(${sql.ref(column)}))`

const dealJson = sql`json_build_object(
  'id', d.id, 'ownerId', d.owner_id, 'ownerName', m.name, 'createdAt', epoch(d.created_at), 'level', d.level, 'budget', d.budget,
  'buycarDate', day_epoch(d.buycar_on), 'orderDate', epoch(d.ordered_at),
  'deliverDate', coalesce(nullif(epoch(d.delivered_at), 0), day_epoch(d.deliver_planned_on)),
  'failDate', epoch(d.failed_at), 'suspendDate', epoch(d.suspended_at), 'resumeDate', epoch(d.resume_at),
  'arrivedAt', epoch(d.arrived_at), 'testDrivenAt', epoch(d.test_driven_at), 'deliveredAt', epoch(d.delivered_at), 'lastFollowAt', epoch(d.last_follow_at),
  'waitingFailReview', d.waiting_fail_review, 'businessType', d.business_type,
  'buyCount', d.buy_count, 'buyProvince', d.buy_province, 'buyCity', d.buy_city, 'buyArea', d.buy_area)`

/** Names of files that were merged into this one. */
const formerNames = sql`(
  select coalesce(json_agg(distinct mask_text(x.name)), '[]') from customer x
  where x.dealer_id = ${theDealer} and x.merged_into_id = c.id and x.name <> c.name)`

const customerJson = sql`json_build_object(
  'id', c.id, 'name', mask_text(c.name), 'formerNames', ${formerNames},
  'mobile', mask_mobile(c.mobile), 'secondardPhone', ${maskedSecondPhone}, 'weixin', mask_text(c.weixin),
  'gender', c.gender, 'type', c.type, 'companyName', mask_text(c.company_name), 'tag', mask_text(c.tags), 'noSms', c.no_sms, 'fromSource', d.from_source,
  'fromSourceName', coalesce((select display from dictionary where kind = 'customerFromSources' and value = d.from_source::text), ''),
  'otherSource', d.other_source, 'remark', mask_text(d.remark), 'deal', ${dealJson})`

const additionalJson = sql`json_build_object(
  'province', mask_text(c.province), 'city', mask_text(c.city), 'area', mask_text(c.area), 'address', case when c.address = '' then '' else '****' end,
  'idNo', mask_id_no(c.identify_no), 'identifyType', c.identify_type, 'birthday', coalesce(c.birthday::text, ''), 'qq', mask_text(c.qq))`

const infoJson = sql`json_build_object(
  'systemTags', to_json(d.system_tags), 'intendSerieses', ${seriesOf('d.series_ids')}, 'competitionSeries', (
    select coalesce(json_agg(json_build_object('specId', s.id, 'name', s.brand_name || ' ' || s.series_name)
                             order by array_position(d.competitor_series_ids, s.id)), '[]')
    from competitor_series s where s.id = any(d.competitor_series_ids)),
  'level', d.level, 'dealId', d.id, 'crossRecall', d.cross_recall)`

/** The defeat request that is waiting or was confirmed last. */
const failJson = sql`coalesce((
  select json_build_object('requestId', case f.state when 0 then f.id else 0 end, 'reason', concat_ws(' / ', r.display, nullif(r2.display, '')), 'remark', mask_text(f.remark),
           'followTimes', f.follow_times, 'requestedAt', epoch(f.requested_at), 'requestedBy', coalesce(fm.name, ''))
  from defeat_request f
  left join dictionary r on r.kind = 'failReasons' and r.value = f.reason::text
  left join dictionary r2 on r2.kind = 'failSubReasons' and r2.value = f.sub_reason::text
  left join member fm on fm.dealer_id = ${theDealer} and fm.id = f.requested_by
  where f.dealer_id = ${theDealer} and f.deal_id = d.id and f.state in (0, 1)
  order by f.requested_at desc limit 1),
  json_build_object('requestId', 0, 'reason', '', 'remark', '', 'followTimes', 0, 'requestedAt', 0, 'requestedBy', ''))`

const activityJson = (now: RawBuilder<unknown>, more = sql``) => sql`json_build_object(
  'id', a.id, 'ownerName', coalesce(am.name, ''), 'activityDate', epoch(a.due_at), 'minutes', coalesce(a.minutes, 0),
  'type', a.type,
  'testSpecId', coalesce(a.test_series_id, 0), 'testSpecName', coalesce(s.name, ''),
  'isDelay', (a.due_at at time zone 'Asia/Shanghai')::date < (${now}::timestamptz at time zone 'Asia/Shanghai')::date, 'drive', (
    select json_build_object('carId', t.id, 'plate', t.plate, 'seriesId', t.series_id, 'minutes',
             case when v.back_at is null then 0 else greatest(1, round((epoch(v.back_at) - epoch(v.out_at)) / 60.0)::int) end)
    from test_drive v join test_car t on t.dealer_id = ${theDealer} and t.id = v.car_id
    where v.dealer_id = ${theDealer} and v.activity_id = a.id)${more})`
const openActivities = sql`
  activity a
  left join member am on am.dealer_id = ${theDealer} and am.id = a.owner_id
  left join series s on s.id = a.test_series_id`
const isOpen = sql`a.completed_at is null and a.cancelled_at is null`

const pendingJson = (now: RawBuilder<unknown>) => sql`(
  select ${activityJson(now)} from ${openActivities}
  where a.dealer_id = ${theDealer} and a.deal_id = d.id and ${isOpen})`

/** The planned activity of an earlier deal: the return visit after a delivery. */
const returnVisitJson = (now: RawBuilder<unknown>) => sql`(
  select ${activityJson(now, sql`, 'dealId', a.deal_id`)}
  from deal e cross join ${openActivities}
  where e.dealer_id = ${theDealer} and e.customer_id = c.id and not e.is_current
    and a.dealer_id = ${theDealer} and a.deal_id = e.id and ${isOpen}
  order by a.due_at, a.id limit 1)`

/** Facts of row `t` with masked texts; other values are codes, days or amounts. */
const maskedFacts = sql`(
  select json_object_agg(f.key, case jsonb_typeof(f.value) when 'string' then to_jsonb(mask_text(f.value #>> '{}')) else f.value end)
  from jsonb_each(t.facts) as f)`

/**
 * A page of a customer's timeline, newest first, from the index. Returns rows as JSON, whether any has a recording or pictures, and
 * whether there are older rows.
 */
const timelinePage = (
  dealerId: number | RawBuilder<unknown>,
  customerId: RawBuilder<unknown>,
  before?: RawBuilder<unknown>,
) => sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'createdAt', epoch(t.created_at), 'ownerName', t.owner_name, 'level', t.level,
           'type', t.type, 'subject', t.subject, 'content', mask_text(t.content), 'facts', ${maskedFacts}, 'audioUrl', t.audio_key, 'onlineCustomerId', t.lead_id,
           'callId', t.call_id, 'shareId', t.share_id, 'images1', array_to_string(t.image_keys, ','))
           order by t.created_at desc, t.id desc) filter (where t.place <= ${sql.lit(pageRows)}), '[]') as rows,
         coalesce(bool_or(t.audio_key <> '' or t.image_keys <> '{}'), false) as has_media,
         count(*) > ${sql.lit(pageRows)} as has_older
  from (select t.*, row_number() over (order by t.created_at desc, t.id desc) as place from timeline t
        where t.dealer_id = ${dealerId} and t.customer_id = ${customerId} ${before ? sql`and (t.created_at, t.id) < ${before}` : sql``}
        order by t.created_at desc, t.id desc limit ${sql.lit(pageRows + 1)}) as t)`

const orderJson = sql`(
  select json_build_object('id', o.id, 'createdAt', epoch(o.created_at), 'orderNo', o.order_no, 'paymentAmount', yuan(o.payment_amount_fen),
           'originalPayment', yuan(o.payment_fen * coalesce(l.vehicles, 0)), 'orderStatus', o.status, 'businessType', o.business_type,
           'deliverDate', day_epoch(o.deliver_on), 'modelDisplay', coalesce(l.display, ''))
  from vehicle_order o cross join lateral (
    select string_agg(distinct s.name || ' ' || mo.name, '、') as display, sum(l.quantity) as vehicles
    from vehicle_order_line l join series s on s.id = l.series_id join model mo on mo.id = l.model_id
    where l.dealer_id = ${theDealer} and l.order_id = o.id) as l
  where o.dealer_id = ${theDealer} and o.customer_id = c.id order by o.created_at desc limit 1)`

/** Initial values of the edit form, in the shape that the form sends back, with numbers masked. */
export const editableJson = sql`json_build_object(
  'name', mask_text(c.name), 'mobile', mask_mobile(c.mobile), 'weixin', mask_text(c.weixin), 'gender', c.gender, 'type', c.type,
  'companyName', mask_text(c.company_name), 'fromSource', d.from_source, 'otherSource', d.other_source,
  'secondardPhone', ${maskedSecondPhone}, 'businessType', d.business_type, 'buyCount', d.buy_count,
  'buyProvince', d.buy_province, 'buyCity', d.buy_city, 'buyArea', d.buy_area, 'budget', d.budget,
  'buycarDate', day_epoch(d.buycar_on), 'addPurchaseOldSeriesId', coalesce(d.old_series_id, 0),
  'newMediaImages', array_to_string(d.proof_images, ','), 'addition', ${additionalJson},
  'specIds', array_to_string(d.series_ids, ','), 'competitionSerieses', array_to_string(d.competitor_series_ids, ','), 'tags', mask_text(c.tags))`

export interface ProfileRow {
  /** The profile as a JSON object without the fields that the server adds. Recordings and pictures are keys. */
  readonly profile: string
  readonly proof_images: string[]
  /** Whether a timeline row has a recording or pictures. */
  readonly has_media: boolean
  /** The member sees the file through its owner; otherwise only for a defeat review. */
  readonly is_seen: boolean
}

interface Viewed {
  readonly dealerId: number
  readonly customerId: number
  readonly groupId: number
  readonly now: Date
  readonly owners: Owners
  /** Also sees files that have a defeat request. */
  readonly reviews: boolean
}

const readFile = statement<Viewed, ProfileRow>(
  ({ dealerId, customerId, groupId, now, owners, reviews }) => sql`
    select d.proof_images, told.has_media, seen.is_seen, json_build_object(
      'isSuspend', d.suspended_at is not null, 'isErased', c.is_erased, 'failInfo', ${failJson}, 'customer', ${customerJson}, 'additional', ${additionalJson},
      'info', ${infoJson},
      'purchaseOldSeries', (select json_build_object('specId', s.id, 'name', s.name) from series s where s.id = d.old_series_id),
      'pendingActivity', ${pendingJson(now)}, 'returnVisit', ${returnVisitJson(now)}, 'timelines', told.rows, 'timelineTotal', (
        select count(*) from timeline t where t.dealer_id = ${dealerId} and t.customer_id = c.id), 'order', ${orderJson},
      'orderTotal', orders.total, 'openOrders', orders."openOrders", 'undelivered', orders.undelivered,
      'onlineSourceName', case when d.from_source = 98 then coalesce((
        select display from dictionary where kind = 'onlineSources' and value = d.other_source::text), '') else '' end,
      'isZk', exists (select from group_mobile g
                      where g.group_id = ${groupId} and g.mobile = c.mobile and g.dealer_id <> c.dealer_id),
      'editable', ${editableJson}, 'rowVersion', c.row_version)::text as profile
    from customer c
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${dealerId} and m.id = d.owner_id
    cross join lateral (select ${isOwnedBy('d.owner_id', owners)} as is_seen) as seen
    cross join lateral (
      select count(*) as total, ${orderCounts} from vehicle_order o where o.dealer_id = ${dealerId} and o.customer_id = c.id) as orders
    cross join lateral ${timelinePage(dealerId, sql`c.id`)} as told
    where c.dealer_id = ${dealerId} and c.id = ${fileIdOf(dealerId, customerId)} and c.merged_into_id is null
      and (seen.is_seen or (${reviews}::boolean and exists (
        select from defeat_request f where f.dealer_id = ${dealerId} and f.deal_id = d.id)))`,
)

/** Reads a customer's whole file in one round trip, with numbers masked. Undefined if there is none or the member does not see it. */
export async function findProfile(
  db: Executor,
  scope: Scope,
  viewer: { readonly groupId: number; readonly now: Date },
  customerId: number,
): Promise<ProfileRow | undefined> {
  const { dealerId, reviews } = scope
  const [found] = await readFile(db, { dealerId, customerId, owners: ownersOf(scope), reviews, ...viewer })
  return found
}

export interface OlderRows {
  /** A JSON array; recordings and pictures are keys. */
  readonly timelines: string
  readonly has_media: boolean
  readonly has_older: boolean
}

/** Reads the timeline before one of its rows. Undefined if there is no such row or the member does not see the customer. */
export async function findOlderRows(
  db: Executor,
  scope: Scope,
  customerId: number,
  beforeId: number,
): Promise<OlderRows | undefined> {
  const { rows } = await sql<OlderRows>`
    select told.rows::text as timelines, told.has_media, told.has_older
    from customer c
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    join timeline b on b.dealer_id = ${scope.dealerId} and b.customer_id = c.id and b.id = ${beforeId}
    cross join lateral ${timelinePage(scope.dealerId, sql`c.id`, sql`(b.created_at, b.id)`)} as told
    where c.dealer_id = ${scope.dealerId} and c.id = ${fileIdOf(scope.dealerId, customerId)} and c.merged_into_id is null
      and ${seesFile(scope)}`.execute(db)
  return rows[0]
}

/**
 * Reads the last contacts of a customer and the planned one as a JSON object. Undefined if there is none or the member does not see it.
 */
export async function findPeek(
  db: Executor,
  scope: Scope,
  customerId: number,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ peek: string }>`
    select json_build_object('level', d.level, 'ownerName', m.name, 'isSuspend', d.suspended_at is not null,
             'pendingActivity', ${pendingJson(sql`${now}`)}, 'timelines', (
               select coalesce(json_agg(json_build_object('id', t.id, 'createdAt', epoch(t.created_at), 'ownerName', t.owner_name,
                        'level', t.level, 'type', t.type, 'subject', t.subject, 'content', mask_text(t.content), 'facts', ${maskedFacts})
                        order by t.created_at desc, t.id desc), '[]')
               from (select t.* from timeline t
                     where t.dealer_id = ${scope.dealerId} and t.customer_id = c.id and t.type in ${literals(contactRows)}
                     order by t.created_at desc, t.id desc limit 3) as t))::text as peek
    from customer c
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${fileIdOf(scope.dealerId, customerId)} and c.merged_into_id is null
      and ${seesFile(scope)}`.execute(db)
  return rows[0]?.peek
}

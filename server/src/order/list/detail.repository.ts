import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { groupRoles } from '@showroom/contract/kernel/call'
import { onTheWay } from '@showroom/contract/order/verify.rules'
import { sql } from 'kysely'
import { type Condition, type Owners, isOwnedBy, literals, ownersOf } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import { statement } from '../../platform/db/statement.ts'
import { RawJson } from '../../platform/http/answer.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session/session.ts'

/** Reads one order for its page as JSON from PostgreSQL. */

/** Owners whose orders the member may open with their numbers: its own and its team's, for reviewers all of the store. */
export const opened = ({ scope, flags }: Session): Owners => (flags.allowOrderVerify ? null : ownersOf(scope))

const openedBy = (session: Session) => ({ opened: opened(session), allocates: session.flags.allowOrderAlloc })

/** Owners whose orders the member may change. */
const worked = ({ scope, role, flags }: Session): Owners =>
  flags.onlyReads || groupRoles.includes(role) ? [] : ownersOf(scope)

const subOrders = sql`coalesce((
  select json_agg(json_build_object(
    'subOrderNo', l.sub_order_no, 'seriesId', l.series_id, 'seriesName', s.name, 'specId', l.model_id, 'specName', m.name,
    'guidePrice', yuan(m.guide_price_fen), 'configurationName', coalesce(c.name, ''), 'carExternalColor', l.color,
    'carInternalColor', coalesce(k.interior_color, ''), 'vehicleProductCode', coalesce(k.product_code, ''),
    'vehicleProductId', coalesce(k.product_id, 0), 'skuId', l.sku_id, 'number', l.quantity, 'price', yuan(l.price_fen),
    'orderStatus', l.status, 'cancelSubCount', l.cancelled_quantity, 'vins', l.vins) order by l.id)
  from vehicle_order_line l join series s on s.id = l.series_id join model m on m.id = l.model_id
  left join sku k on k.id = l.sku_id left join configuration c on c.id = k.configuration_id
  where l.dealer_id = ${theDealer} and l.order_id = o.id), '[]')`

/** The status before a cancellation. */
const cancelledFrom = sql`case when o.status <> 8 then 0 when o.approved_owner_id is not null then 3
  when o.reject_reason <> '' then 6 when o.submitted_at is not null then 2 else 1 end`

/** A number of order `o`; empty unless its owner is one of these. */
export const shownTo = (owners: Owners | Condition, text: Condition): Condition =>
  sql`case when ${isOwnedBy('o.owner_id', owners)} then ${text} else '' end`

/** Orders that the member may open, the numbers of some of them hidden. */
const isOpen = ({
  opened: owners,
  allocates,
}: Readonly<Record<'opened' | 'allocates', Condition>>): Condition =>
  sql`(${isOwnedBy('o.owner_id', owners)} or (${allocates}::boolean and o.status in ${literals(onTheWay)}))`

const detailOf = ({
  opened: owners,
  worked: mine,
}: Readonly<Record<'opened' | 'worked', Condition>>): Condition => sql`json_build_object(
  'id', o.id, 'orderNo', o.order_no, 'customerId', o.customer_id, 'dealId', o.deal_id, 'rowVersion', o.row_version,
  'orderStatus', o.status, 'businessType', o.business_type, 'paymentType', o.payment_type,
  'estimatedDeliverTime', day_epoch(o.deliver_on), 'contractNo', mask_text(o.contract_no),
  'carLicenseType', o.car_license_type, 'carLicenseCity', o.car_license_city, 'payment', yuan(o.payment_fen),
  'paymentAmount', yuan(o.payment_amount_fen), 'totalPrice', yuan(o.total_amount_fen),
  'originalPayment', yuan(o.payment_fen * coalesce((
    select sum(l.quantity) from vehicle_order_line l where l.dealer_id = ${theDealer} and l.order_id = o.id), 0)),
  'customerType', o.customer_type,
  'customerName', mask_text(case o.customer_type when 2 then o.contact_name else o.name end),
  'companyName', mask_text(case o.customer_type when 2 then o.name else '' end), 'contactName', mask_text(o.contact_name),
  'customerPhone', ${shownTo(owners, sql`mask_mobile(o.phone)`)}, 'licenseType', o.license_type, 'licenseNo', ${shownTo(owners, sql`mask_id_no(o.license_number)`)},
  'orderProvince', o.province, 'orderCity', o.city, 'orderArea', o.area,
  'orderAddress', ${shownTo(owners, sql`case when o.address = '' then '' else '****' end`)}, 'nextFollowTime', epoch(o.next_follow_at),
  'remark', mask_text(o.remark), 'subOrders', ${subOrders}, 'ownerId', o.owner_id, 'ownerName', owner.name,
  'createdAt', epoch(o.created_at), 'submittedAt', epoch(o.submitted_at), 'auditTime', epoch(o.reviewed_at),
  'reviewerName', coalesce(reviewer.name, ''), 'rejectReason', mask_text(o.reject_reason),
  'orderDeliverTime', epoch(o.delivered_at), 'cancelledAt', epoch(o.cancelled_at), 'cancelReason', o.cancel_reason,
  'cancelRemark', mask_text(o.cancel_remark), 'cancelledFrom', ${cancelledFrom}, 'hidesNumbers', not ${isOwnedBy('o.owner_id', owners)}, 'isMine', ${isOwnedBy('o.owner_id', mine)})`

interface Asked {
  readonly dealerId: number
  readonly orderId: number
  readonly opened: Owners
  readonly worked: Owners
  /** The member sees orders of the whole store for their cars. */
  readonly allocates: boolean
}

const readOrder = statement<Asked, { data: string }>(
  (subject) => sql`
    select ${detailOf(subject)}::text as data
    from vehicle_order o
    join member owner on owner.dealer_id = ${subject.dealerId} and owner.id = o.owner_id
    left join member reviewer on reviewer.dealer_id = ${subject.dealerId} and reviewer.id = o.reviewed_by
    where o.dealer_id = ${subject.dealerId} and o.id = ${subject.orderId} and ${isOpen(subject)}`,
)

async function read({ db, session }: Pick<Context, 'db' | 'session'>, orderId: number): Promise<string> {
  const { dealerId } = session.scope
  const values = { ...openedBy(session), dealerId, orderId, worked: worked(session) }
  const [row] = await readOrder(db, values)
  if (!row) throw new Refusal('NOT_FOUND')
  return row.data
}

/** Refuses with NOT_FOUND if the member may not open the order. */
export const getDetail = async (context: Context, orderId: number): Promise<{ data: RawJson }> => ({
  data: new RawJson(await read(context, orderId)),
})

/** The same as an object. */
export const readDetail = async (context: Context, orderId: number): Promise<OrderDetail> =>
  JSON.parse(await read(context, orderId)) as OrderDetail

const readTimeline = statement<Omit<Asked, 'worked'>, { data: string }>(
  (subject) => sql`
    select coalesce((
      select json_agg(json_build_object(
        'id', t.id, 'createdAt', epoch(t.created_at), 'ownerName', t.owner_name, 'subject', t.subject,
        'content', mask_text(t.content), 'orderStatus', t.order_status) order by t.id desc)
      from timeline t where t.dealer_id = ${subject.dealerId} and t.order_id = o.id and t.order_id <> 0), '[]')::text as data
    from vehicle_order o
    where o.dealer_id = ${subject.dealerId} and o.id = ${subject.orderId} and ${isOpen(subject)}`,
)

/** The history of an order, newest first: rows of its customer's timeline with its id. */
export async function getOrderTimeline(
  { db, session }: Context,
  orderId: number,
): Promise<{ data: RawJson }> {
  const { dealerId } = session.scope
  const [row] = await readTimeline(db, { ...openedBy(session), dealerId, orderId })
  if (!row) throw new Refusal('NOT_FOUND')
  return { data: new RawJson(row.data) }
}

export interface ClearNumbers {
  readonly customerPhone: string
  readonly licenseNo: string
  readonly orderAddress: string
}

/** Only for the call that reveals numbers; undefined if the member may not open the order. */
export async function findClear(
  { db, session }: Context,
  orderId: number,
): Promise<ClearNumbers | undefined> {
  const { rows } = await sql<ClearNumbers>`
    select o.phone as "customerPhone", o.license_number as "licenseNo", o.address as "orderAddress"
    from vehicle_order o
    where o.dealer_id = ${session.scope.dealerId} and o.id = ${orderId} and ${isOwnedBy('o.owner_id', opened(session))}`.execute(
    db,
  )
  return rows[0]
}

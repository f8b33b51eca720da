import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { orderAlert } from '@showroom/contract/order/verify.rules'
import type { OrderAlert } from '@showroom/contract/order/verify.rules'
import { sql } from 'kysely'
import { notify } from '../../notice/index.ts'
import type { NewNotice } from '../../notice/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs.ts'
import { transactLive } from '../../platform/live.ts'
import type { Live } from '../../platform/live.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import type { Scope } from '../../platform/session/session.ts'
import { listManagers } from '../../team/index.ts'
import { alertConditions } from './alert.ts'
import { listReviewers } from '../notices.ts'

interface Deps {
  readonly db: Database
  readonly live: Live
  readonly clock: Clock
}

/** Notifies members once of each order that needs attention. */
export const notifyOfOrders = (deps: Deps): Job => ({
  name: 'tell-of-orders',
  for: 'stores',
  cron: '*/10 * * * *',
  async run() {
    const dealers = await deps.db.selectFrom('dealer').select('id').orderBy('id').execute()
    await serveInTurns(
      dealers.map(({ id }) => id),
      async (dealerId) => {
        await notifyOfStore(deps, dealerId)
        return false
      },
    )
  },
})

/** Handles a store in one transaction, so that neither a crash nor two concurrent processes send a notice twice. */
const notifyOfStore = (deps: Deps, dealerId: number): Promise<void> =>
  transactLive(deps, async (trx, emitLive) => {
    const scope = mintJobScope(dealerId, 0)
    const now = deps.clock()
    const cases = await claimCases(trx, scope, now)
    const notices = cases.length > 0 ? await noticesOf(trx, scope, cases) : []
    if (notices.length === 0) return
    await notify({ db: trx, scope, now, emitLive }, notices)
    // Refreshes the alerts on the lists, which can appear by time alone.
    emitLive({ dealerId, topics: ['order'] })
  })

interface Case {
  readonly alert: OrderAlert
  readonly orderId: number
  readonly orderNo: string
  readonly customerId: number
  readonly name: string
  /** The owner, if active in the store. */
  readonly ownerId: number | null
  readonly deliverOn: string | null
}

/** A new submission or a new day of delivery counts as a new case. */
const sinceOf: Readonly<Record<number, ReturnType<typeof sql>>> = {
  [orderAlert.reviewLate]: sql`epoch(o.submitted_at)::text`,
  [orderAlert.deliveryNear]: sql`o.deliver_on::text`,
  [orderAlert.deliveryPast]: sql`o.deliver_on::text`,
  [orderAlert.depositMissing]: sql`''`,
}

/** Records and returns the cases that have not been notified yet. */
async function claimCases(db: Executor, scope: Scope, now: Date): Promise<Case[]> {
  const found = Object.entries(alertConditions(now)).map(
    ([alert, condition]) => sql`
      select o.dealer_id, o.id, ${sql.lit(Number(alert))}::smallint as alert, ${sinceOf[Number(alert)] ?? sql`''`} as since
      from vehicle_order o where o.dealer_id = ${scope.dealerId} and ${condition}`,
  )
  const { rows } = await sql<Case>`
    with told as (
      insert into order_alert (dealer_id, order_id, alert, since, told_at)
      select f.dealer_id, f.id, f.alert, f.since, ${now}::timestamptz from (${sql.join(found, sql` union all `)}) as f
      order by f.id, f.alert
      on conflict do nothing
      returning order_id, alert
    )
    select t.alert, o.id as "orderId", o.order_no as "orderNo", o.customer_id as "customerId", o.name,
           case when m.status = 0 and m.left_at is null then m.id end as "ownerId", o.deliver_on as "deliverOn"
    from told t
    join vehicle_order o on o.dealer_id = ${scope.dealerId} and o.id = t.order_id
    join member m on m.dealer_id = o.dealer_id and m.id = o.owner_id
    order by t.alert, o.deliver_on, o.id`.execute(db)
  return rows
}

/** If a member has more than this many cases of a kind, one notice summarizes them. */
const mostSingle = 3

/**
 * Reviewers are notified of late reviews, the owner and the managers of deliveries, and the owner of deposits, or the managers if the owner
 * has left.
 */
async function noticesOf(db: Executor, scope: Scope, cases: readonly Case[]): Promise<NewNotice[]> {
  const [reviewers, managers] = [await listReviewers(db, scope), await listManagers(db, scope)]
  const members = new Map<number, Case[]>()
  for (const one of cases) {
    const owner = one.ownerId === null ? [] : [one.ownerId]
    const told =
      one.alert === orderAlert.reviewLate
        ? reviewers
        : one.alert === orderAlert.depositMissing && one.ownerId !== null
          ? owner
          : [...owner, ...managers]
    for (const memberId of new Set(told)) members.set(memberId, [...(members.get(memberId) ?? []), one])
  }
  return [...members].flatMap(([memberId, all]) =>
    Object.values(orderAlert).flatMap((alert) => {
      const ofKind = all.filter((one) => one.alert === alert)
      const kind = alert === orderAlert.reviewLate ? noticeKind.orderReviewLate : noticeKind.orderAlert
      if (ofKind.length > mostSingle)
        return [{ memberId, kind, text: `${ofKind.length}单订单${words[alert]}，请尽快处理` }]
      return ofKind.map(({ orderId, customerId, ...one }) => ({
        memberId,
        kind,
        text: textOf(one),
        orderId,
        customerId,
      }))
    }),
  )
}

const words: Readonly<Record<OrderAlert, string>> = {
  [orderAlert.reviewLate]: '提交超过24小时未审核',
  [orderAlert.deliveryNear]: '临近交车日期，尚未配车',
  [orderAlert.deliveryPast]: '已过预计交车日期，尚未交车',
  [orderAlert.depositMissing]: '即将交车，定金尚未收取',
}

function textOf({
  alert,
  orderNo,
  name,
  deliverOn,
}: Pick<Case, 'alert' | 'orderNo' | 'name' | 'deliverOn'>): string {
  const day = alert === orderAlert.reviewLate || !deliverOn ? '' : `（${deliverOn}）`
  return `${maskText(name)}的订单 ${orderNo} ${words[alert]}${day}`
}

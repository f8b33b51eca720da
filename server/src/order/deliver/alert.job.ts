import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { orderAlert } from '@showroom/contract/order/verify.rules'
import type { OrderAlert } from '@showroom/contract/order/verify.rules'
import { notify } from '../../notice/index.ts'
import type { NewNotice } from '../../notice/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import type { Scope } from '../../platform/session/session.ts'
import { listManagers } from '../../team/index.ts'
import { claimCases, listStoresWithCases } from './alert.repository.ts'
import type { AlertCase } from './alert.repository.ts'
import { listReviewers } from '../notices.repository.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** Notifies members once of each order that needs attention. */
export const notifyOfOrders = (deps: Deps): Job => ({
  name: 'tell-of-orders',
  for: 'stores',
  cron: '*/10 * * * *',
  async run() {
    const now = deps.clock()
    await serveInTurns(await listStoresWithCases(deps.db, now), async (dealerId) => {
      await notifyOfStore(deps, dealerId, now)
      return false
    })
  },
})

/** Handles a store in one transaction, so that neither a crash nor two concurrent processes send a notice twice. */
const notifyOfStore = (deps: Deps, dealerId: number, now: Date): Promise<void> =>
  transact(deps.db, async (trx) => {
    const scope = mintJobScope(dealerId, 0)
    const cases = await claimCases(trx, scope, now)
    const notices = cases.length > 0 ? await noticesOf(trx, scope, cases) : []
    if (notices.length === 0) return
    await notify({ db: trx, scope, now }, notices)
    // Refreshes the alerts on the lists, which can appear by time alone.
  })

/** If a member has more than this many cases of a kind, one notice summarizes them. */
const mostSingle = 3

/**
 * Reviewers are notified of late reviews, the owner and the managers of deliveries, and the owner of deposits, or the managers if the owner
 * has left.
 */
async function noticesOf(db: Executor, scope: Scope, cases: readonly AlertCase[]): Promise<NewNotice[]> {
  const [reviewers, managers] = [await listReviewers(db, scope), await listManagers(db, scope)]
  const members = new Map<number, AlertCase[]>()
  for (const one of cases) {
    const owner = one.ownerId === null ? [] : [one.ownerId]
    const isReview =
      one.alert === orderAlert.reviewLate
        ? reviewers
        : one.alert === orderAlert.depositMissing && one.ownerId !== null
          ? owner
          : [...owner, ...managers]
    for (const memberId of new Set(isReview)) members.set(memberId, [...(members.get(memberId) ?? []), one])
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
}: Pick<AlertCase, 'alert' | 'orderNo' | 'name' | 'deliverOn'>): string {
  const day = alert === orderAlert.reviewLate || !deliverOn ? '' : `（${deliverOn}）`
  return `${maskText(name)}的订单 ${orderNo} ${words[alert]}${day}`
}

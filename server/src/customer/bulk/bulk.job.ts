import { RightLost } from '../../platform/jobs/behalf.ts'
import type { Behalf, Revocation } from '../../platform/jobs/behalf.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/client.ts'
import { openLeased, release } from '../../platform/queues/leased.ts'
import type { Queues, StoreWork } from '../../platform/queues/queues.ts'
import { Refusal } from '../../platform/refusal.ts'
import { notifyStopped } from '../../team/index.ts'
import { manyActions } from './bulk.actions.ts'
import * as repository from './bulk.repository.ts'
import { bulks } from './bulk.repository.ts'
import type { ClaimedBulk } from './bulk.repository.ts'
import type { Left } from './many.ts'

/** Customers per transaction, so that other requests can run in between. */
const batch = 100

interface BulkDeps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly behalf: Behalf
  readonly clock: Clock
}

/**
 * Processes queued bulk actions. Each batch and its progress commit in one transaction, so that a kill loses and repeats nothing. A
 * process holds a bulk action by a lease, and another takes over when that expires. Each batch uses the member's rights of that moment.
 */
export const createBulkWork = (deps: BulkDeps): StoreWork =>
  openLeased(deps, bulks, (claimed) => goOn(deps, claimed))

/** Runs one batch. Finishes after the last one, or when the member has lost the right. */
async function goOn(deps: BulkDeps, claimed: ClaimedBulk): Promise<void> {
  const { customerIds } = claimed
  let at = claimed.doneTotal
  let revocation: Revocation | undefined
  try {
    if (at < customerIds.length) at = await advance(deps, claimed, at)
  } catch (error) {
    if (!(error instanceof RightLost)) throw error
    revocation = error.revocation
  }
  if (at < customerIds.length && !revocation) await release(deps.db, bulks, claimed)
  else await finish(deps, claimed, { at, revocation })
}

/** Runs the next batch and returns how many customers are processed after it. */
async function advance({ behalf, clock, db }: BulkDeps, claimed: ClaimedBulk, at: number): Promise<number> {
  const { customerIds, terms } = claimed
  const action = manyActions[claimed.action]
  const next = customerIds.slice(at, at + batch)
  try {
    await behalf.batch(claimed, action.of, async (context) => {
      const { done, left } = await action.attempt(context, next, terms)
      const step = { doneTotal: at + next.length, taken: done, left, now: context.now }
      await repository.advanceBulk(context.db, claimed, step)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const step = restOf(claimed, at, error.message, clock())
    await repository.advanceBulk(db, claimed, step)
    return customerIds.length
  }
  return at + next.length
}

/** Marks all customers from `at` on as left out, for one reason. */
const restOf = ({ customerIds }: ClaimedBulk, at: number, reason: string, now: Date) => ({
  doneTotal: customerIds.length,
  taken: [],
  left: customerIds.slice(at).map((customerId): Left => ({ customerId, reason })),
  now,
})

/** Ends the bulk action: sends one notice for all customers and offers an undo. */
const finish = (
  { behalf }: BulkDeps,
  claimed: ClaimedBulk,
  { at, revocation }: { readonly at: number; readonly revocation: Revocation | undefined },
): Promise<void> =>
  behalf.end(claimed, async (context) => {
    const { db, now, session } = context
    const action = manyActions[claimed.action]
    const taken = await repository.readTaken<object>(db, claimed)
    if (revocation) {
      const step = restOf(claimed, at, `操作人的${revocation.text}`, now)
      await repository.advanceBulk(db, claimed, step)
      const left = claimed.customerIds.length - at
      const by = { db, scope: session.scope, now }
      const text = `${session.memberName}的${action.title}已停止（${revocation.text}）：已处理${taken.length}位客户，${left}位未处理`
      await notifyStopped(by, revocation, text)
    }
    const undoId = await action.end(context, taken, claimed.terms)
    await repository.finishBulk(db, claimed, { undoId, now })
  })

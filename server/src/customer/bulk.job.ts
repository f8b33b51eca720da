import { randomUUID } from 'node:crypto'
import { RightLost } from '../platform/behalf.ts'
import type { Behalf, Loss } from '../platform/behalf.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import type { Queues, StoreWork } from '../platform/queues/queues.ts'
import { Refusal } from '../platform/refusal.ts'
import { Interrupted } from '../platform/work.ts'
import { notifyStopped } from '../team/index.ts'
import { manyActions } from './bulk.actions.ts'
import * as repository from './bulk.repository.ts'
import type { ClaimedBulk } from './bulk.repository.ts'
import type { Left } from './many.ts'

/** Customers of one transaction: other people's calls run in between. */
const batch = 100

interface BulkDeps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly behalf: Behalf
  readonly clock: Clock
}

/**
 * Goes through the customers of what was begun. A batch and how far it is are one transaction, so that a kill loses nothing and repeats
 * nothing; a process holds one by a lease, and when it is dead another goes on. Each batch has the rights that the member has by then.
 */
export const createBulkWork = (deps: BulkDeps): StoreWork =>
  deps.queues.open({
    name: 'bulks',
    for: deps.behalf,
    atOnce: 1,
    waiting: repository.waitingBulks,
    async serve(dealerId) {
      const holder = randomUUID()
      const claimed = await repository.claimBulk(deps.db, dealerId, holder, deps.clock())
      if (!claimed) return 'done'
      try {
        await goOn(deps, claimed, holder)
      } catch (error) {
        // What failed is tried again when its lease ends.
        if (!(error instanceof Interrupted)) throw error
        await repository.releaseBulk(deps.db, claimed, holder)
      }
      return 'more'
    },
  })

/** One batch, and the end after the last one or once the member lost the right. */
async function goOn(deps: BulkDeps, claimed: ClaimedBulk, holder: string): Promise<void> {
  const { customerIds } = claimed
  let at = claimed.doneTotal
  let loss: Loss | undefined
  try {
    if (at < customerIds.length) at = await advance(deps, claimed, holder, at)
  } catch (error) {
    if (!(error instanceof RightLost)) throw error
    loss = error.loss
  }
  if (at < customerIds.length && !loss) await repository.releaseBulk(deps.db, claimed, holder)
  else await finish(deps, claimed, holder, { at, loss })
}

/** Runs the next batch. Returns how many customers are dealt with then. */
async function advance(
  { behalf, clock, db }: BulkDeps,
  claimed: ClaimedBulk,
  holder: string,
  at: number,
): Promise<number> {
  const { customerIds, terms } = claimed
  const action = manyActions[claimed.action]
  const next = customerIds.slice(at, at + batch)
  try {
    await behalf.batch(claimed, action.of, async (context) => {
      const { done, left } = await action.attempt(context, next, terms)
      const step = { doneTotal: at + next.length, taken: done, left, now: context.now }
      if (!(await repository.advanceBulk(context.db, claimed, holder, step))) throw new Interrupted()
      context.hintLive({ dealerId: claimed.dealerId, topics: action.of.changes })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const step = restOf(claimed, at, error.message, clock())
    if (!(await repository.advanceBulk(db, claimed, holder, step))) throw new Interrupted()
    return customerIds.length
  }
  return at + next.length
}

/** All customers from there on are left, for one reason. */
const restOf = ({ customerIds }: ClaimedBulk, at: number, reason: string, now: Date) => ({
  doneTotal: customerIds.length,
  taken: [],
  left: customerIds.slice(at).map((customerId): Left => ({ customerId, reason })),
  now,
})

/** Told once for all, and offered to be taken back. */
const finish = (
  { behalf }: BulkDeps,
  claimed: ClaimedBulk,
  holder: string,
  { at, loss }: { readonly at: number; readonly loss: Loss | undefined },
): Promise<void> =>
  behalf.end(claimed, async (context) => {
    const { db, now, session } = context
    const action = manyActions[claimed.action]
    const taken = await repository.readTaken<object>(db, claimed)
    if (loss) {
      const step = restOf(claimed, at, `操作人的${loss.text}`, now)
      if (!(await repository.advanceBulk(db, claimed, holder, step))) throw new Interrupted()
      const left = claimed.customerIds.length - at
      const by = { db, scope: session.scope, now, hintLive: context.hintLive.bind(context) }
      const text = `${session.memberName}的${action.title}已停止（${loss.text}）：已处理${taken.length}位客户，${left}位未处理`
      await notifyStopped(by, loss, text)
    }
    const undoId = await action.end(context, taken, claimed.terms)
    if (!(await repository.finishBulk(db, claimed, holder, { undoId, now }))) throw new Interrupted()
  })

const keptMs = 7 * 24 * 3_600_000

/** Forgets what ended a week ago. */
export const tidyBulks = ({ db, clock }: Pick<BulkDeps, 'db' | 'clock'>): Job => ({
  name: 'tidy-bulks',
  for: 'stores',
  cron: '47 3 * * *',
  run: () => repository.deleteOldBulks(db, new Date(clock().getTime() - keptMs)),
})

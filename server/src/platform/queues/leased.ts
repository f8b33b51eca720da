import type { Behalf } from '../jobs/behalf.ts'
import type { Clock } from '../clock.ts'
import type { Database, Executor } from '../db/client.ts'
import type { DB } from '../db/tables.ts'
import { changeClaimed, claimRows, leaseEnd, retriedOf, waitingIn } from './table.repository.ts'
import { findOldest } from './upkeep.repository.ts'
import type { Claimed, QueueTable, Values } from './table.repository.ts'
import type { Queues, StoreWork } from './queues.ts'

/**
 * Long work of one row each, done in batches under a lease and in a member's name: bulk actions, imports.
 * guard-exception repeated: a call that starts such work has its batches counted as its own.
 */

/** Another process has taken the work over, or this one is stopping: the current transaction is rolled back. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly behalf: Behalf
  readonly clock: Clock
}

/**
 * Opens a queue whose turn is one batch of the store's oldest row. Each batch and its progress commit in one transaction, by `progress`, so
 * that a kill loses and repeats nothing. Failed work is retried when its lease ends; until then it has a lease without a holder, and is late.
 */
export const openLeased = <Name extends keyof DB, Row extends object>(
  { db, queues, behalf, clock }: Deps,
  of: QueueTable<Name, Row>,
  /** Runs one batch. It releases the lease, or throws `Interrupted`. */
  batch: (row: Claimed<Row>, isStopping: () => boolean) => Promise<void>,
): StoreWork => {
  const { token = 'lease_holder' } = of
  const retried = retriedOf(of)
  return queues.open({
    name: of.queue,
    for: behalf,
    atOnce: 1,
    waiting: waitingIn({ ...of, retried }),
    readRetried: () => findOldest(db, { ...of, retried }),
    async serve(dealerId, isStopping) {
      const [claimed] = await claimRows(db, of, dealerId, { now: clock(), limit: 1 })
      if (!claimed) return 'done'
      try {
        await batch(claimed, isStopping)
      } catch (error) {
        if (error instanceof Interrupted) await release(db, of, claimed)
        else {
          await changeClaimed(db, of, claimed, { [token]: '' } as Values<Name>)
          throw error
        }
      }
      return 'more'
    },
  })
}

/** Releases the lease, so that any process can continue. */
export const release = async <Name extends keyof DB, Row extends object>(
  db: Executor,
  of: QueueTable<Name, Row>,
  row: Claimed<Row>,
): Promise<void> => void (await changeClaimed(db, of, row, { [of.dueAt ?? 'due_at']: null } as Values<Name>))

/** Stores progress and extends the lease, unless the values end it. Throws `Interrupted` if another process has claimed the work. */
export async function progress<Name extends keyof DB, Row extends object>(
  db: Executor,
  of: QueueTable<Name, Row>,
  row: Claimed<Row>,
  values: Values<Name>,
  now: Date,
): Promise<void> {
  const changed = await changeClaimed(db, of, row, { [of.dueAt ?? 'due_at']: leaseEnd(of, now), ...values })
  if (!changed) throw new Interrupted()
}
